import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished } from 'vitest';
import { modernHeaders, modernMessage, sendRaw } from './gateway-http.ts';
import { runCli } from './run-cli.ts';
import { pegboardBin } from './serve-app.ts';
import { temporaryFolder } from './temporary-folder.ts';
import { searchOn, write } from './workspace.ts';

/** A workspace on disk, and the variables by which commands find what belongs to it. */
export interface GatewayWorkspace {
  readonly cwd: string;
  readonly env: { readonly PEGBOARD_HOME: string };
}

/** A workspace with live sources that the user agreed to. */
export async function workspaceOf(
  servers: Readonly<Record<string, readonly string[]>>,
  yaml: string = searchOn,
): Promise<GatewayWorkspace> {
  const cwd = temporaryFolder();
  const env = { PEGBOARD_HOME: temporaryFolder() };
  write(cwd, 'pegboard.yaml', yaml);
  for (const [name, command] of Object.entries(servers)) {
    const { code, stderr } = await runCli(['import', '--mcp', '--name', name, '--yes', '--', ...command], { cwd, env });
    expect([code, stderr]).toEqual([0, '']);
  }
  return { cwd, env };
}

/** What a host starts to have the gateway of a workspace on stdin and stdout. */
export function stdioGateway({ cwd, env }: GatewayWorkspace) {
  return {
    command: process.execPath,
    args: [pegboardBin, 'mcp', '--workspace', cwd],
    env: { PATH: process.env.PATH ?? '', ...env },
  };
}

/** `pegboard mcp --http` of a workspace in a process of its own; ends with the test. */
export async function httpGateway({ cwd, env }: GatewayWorkspace): Promise<{ url: string; token: string }> {
  const gateway = spawn(process.execPath, [pegboardBin, 'mcp', '--http', '--port', '0', '--format', 'json'], {
    cwd,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => {
    gateway.kill();
  });
  const [line] = await once(createInterface(gateway.stdout), 'line');
  const { url, token } = JSON.parse(line) as { url: string; token: string };
  return { url, token };
}

/** `pegboard gateway serve` in a process of its own, for `https://tools.example.test`; ends with the test. */
export async function serveGateway({ cwd, env }: GatewayWorkspace) {
  const server = spawn(process.execPath, [pegboardBin, 'gateway', 'serve', '--format', 'json'], {
    cwd,
    env: { ...process.env, ...env, PEGBOARD_GATEWAY_PORT: '0', PEGBOARD_GATEWAY_OPERATIONS_PORT: '0' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => {
    server.kill('SIGKILL');
  });
  const log = text(server.stderr);
  const [line] = await once(createInterface(server.stdout), 'line');
  const { port, operations_port } = JSON.parse(line) as { port: number; operations_port: number };
  return { port, operations: operations_port, log, server };
}

/** Sends a request of the newest revision to a server of `serveGateway`. */
export function askServer(
  port: number,
  token: string,
  method: string,
  params: { name?: string; arguments?: object } = {},
) {
  return sendRaw(port, {
    headers: { ...modernHeaders(token, method, params.name), host: 'tools.example.test' },
    body: modernMessage(method, params as Record<string, unknown>),
  });
}
