import { once } from 'node:events';
import { createORPCClient } from '@orpc/client';
import { RPCLink } from '@orpc/client/websocket';
import { describe, expect, it, onTestFinished } from 'vitest';
import { WebSocket } from 'ws';
import type { PegboardClient } from '../support/in-process-client.ts';
import { fixtureServer } from '../support/mcp-servers.ts';
import { runCli } from '../support/run-cli.ts';
import { serveApp } from '../support/serve-app.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { workspaceFolder } from '../support/workspace.ts';

/** A workspace with the tools of a server whose schemas take exponential time without a bound. */
async function withHostileServer(env: Readonly<Record<string, string>>): Promise<string> {
  const cwd = workspaceFolder([{ name: 'files.read', description: 'Read a file' }]);
  const args = ['import', '--name', 'bad', '--yes', '--mcp', '--', ...fixtureServer('branching-schemas')];
  const imported = await runCli(args, { cwd, env });
  expect(imported.code, imported.stderr).toBe(0);
  return cwd;
}

async function connect(url: string): Promise<PegboardClient> {
  const { host, hash } = new URL(url);
  const token = new URLSearchParams(hash.slice(1)).get('token') ?? '';
  const socket = new WebSocket(`ws://${host}/rpc`, ['pegboard', `token.${token}`], { origin: `http://${host}` });
  onTestFinished(() => socket.close());
  await once(socket, 'open');
  return createORPCClient(new RPCLink({ websocket: socket as unknown as globalThis.WebSocket }));
}

describe('a server whose schemas take exponential time to check', () => {
  const nested = (depth: number): object => (depth === 0 ? {} : { next: nested(depth - 1) });

  it('stops no command', async () => {
    const env = { PEGBOARD_HOME: temporaryFolder() };
    const cwd = await withHostileServer(env);
    const doctor = await runCli(['doctor'], { cwd, env });
    expect([doctor.code, doctor.stdout]).toEqual([0, expect.stringContaining('3 tools with findings')]);
    const problems = await runCli(['tools', '--problems'], { cwd, env });
    expect(problems.stdout).toContain('example_not_checked');
    const payload = await runCli(['export', 'payload', '--provider', 'anthropic'], { cwd, env });
    expect([payload.code, payload.stderr]).toEqual([0, expect.stringContaining('payload_example_left_out')]);
    const call = ['call', 'bad.branching_0', '--args', JSON.stringify({ node: nested(45) }), '--yes'];
    const called = await runCli(call, { cwd, env });
    expect([called.code, called.stdout]).toEqual([0, expect.stringContaining('called')]);
    expect(called.stderr).toContain('arguments_not_checked');
  });

  it('stops no other call of the app, and the app ends when it is asked to', async () => {
    const env = { PEGBOARD_HOME: temporaryFolder() };
    const root = await withHostileServer(env);
    const served = await serveApp({ workspace: root, env: { ...process.env, ...env } });
    onTestFinished(() => served.kill());
    const client = await connect(served.url);
    const linting = client.catalog.lint();
    const searches = Array.from({ length: 5 }, () => client.search.toolSearch({ input: { query: 'read a file' } }));
    const answered = await Promise.all(searches);
    expect(answered).toHaveLength(5);
    expect(JSON.stringify(await linting)).toContain('example_not_checked');
    // Work that hangs would never let the signal be heard.
    void client.catalog.lint().catch(() => undefined);
    await served.close();
  });
});
