import { expect, it, onTestFinished, vi } from 'vitest';
import { GatewayStore } from '#core/gateway/store/gateway-store.ts';
import { addToken, hashOfToken, listTokens, revokeToken, StoredTokens } from '#core/gateway/store/stored-tokens.ts';
import { gatewayServerSchema } from '#shared/domain/gateway-server.ts';
import { callerBytes } from '../../src-main/hosts/gateway/server/caller-bytes.ts';
import { callerLimits } from '../../src-main/hosts/gateway/server/caller-limits.ts';
import { startGatewayServer } from '../../src-main/hosts/gateway/server/start-gateway-server.ts';
import { recordingLogger } from '../contract/recording-logger.ts';
import { modernHeaders, modernMessage, sendRaw, testGateway } from '../support/gateway-http.ts';
import { describeWithPostgres } from '../support/postgres.ts';

const settings = { schema: 'pegboard', connections: 3, statement_timeout_ms: 5000 };
const publicUrl = 'https://tools.example.test';
const tokenOf = (letter: string) => letter.repeat(43);

async function openStore(url: string) {
  const logger = recordingLogger();
  const store = await GatewayStore.open({ settings: { ...settings, url }, env: {}, logger, now: Date.now });
  onTestFinished(() => store.close());
  return { store, logger };
}

async function serve(url: string, limits: object = {}) {
  const { store, logger } = await openStore(url);
  const all = gatewayServerSchema.parse({
    ...{ public_url: publicUrl, listen: { port: 0 }, operations: { port: 0 }, drain_seconds: 0, limits },
    store: { postgres: { url } },
  });
  const gateway = testGateway();
  const server = await startGatewayServer({ gateway, settings: all, settingsNow: async () => all, logger, store });
  onTestFinished(() => server.close());
  const whoami = async (token: string) => {
    const answer = await sendRaw(server.port, {
      headers: { ...modernHeaders(token, 'tools/call', 'whoami'), host: 'tools.example.test' },
      body: modernMessage('tools/call', { name: 'whoami', arguments: {} }),
    });
    return { ...answer, persona: /"text":"([^"]*)"/.exec(answer.body)?.[1] ?? null };
  };
  const read = async (path: string) => (await sendRaw(server.operationsPort, { path, method: 'GET' })).body;
  return { store, logger, whoami, read };
}

const tokenRow = (letter: string, name: string, persona: string | null, expires_at: number | null = null) => ({
  ...{ hash: hashOfToken(tokenOf(letter)), name, persona, made_at: Date.now(), expires_at },
});

describeWithPostgres('tokens in the store', (server) => {
  it('are let in by every process, as their own persona, until they are revoked or expire', async () => {
    const url = await server.database();
    const [one, two] = [await serve(url), await serve(url)];
    const { postgres } = one.store;
    await addToken(postgres, tokenRow('a', 'ada', 'support'), 'ada@host');
    await addToken(postgres, tokenRow('b', 'build', null), 'ada@host');
    await addToken(postgres, tokenRow('c', 'past', null, Date.now() - 1), 'ada@host');
    for (const { whoami } of [one, two]) {
      await vi.waitFor(async () => expect((await whoami(tokenOf('b'))).persona).toBe('null'), { timeout: 20_000 });
      expect((await whoami(tokenOf('a'))).persona).toBe('support');
      expect((await whoami(tokenOf('c'))).status).toBe(401);
      expect((await whoami(tokenOf('d'))).status).toBe(401);
    }
    await revokeToken(postgres, 'ada', { at: Date.now(), by: 'ada@host' });
    for (const { whoami } of [one, two])
      await vi.waitFor(async () => expect((await whoami(tokenOf('a'))).status).toBe(401), { timeout: 20_000 });
    expect((await two.whoami(tokenOf('b'))).status).toBe(200);
    await one.store.tokens.refresh(true);
    const listed = await listTokens(postgres);
    expect(
      listed.map(({ name, revoked_at, last_used_at }) => [name, revoked_at !== null, last_used_at !== null]),
    ).toEqual([
      ['build', false, true],
      ['past', false, true],
      ['ada', true, true],
    ]);
    // The name is free again; a token that has it is not replaced.
    await addToken(postgres, tokenRow('e', 'ada', null), 'ada@host');
    await expect(addToken(postgres, tokenRow('f', 'ada', null), 'ada@host')).rejects.toMatchObject({ code: 'usage' });
    await expect(revokeToken(postgres, 'nobody', { at: 1, by: 'ada@host' })).rejects.toMatchObject({ code: 'usage' });
  });

  it('are believed for a minute without an answer of the store, and then no more', async () => {
    const url = await server.database();
    const { store } = await openStore(url);
    await addToken(store.postgres, tokenRow('a', 'ada', 'support'), 'ada@host');
    let now = 0;
    const tokens = new StoredTokens(store.postgres, Date.now, () => now);
    expect(tokens.find(tokenOf('a'))).toBe('unavailable');
    await tokens.refresh();
    expect(tokens.find(tokenOf('a'))).toMatchObject({ name: 'ada', persona: 'support' });
    expect(tokens.find(tokenOf('b'))).toBe('unknown');
    now = 60_001;
    expect(tokens.find(tokenOf('a'))).toBe('unavailable');
    // What no token of the store can be needs no store.
    expect(tokens.find('not.one.of-them')).toBe('unknown');
    await tokens.refresh();
    expect(tokens.find(tokenOf('a'))).toMatchObject({ name: 'ada' });
  });
});

