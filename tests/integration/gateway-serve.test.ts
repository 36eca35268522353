import { once } from 'node:events';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sendRaw } from '../support/gateway-http.ts';
import { askServer, serveGateway, workspaceOf } from '../support/gateway-process.ts';
import { realServer } from '../support/mcp-servers.ts';
import { runCli } from '../support/run-cli.ts';
import { write } from '../support/workspace.ts';

describe('pegboard gateway serve', () => {
  it('serves a real server to callers of two processes alike, takes new settings and a new catalog, and ends at SIGTERM', async () => {
    const workspace = await workspaceOf({ every: realServer('everything') });
    const made = JSON.parse((await runCli(['gateway', 'token', '--hash', '--format', 'json'], workspace)).stdout);
    const misspelt =
      'upstreams: [{source: evry, exchange: {token_endpoint: "https://login.example.test", client_id: a}}]\n';
    const settings = (tokens: string) =>
      `public_url: https://tools.example.test\ndrain_seconds: 20\n${misspelt}tokens:\n${tokens}`;
    const entry = `  - {name: ci, hash: "${made.hash}", persona: null}\n`;
    write(workspace.cwd, 'pegboard-gateway.yaml', settings(entry));

    const who = await runCli(['gateway', 'who', '--format', 'json'], { ...workspace, stdin: made.token });
    expect([who.code, JSON.parse(who.stdout)]).toMatchObject([
      0,
      { name: 'ci', refused: null, personas: [{ persona: null }] },
    ]);
    expect((await runCli(['gateway', 'who'], { ...workspace, stdin: 'wrong' })).code).toBe(1);

    const [one, two] = await Promise.all([serveGateway(workspace), serveGateway(workspace)]);
    const lists = await Promise.all([one, two].map(({ port }) => askServer(port, made.token, 'tools/list')));
    expect(lists[0]?.status).toBe(200);
    expect(lists[0]?.body).toBe(lists[1]?.body);
    const call = await askServer(two.port, made.token, 'tools/call', {
      name: 'tool_call_read',
      arguments: { name: 'every.echo', arguments: { message: 'planted-words' } },
    });
    expect(call.body).toContain('Echo: planted-words');
    expect((await sendRaw(two.operations, { path: '/readyz', method: 'GET' })).status).toBe(200);

    // A broken version of the file changes nothing; the next good one takes the token away.
    write(workspace.cwd, 'pegboard-gateway.yaml', 'public_url: [');
    expect((await askServer(one.port, made.token, 'tools/list')).status).toBe(200);
    write(workspace.cwd, 'pegboard-gateway.yaml', settings(entry.replace(made.hash, `sha256:${'0'.repeat(64)}`)));
    expect((await askServer(one.port, made.token, 'tools/list')).status).toBe(401);

    for (const { server } of [one, two]) server.kill('SIGTERM');
    const codes = await Promise.all(
      [one, two].map(async ({ server }) => server.exitCode ?? (await once(server, 'exit'))[0]),
    );
    expect(codes).toEqual([0, 0]);
    const log = await two.log;
    for (const line of log.trim().split('\n')) expect(() => JSON.parse(line)).not.toThrow();
    expect(log).toContain('upstreams names a source that the catalog does not have.","source":"evry"');
    expect(log).toContain('"method":"tools/call"');
    expect(log).not.toContain('planted-words');
    expect(log + (await one.log)).not.toContain(made.token);
    expect(await one.log).toContain('the last good ones stay');
  });

  it('refuses settings that nobody could call by, with the place', async () => {
    const workspace = await workspaceOf({});
    write(workspace.cwd, 'pegboard-gateway.yaml', 'public_url: https://tools.example.test\ntokens: [{name: a}]\n');
    const { code, stderr } = await runCli(['gateway', 'serve'], workspace);
    expect(code).toBe(2);
    expect(stderr).toContain(`${join(workspace.cwd, 'pegboard-gateway.yaml')}:2:`);
    expect(stderr).toContain('tokens.0.hash');
    expect((await runCli(['gateway', 'serve', '--config', 'none.yaml'], workspace)).stderr).toContain('none.yaml');
  });
});
