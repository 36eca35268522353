import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { expect, it, onTestFinished, vi } from 'vitest';
import { sendRaw } from '../support/gateway-http.ts';
import { askServer, serveGateway, workspaceOf } from '../support/gateway-process.ts';
import { realServer } from '../support/mcp-servers.ts';
import { describeWithPostgres } from '../support/postgres.ts';
import { runCli, runCliProcess } from '../support/run-cli.ts';
import { write } from '../support/workspace.ts';

const settings = `public_url: https://tools.example.test
drain_seconds: 20
limits: {requests_per_minute: 100000, concurrent: 50}
store: {postgres: {url: "\${env:STORE_URL}"}}
`;

/** A network to a port of this machine that cuts the first connections on which a token is added; its port, and how many it cut. */
async function cuttingNetwork(target: number, times: number) {
  let cuts = 0;
  const server = createServer((from) => {
    const to = connect(target, '127.0.0.1');
    for (const [one, other] of [[from, to] as const, [to, from] as const])
      one.on('error', () => {}).on('close', () => other.destroy());
    from.on('data', (piece: Buffer) => {
      if (cuts >= times || !piece.includes('INSERT INTO tokens')) return to.write(piece);
      cuts++;
      return from.destroy();
    });
    to.pipe(from);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return { port: (server.address() as AddressInfo).port, cuts: () => cuts };
}

describeWithPostgres('a command whose connection to the store is lost', (database) => {
  it.each([
    [2, 'does its work on the next one', 0, /"token":/],
    [100, 'names the reason', 4, /"code":"server_unreachable"/],
  ])('cut %i times, %s', async (times, _what, code, words) => {
    const workspace = await workspaceOf({});
    const url = await database.database();
    const network = await cuttingNetwork(database.port, times);
    const env = { ...workspace.env, STORE_URL: url.replace(`:${database.port}/`, `:${network.port}/`) };
    write(workspace.cwd, 'pegboard-gateway.yaml', settings);
    // The schema is there: what is cut is the transaction that adds the token.
    await runCli(['gateway', 'tokens', '--add', 'first'], { ...workspace, env: { ...env, STORE_URL: url } });
    const made = await runCliProcess(['gateway', 'tokens', '--add', 'ada'], { ...workspace, env });
    expect([made.code, made.stdout + made.stderr]).toEqual([code, expect.stringMatching(words)]);
    expect(network.cuts()).toBeGreaterThanOrEqual(2);
  });
});

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
