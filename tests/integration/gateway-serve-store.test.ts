import { once } from 'node:events';
import { expect, it, vi } from 'vitest';
import { sendRaw } from '../support/gateway-http.ts';
import { askServer, serveGateway, workspaceOf } from '../support/gateway-process.ts';
import { realServer } from '../support/mcp-servers.ts';
import { describeWithPostgres } from '../support/postgres.ts';
import { runCli } from '../support/run-cli.ts';
import { write } from '../support/workspace.ts';

const settings = `public_url: https://tools.example.test
drain_seconds: 20
limits: {requests_per_minute: 100000, concurrent: 50}
store: {postgres: {url: "\${env:STORE_URL}"}}
`;

describeWithPostgres('two processes of pegboard gateway serve on one store', (database) => {
  it('refuse the same tokens, and lose no line of the log when the store is restarted under load', async () => {
    const made = await workspaceOf({ every: realServer('everything') });
    const workspace = { ...made, env: { ...made.env, STORE_URL: await database.database() } };
    write(workspace.cwd, 'pegboard-gateway.yaml', settings);
    const tokens = (...args: string[]) => runCli(['gateway', 'tokens', '--format', 'json', ...args], workspace);
    const ada = String((await tokens('--add', 'ada')).result.token);
    const bob = String((await tokens('--add', 'bob', '--expires', '1h')).result.token);
    expect((await tokens('--add', 'eve', '--persona', 'nobody')).error).toMatchObject({ code: 'unknown_persona' });
    const who = await runCli(['gateway', 'who', '--format', 'json'], { ...workspace, stdin: ada });
    expect(who.result).toMatchObject({ name: 'ada', refused: null });

    const [one, two] = await Promise.all([serveGateway(workspace), serveGateway(workspace)]);
    // Every answer that a caller got is a line of the log that the gateway took.
    let answered = 0;
    const echo = async (port: number, token: string) => {
      const answer = await askServer(port, token, 'tools/call', {
        name: 'tool_call_read',
        arguments: { name: 'every.echo', arguments: { message: 'planted-words' } },
      });
      if (answer.status === 200) answered++;
      return answer;
    };
    for (const { port } of [one, two]) expect((await echo(port, bob)).body).toContain('Echo: planted-words');
    expect((await tokens('--revoke', 'bob')).code).toBe(0);
    for (const { port } of [one, two])
      await vi.waitFor(async () => expect((await echo(port, bob)).status).toBe(401), { timeout: 20_000 });

    let isOver = false;
    const callers = [one, two, one, two].map(async ({ port }) => {
      while (!isOver) {
        const { status, body } = await echo(port, ada);
        expect([status, body.includes('Echo: planted-words')]).toEqual([200, true]);
      }
    });
    const more = (count: number) => {
      const from = answered;
      return vi.waitFor(() => expect(answered).toBeGreaterThan(from + count), { timeout: 60_000 });
    };
    await more(40);
    await database.stop();
    await more(40);
    await vi.waitFor(
      async () =>
        expect((await sendRaw(two.operations, { path: '/readyz', method: 'GET' })).body).toContain('cannot be reached'),
      { timeout: 60_000 },
    );
    await database.start();
    await more(40);
    isOver = true;
    await Promise.all(callers);
    for (const { server } of [one, two]) server.kill('SIGTERM');
    await Promise.all([one, two].map(async ({ server }) => server.exitCode ?? (await once(server, 'exit'))[0]));

    const asked = ['usage', '--from', 'pegboard-gateway.yaml', '--format', 'json'];
    const { result } = await runCli(asked, workspace);
    const calls = (result.report as { tools: { tool: string; calls: number }[] }).tools;
    expect(calls.find(({ tool }) => tool === 'every.echo')?.calls).toBe(answered);
    // Read again, nothing is new.
    expect((await runCli(asked, workspace)).result).toMatchObject({
      read: [{ origin: 'gateway', added: 0, problem: null }],
    });

    const logged = await runCli(
      ['gateway', 'log', '--config', 'pegboard-gateway.yaml', '--limit', '3', '--format', 'json'],
      workspace,
    );
    expect(logged.result).toMatchObject({ entries: [{}, {}, {}], next: expect.any(Number) });
    const { totals } = logged.result as { totals: { tools: object[] } };
    expect(totals.tools).toMatchObject([{ name: 'every.echo', requests: answered, failed: 0 }]);
    const { tokens: listed } = (await tokens()).result as { tokens: Record<string, unknown>[] };
    expect(listed).toMatchObject([
      { name: 'ada', revoked_at: null, last_used_at: expect.any(String) },
      { name: 'bob', revoked_at: expect.any(String) },
    ]);
    const trail = await runCli(['gateway', 'trail', '--format', 'json'], workspace);
    const entries = trail.result.entries as { subject: string; action: string }[];
    expect(entries.map(({ subject, action }) => `${action} ${subject}`).toSorted()).toEqual([
      ...['added token ada', 'added token bob', 'began settings', 'began workspace', 'removed token bob'],
    ]);
    expect((await runCli(['gateway', 'trail', '--verify'], workspace)).code).toBe(0);
    const log = (await one.log) + (await two.log);
    for (const line of log.trim().split('\n')) expect(() => JSON.parse(line)).not.toThrow();
    expect(log).toContain('The store does not answer.');
    for (const hidden of [ada, bob, 'planted-words']) expect(log).not.toContain(hidden);
  });
});
