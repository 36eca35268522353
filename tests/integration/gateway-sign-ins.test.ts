import { randomBytes } from 'node:crypto';
import { describe, expect, it, onTestFinished } from 'vitest';
import { Postgres } from '#core/db/postgres/postgres.ts';
import { nodeFiles } from '#core/files/node-files.ts';
import { CallerIdentity } from '#core/gateway/credentials/caller-identity.ts';
import { FileSignIns } from '#core/gateway/credentials/file-sign-ins.ts';
import { KeyRing } from '#core/gateway/credentials/key-ring.ts';
import { resealSignIns } from '#core/gateway/credentials/manage-sign-ins.ts';
import { PostgresSignIns } from '#core/gateway/credentials/postgres-sign-ins.ts';
import type { SignInRows } from '#core/gateway/credentials/sign-in-rows.ts';
import { SignIns } from '#core/gateway/credentials/sign-ins.ts';
import { silentLogger } from '#core/logger.ts';
import { describeWithPostgres } from '../support/postgres.ts';
import { runCli } from '../support/run-cli.ts';
import { teamUrl } from '../support/team-gateway.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { searchOn, write } from '../support/workspace.ts';

const keys = ['OLD', 'NEW', 'LOST'].map((name) => ({
  id: name.toLowerCase(),
  value: randomBytes(32).toString('base64'),
}));
const env = Object.fromEntries(keys.map(({ id, value }) => [id.toUpperCase(), value]));
const ringOf = (...ids: string[]) => KeyRing.of(ids.map(settingOf), env);
const settingOf = (id: string) => ({ id, key: `\${env:${id.toUpperCase()}}` });

interface Store {
  readonly rows: SignInRows;
  /** Fields of the settings that name the store. */
  readonly settings: string;
  readonly home: string;
}

/** A server of one store, callers that signed in with keys, and the command. */
function placeOf({ rows, settings, home }: Store) {
  const cwd = temporaryFolder();
  write(cwd, 'pegboard.yaml', searchOn);
  const takeKeys = (...ids: string[]) =>
    write(
      cwd,
      'pegboard-gateway.yaml',
      `public_url: ${teamUrl}\n${settings}sign_in_keys: ${JSON.stringify(ids.map(settingOf))}\n`,
    );
  const signInsWith = (key: string, now: () => number) => {
    const given = { publicUrl: teamUrl, fetch, logger: silentLogger, now };
    return new SignIns({ rows, keys: ringOf(key), ...given });
  };
  const signIn = async (key: string, caller: CallerIdentity, source: string, at: number) => {
    const signIns = signInsWith(key, () => at);
    await signIns.put({ caller: caller.key, name: caller.name, source }, signInAt(source, caller.name));
    return signIns;
  };
  const run = async (...args: string[]) => {
    const given = { cwd, env: { PEGBOARD_HOME: home, ...env } };
    const ran = await runCli(['gateway', ...args], given);
    for (const secret of ['planted-access', 'planted-refresh', ...keys.map(({ value }) => value)])
      expect(ran.stdout + ran.stderr).not.toContain(secret);
    return ran;
  };
  const list = async (...args: string[]) => {
    const { sign_ins } = (await run('sign-ins', ...args)).result as { sign_ins: Record<string, unknown>[] };
    return sign_ins.map(({ caller, source, key, key_is }) => `${caller} ${source} ${key} ${key_is}`);
  };
  return { takeKeys, signIn, signInsWith, run, list };
}

function signInAt(source: string, name: string) {
  return {
    authorization_server: 'https://login.example.test/',
    resource: `https://${source}.example.test/mcp`,
    client: { client_id: 'gateway' },
    metadata: null,
    tokens: { access_token: `planted-access-${name}`, refresh_token: 'planted-refresh', token_type: 'Bearer' },
  };
}

const [ada, bob] = ['ada', 'bob'].map((name) => new CallerIdentity(`token:${name}`, name, null));
const otherAda = new CallerIdentity('oauth:https://login.example.test ada', 'ada', null);
const start = Date.parse('2026-11-22T10:00:00Z');

