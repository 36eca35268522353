import { spawn } from 'node:child_process';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join, resolve } from 'node:path';
import { onTestFinished } from 'vitest';

export const projectFolder = resolve(import.meta.dirname, '../..');

/** Command of one of our own servers, which misbehave on purpose. */
export function fixtureServer(name: string): string[] {
  return [process.execPath, join(projectFolder, 'tests/fixtures/mcp-servers', `${name}.mjs`)];
}

/** Command of a real server that is installed for the tests. */
export function realServer(name: 'everything' | 'filesystem' | 'memory'): string[] {
  return [process.execPath, join(projectFolder, `node_modules/@modelcontextprotocol/server-${name}/dist/index.js`)];
}

/** Does something when the test is over; other runners than vitest have ways of their own. */
export type AtEnd = (work: () => void) => void;

/** The everything server over streamable HTTP on loopback; ends with the test. Returns its address. */
export async function everythingOverHttp(atEnd: AtEnd = onTestFinished): Promise<string> {
  const port = await freePort();
  const [command = '', ...args] = realServer('everything');
  const child = spawn(command, [...args, 'streamableHttp'], {
    env: { ...process.env, PORT: String(port) },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  atEnd(() => {
    child.kill('SIGKILL');
  });
  await new Promise<void>((ready, fail) => {
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      if (text.includes('listening')) ready();
    });
    child.on('exit', () => fail(new Error('The everything server ended.')));
  });
  return `http://127.0.0.1:${port}/mcp`;
}

/** An HTTP server of the test's own on loopback; ends with the test. Returns its address. */
export async function httpServer(
  answer: (request: IncomingMessage, response: ServerResponse) => void,
): Promise<string> {
  const server = createServer(answer);
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`;
}

/** A port of this computer that nobody listens on. */
export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const { port } = server.address() as AddressInfo;
  await new Promise((closed) => server.close(closed));
  return port;
}