describeWithPostgres('limits in the store', (server) => {
  const limitsOf = (store: GatewayStore) => {
    const all = gatewayServerSchema.parse({
      ...{ public_url: publicUrl, limits: { requests_per_minute: 6 }, store: { postgres: { url: 'postgres://x' } } },
    });
    return callerLimits(async () => all, store);
  };
  const take = async (limits: ReturnType<typeof limitsOf>, holder: string) => {
    const place = await limits({ persona: null, holder }, undefined);
    if (typeof place !== 'function') return place.status;
    place();
    return 200;
  };

  it('count the requests of a caller at all processes together', async () => {
    const url = await server.database();
    const [one, two] = [limitsOf((await openStore(url)).store), limitsOf((await openStore(url)).store)];
    const statuses: number[] = [];
    for (let n = 0; n < 5; n++) statuses.push(await take(one, 'ada'), await take(two, 'ada'));
    expect(statuses).toEqual([200, 200, 200, 200, 200, 200, 429, 429, 429, 429]);
    expect(await take(two, `${'long'.repeat(200)}`)).toBe(200);
  });

  it('count the bytes of a caller at all processes together, and at each while the store is away', async () => {
    const url = await server.database();
    const caller = (holder: string) => ({ persona: null, holder });
    const limits = { mb_per_minute: 1 };
    const all = gatewayServerSchema.parse({ public_url: publicUrl, limits, store: { postgres: { url } } });
    const [one, two] = [await openStore(url), await openStore(url)].map(({ store }) =>
      callerBytes(async () => all, store),
    );
    if (!one || !two) throw new Error('no processes');
    const statusAt = async (at: typeof one, holder: string) => (await at.refusal(caller(holder)))?.status ?? 200;
    for (const at of [one, two]) expect(await statusAt(at, 'ada')).toBe(200);
    for (const at of [one, one, two]) at.spend(caller('ada'), 400 * 1024);
    // The second process learns what the first one counted when it adds something itself.
    await vi.waitFor(
      async () => {
        two.spend(caller('ada'), 1);
        expect(await statusAt(two, 'ada')).toBe(429);
      },
      { timeout: 20_000 },
    );
    expect(await two.refusal(caller('ada'))).toMatchObject({
      limit: 'bytes',
      reason: expect.stringContaining('sent and got 1 MB'),
    });
    expect(await statusAt(two, 'bob')).toBe(200);
    await server.stop();
    two.spend(caller('bob'), 1024 * 1024);
    await vi.waitFor(async () => expect(await statusAt(two, 'bob')).toBe(429), { timeout: 20_000 });
    expect(await statusAt(one, 'bob')).toBe(200);
    await server.start();
  });

  it('count each process for itself while the store answers too late', async () => {
    const url = await server.database();
    const { store } = await openStore(url);
    const limits = limitsOf(store);
    const client = await store.postgres.pool.connect();
    await client.query('BEGIN; LOCK TABLE caller_minutes');
    const statuses: number[] = [];
    for (let n = 0; n < 8; n++) statuses.push(await take(limits, 'ada'));
    expect(statuses).toEqual([200, 200, 200, 200, 200, 200, 429, 429]);
    await client.query('ROLLBACK');
    client.release();
  });

  it('count each process for itself while the store is away, without a wait', async () => {
    const url = await server.database();
    const { store } = await openStore(url);
    const limits = limitsOf(store);
    expect(await take(limits, 'ada')).toBe(200);
    await server.stop();
    const statuses: number[] = [];
    for (let n = 0; n < 8; n++) statuses.push(await take(limits, 'ada'));
    expect(statuses).toEqual([200, 200, 200, 200, 200, 200, 429, 429]);
    await server.start();
  });
});

describeWithPostgres('a store that goes away under load', (server) => {
  it('changes no answer, and readiness, metrics and the log name it', async () => {
    const url = await server.database();
    const { store, logger, whoami, read } = await serve(url, { requests_per_minute: 100_000, concurrent: 100 });
    const personas = { a: 'support', b: 'ops team', c: null } as const;
    for (const [letter, persona] of Object.entries(personas))
      await addToken(store.postgres, tokenRow(letter, letter, persona), 'ada@host');
    await store.tokens.refresh();
    expect(await read('/readyz')).toBe('ready\n');
    let isOver = false;
    const answers: { letter: string; status: number | undefined; persona: string | null }[] = [];
    const callers = Object.keys(personas).map(async (letter) => {
      while (!isOver) {
        const { status, persona } = await whoami(tokenOf(letter));
        answers.push({ letter, status, persona });
      }
    });
    const count = answers.length;
    await vi.waitFor(() => expect(answers.length).toBeGreaterThan(count + 20), { timeout: 30_000 });
    await server.stop();
    await vi.waitFor(
      async () => expect(await read('/readyz')).toMatch(/^ready, but: PostgreSQL at .* cannot be reached/),
      {
        timeout: 30_000,
      },
    );
    expect(await read('/metrics')).toMatch(/^pegboard_store_reachable 0$/m);
    const during = answers.length;
    await vi.waitFor(() => expect(answers.length).toBeGreaterThan(during + 20), { timeout: 30_000 });
    await server.start();
    await vi.waitFor(async () => expect(await read('/readyz')).toBe('ready\n'), { timeout: 30_000 });
    expect(await read('/metrics')).toMatch(/^pegboard_store_reachable 1$/m);
    isOver = true;
    await Promise.all(callers);
    const wrong = answers.filter(
      ({ letter, status, persona }) => status !== 200 || persona !== String(personas[letter as keyof typeof personas]),
    );
    expect(wrong).toEqual([]);
    // In turn, beginning with the first.
    const told = logger.lines.flatMap((line) => /does not answer|answers again/.exec(line)?.[0] ?? []);
    expect(told.slice(0, 2)).toEqual(['does not answer', 'answers again']);
    expect(told.at(-1)).toBe('answers again');
  });
});