function signInsSuite(make: () => Promise<Store>): void {
  it('are listed with the key and the last use, and never with a secret', async () => {
    const store = await make();
    const { takeKeys, signIn, signInsWith, run, list } = placeOf(store);
    if (!ada || !bob) throw new Error('no callers');
    takeKeys('new', 'old');
    expect((await run('sign-ins', '--format', 'human')).stdout).toContain('No caller is signed in.');
    await signIn('old', ada, 'crm', start);
    await signIn('new', ada, 'tickets', start + 1000);
    await signIn('lost', bob, 'crm', start + 2000);
    expect(await list()).toEqual([
      'token:ada crm old older',
      'token:ada tickets new newest',
      'token:bob crm lost missing',
    ]);
    expect(await list('--source', 'tickets')).toEqual(['token:ada tickets new newest']);

    let now = start + 60_000;
    const using = signInsWith('new', () => now);
    expect(await using.credential('tickets', ada).token()).toBe('planted-access-ada');
    now += 5000;
    await using.credential('tickets', ada).token();
    await using.close();
    const { sign_ins } = (await run('sign-ins')).result as { sign_ins: Record<string, unknown>[] };
    expect(sign_ins.map(({ signed_in_at, last_used_at }) => [signed_in_at, last_used_at])).toEqual([
      ['2026-11-22T10:00:00.000Z', null],
      ['2026-11-22T10:00:01.000Z', '2026-11-22T10:01:05.000Z'],
      ['2026-11-22T10:00:02.000Z', null],
    ]);
    const { stdout } = await run('sign-ins', '--format', 'human');
    expect(stdout).toMatch(/ada +token:ada +tickets +2026-11-22T10:00 +2026-11-22T10:01 +new/);
    expect(stdout).toMatch(/bob +token:bob +crm +2026-11-22T10:00 +lost \(missing\)/);
    // An earlier use does not replace a later one, and a new sign-in was not used.
    await store.rows.noteUses([{ caller: 'token:ada', source: 'tickets', at: start }]);
    expect((await store.rows.read({ caller: 'token:ada', source: 'tickets' }))?.last_used_at).toBe(start + 65_000);
    await signIn('new', ada, 'tickets', start + 70_000);
    expect((await store.rows.read({ caller: 'token:ada', source: 'tickets' }))?.last_used_at).toBeNull();
  });

  it('end for one source or for all, which the audit trail keeps', async () => {
    const { takeKeys, signIn, signInsWith, run, list } = placeOf(await make());
    if (!ada || !bob) throw new Error('no callers');
    takeKeys('new');
    for (const source of ['crm', 'tickets', 'wiki']) await signIn('new', ada, source, start);
    await signIn('new', bob, 'crm', start);
    await signIn('new', otherAda, 'crm', start);
    const ambiguous = await run('sign-ins', '--revoke', 'ada');
    expect([ambiguous.code, ambiguous.error]).toMatchObject([
      2,
      { message: '2 callers have the name ada.', hint: expect.stringContaining('token:ada') },
    ]);
    expect((await run('sign-ins', '--revoke', 'eve')).error.message).toBe('eve is not signed in.');
    expect((await run('sign-ins', '--revoke', 'bob', '--source', 'wiki')).error.message).toContain('at wiki');
    expect((await run('sign-ins', '--revoke', 'token:ada', '--source', 'crm')).code).toBe(0);
    expect(await list()).toEqual([
      'oauth:https://login.example.test ada crm new newest',
      'token:ada tickets new newest',
      'token:ada wiki new newest',
      'token:bob crm new newest',
    ]);
    const all = await run('sign-ins', '--revoke', 'token:ada', '--format', 'human');
    expect(all.stdout).toBe('Ended the sign-in of ada at tickets.\nEnded the sign-in of ada at wiki.\n');
    expect(await list()).toHaveLength(2);
    await expect(signInsWith('new', Date.now).credential('tickets', ada).token()).rejects.toMatchObject({
      code: 'authentication_required',
    });
    const { entries } = (await run('trail')).result as { entries: Record<string, unknown>[] };
    expect(entries.map(({ action, subject }) => `${action} ${subject}`)).toEqual([
      'removed sign-in ada at crm',
      'removed sign-in ada at tickets',
      'removed sign-in ada at wiki',
    ]);
    expect((await run('trail', '--verify')).code).toBe(0);
  });

  it('are sealed again with the newest key, and those that no key opens are named', async () => {
    const store = await make();
    const { takeKeys, signIn, signInsWith, run, list } = placeOf(store);
    if (!ada || !bob) throw new Error('no callers');
    for (const source of ['crm', 'tickets']) await signIn('old', ada, source, start);
    await signIn('new', bob, 'crm', start);
    await signIn('lost', bob, 'wiki', start);
    takeKeys('new', 'old');
    const sealed = await run('sign-ins', '--reseal');
    expect([sealed.code, sealed.result]).toMatchObject([
      1,
      { resealed: 2, newest: 1, unopened: [{ caller: 'token:bob', source: 'wiki', key: 'lost', key_is: 'missing' }] },
    ]);
    expect((await run('sign-ins', '--reseal', '--source', 'crm')).error.code).toBe('usage');
    // The old key can go.
    takeKeys('new');
    expect(await list()).toEqual([
      ...['token:ada crm new newest', 'token:ada tickets new newest'],
      ...['token:bob crm new newest', 'token:bob wiki lost missing'],
    ]);
    const using = signInsWith('new', Date.now);
    expect(await using.credential('crm', ada).token()).toBe('planted-access-ada');
    await using.close();
    expect((await run('sign-ins', '--revoke', 'bob', '--source', 'wiki')).code).toBe(0);
    expect((await run('sign-ins', '--reseal')).result).toMatchObject({ resealed: 0, newest: 3, unopened: [] });
  });

  it('are left to a process that renews one, until it is done', async () => {
    const { rows, ...rest } = await make();
    const { signIn } = placeOf({ rows, ...rest });
    if (!ada) throw new Error('no caller');
    await signIn('old', ada, 'crm', start);
    const place = { caller: 'token:ada', source: 'crm' };
    const version = (await rows.read(place))?.version ?? 0;
    expect(await rows.claim(place, version, 60_000)).toBe(true);
    let attempts = 0;
    const looked = Promise.withResolvers<void>();
    const watched: SignInRows = Object.create(rows, {
      claim: {
        value: async (...given: Parameters<SignInRows['claim']>) => {
          attempts += 1;
          if (attempts === 2) looked.resolve();
          return rows.claim(...given);
        },
      },
      read: { value: (given: typeof place) => rows.read(given) },
      list: { value: () => rows.list() },
      replace: { value: (...given: Parameters<SignInRows['replace']>) => rows.replace(...given) },
    });
    const resealing = resealSignIns(watched, ringOf('new', 'old'), ['new', 'old'].map(settingOf));
    await looked.promise;
    // What the process got is kept, and sealed again afterwards.
    const about = 'sign-in ["token:ada","crm"]';
    expect(await rows.replace(place, version, ringOf('old').seal('renewed', about))).toBe(true);
    expect(await resealing).toEqual({ resealed: 1, newest: 0, unopened: [] });
    expect(ringOf('new').open((await rows.read(place))?.sealed ?? '', about)?.text).toBe('renewed');
  });
}

describe('sign-ins of callers in a file', () => {
  signInsSuite(async () => {
    const home = temporaryFolder();
    const rows = new FileSignIns({ userDataDir: home, publicUrl: teamUrl, files: nodeFiles, now: Date.now });
    const token = `{name: ci, persona: null, hash: "sha256:${'0'.repeat(64)}"}`;
    return { rows, settings: `tokens: [${token}]\n`, home };
  });
});

describeWithPostgres('sign-ins of callers in the store', (database) => {
  signInsSuite(async () => {
    const url = await database.database();
    const given = { url, schema: 'pegboard', connections: 3, statement_timeout_ms: 5000, env: {}, migrates: true };
    const postgres = await Postgres.open(given);
    onTestFinished(() => postgres.close());
    const settings = `store: {postgres: {url: "${url}"}}\n`;
    return { rows: new PostgresSignIns(postgres), settings, home: temporaryFolder() };
  });
});
