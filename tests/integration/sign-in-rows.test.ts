import { randomBytes } from 'node:crypto';
import { describe, expect, it, onTestFinished } from 'vitest';
import { nodeFiles } from '#core/files/node-files.ts';
import { FileSignIns } from '#core/gateway/credentials/file-sign-ins.ts';
import { KeyRing } from '#core/gateway/credentials/key-ring.ts';
import { PostgresSignIns } from '#core/gateway/credentials/postgres-sign-ins.ts';
import type { SignInRows } from '#core/gateway/credentials/sign-in-rows.ts';
import { GatewayStore } from '#core/gateway/store/gateway-store.ts';
import { recordingLogger } from '../contract/recording-logger.ts';
import { guardedUpstreams } from '../support/guarded-upstreams.ts';
import { describeWithPostgres } from '../support/postgres.ts';
import { staticToken, teamGateway, teamUrl } from '../support/team-gateway.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const place = { caller: 'token:ada', source: 'crm' };
const row = { ...place, name: 'ada', sealed: 'sealed-1', signed_in_at: 1_700_000_000_000 };

/** What both places promise, for two processes that share it. */
function behaves(open: () => Promise<readonly [SignInRows, SignInRows]>): void {
  it('replaces, claims and removes one version, which one process does at most', async () => {
    const [one, two] = await open();
    expect([await one.read(place), await one.list()]).toEqual([null, []]);
    await one.put(row);
    const first = await two.read(place);
    expect(first).toMatchObject(row);
    const version = first?.version ?? 0;
    const claims = await Promise.all([one, two, one, two].map((rows) => rows.claim(place, version, 60_000)));
    expect(claims.filter(Boolean)).toHaveLength(1);
    expect(await two.replace(place, version, 'sealed-2')).toBe(true);
    expect(await one.replace(place, version, 'sealed-3')).toBe(false);
    const second = await one.read(place);
    expect(second).toMatchObject({ ...row, sealed: 'sealed-2' });
    // The new version may be claimed at once, and the old one by nobody.
    expect(await one.claim(place, version, 60_000)).toBe(false);
    expect(await one.claim(place, second?.version ?? 0, 60_000)).toBe(true);
    expect(await two.remove(place, version)).toBe(false);
    await two.put({ ...row, caller: 'token:bob', name: 'bob' });
    expect((await one.list()).map(({ name }) => name)).toEqual(['ada', 'bob']);
    expect([await one.remove(place), await one.remove(place), await two.read(place)]).toEqual([true, false, null]);
    for (const source of ['a', 'b']) await one.put({ ...row, caller: 'token:bob', source });
    await two.put({ ...row, caller: 'token:eve', source: 'b' });
    expect(await two.counts()).toEqual([
      { source: 'b', callers: 2 },
      { source: 'a', callers: 1 },
      { source: 'crm', callers: 1 },
    ]);
    // A sign-in that is made again has another version.
    await one.put(row);
    expect((await two.read(place))?.version).toBeGreaterThan(second?.version ?? 0);
  });

  it('lets a claim go after its time', async () => {
    const [one, two] = await open();
    await one.put(row);
    const version = (await one.read(place))?.version ?? 0;
    expect(await one.claim(place, version, -1)).toBe(true);
    expect(await two.claim(place, version, 60_000)).toBe(true);
  });
}

describe('sign-ins in a file', () => {
  behaves(async () => {
    const options = { userDataDir: temporaryFolder(), publicUrl: teamUrl, files: nodeFiles, now: Date.now };
    return [new FileSignIns(options), new FileSignIns(options)];
  });
});

describeWithPostgres('sign-ins in the store', (database) => {
  const open = async (url: string) => {
    const settings = { url, schema: 'pegboard', connections: 3, statement_timeout_ms: 5000 };
    const store = await GatewayStore.open({ settings, env: {}, logger: recordingLogger(), now: Date.now });
    onTestFinished(() => store.close());
    return store;
  };
  behaves(async () => {
    const url = await database.database();
    const [one, two] = [await open(url), await open(url)];
    return [new PostgresSignIns(one.postgres), new PostgresSignIns(two.postgres)];
  });

  it('are made at one process, used at the other, and renewed once by both', async () => {
    const upstreams = await guardedUpstreams();
    const ada = staticToken('ada');
    const clock = { ms: 0 };
    const url = await database.database();
    const settings = {
      ...{ tokens: [ada.entry], store: { postgres: { url } } },
      upstreams: [{ source: 'crm', sign_in: {} }],
      sign_in_keys: [{ id: 'one', key: '${env:KEY}' }],
    };
    const env = { KEY: randomBytes(32).toString('base64') };
    const now = () => Date.now() + clock.ms;
    const given = { upstreams, sources: ['crm'], settings, env, now };
    const one = await teamGateway({ ...given, store: await open(url) });
    const { userDataDir, workspace } = one;
    const two = await teamGateway({ ...given, userDataDir, workspace, store: await open(url) });
    const address = /https:\S+ticket=\S+/.exec(await one.whoami(ada.token, 'crm'))?.[0] ?? '';
    // The browser comes back to the other process.
    expect(await one.signIn(address, 'ada-upstream', two)).toContain('ada is signed in');
    const both = [one, two, one, two, one, two];
    const ask = () => Promise.all(both.map(({ whoami }) => whoami(ada.token, 'crm')));
    expect(await ask()).toEqual(Array(6).fill('I am ada-upstream.'));
    clock.ms = 3_580_000;
    expect(await ask()).toEqual(Array(6).fill('I am ada-upstream.'));
    expect(upstreams.grants).toEqual(['authorization_code', 'refresh_token']);
    const rows = JSON.stringify(await database.run(url, 'SELECT * FROM pegboard.sign_ins'));
    for (const secret of upstreams.given) expect(rows).not.toContain(secret);

    const row = await new PostgresSignIns((await open(url)).postgres).read({ caller: 'token:ada', source: 'crm' });
    expect(row?.name).toBe('ada');
    await database.stop();
    clock.ms += 20_000;
    expect(await one.whoami(ada.token, 'crm')).toContain('does not work now (server_unreachable)');
    await database.start();
    clock.ms += 2_000_000;
    await expect.poll(() => two.whoami(ada.token, 'crm'), { timeout: 30_000 }).toBe('I am ada-upstream.');
  });
});

describe('a key ring', () => {
  it('opens what its keys sealed for the same purpose, and nothing that was changed', () => {
    const [first, second] = [randomBytes(32), randomBytes(32)];
    const old = new KeyRing([{ id: 'old', key: first }]);
    const both = new KeyRing([
      { id: 'new', key: second },
      { id: 'old', key: first },
    ]);
    const sealed = old.seal('a text', 'ada');
    expect(old.open(sealed, 'ada')).toEqual({ text: 'a text', isOld: false });
    expect(both.open(sealed, 'ada')).toEqual({ text: 'a text', isOld: true });
    expect(old.open(sealed, 'bob')).toBeNull();
    expect(old.open(both.seal('a text', 'ada'), 'ada')).toBeNull();
    for (let at = 0; at < sealed.length; at++) {
      const other = sealed[at] === 'A' ? 'B' : 'A';
      const changed = `${sealed.slice(0, at)}${other}${sealed.slice(at + 1)}`;
      // The last digit of base64 has bits that mean nothing.
      if (
        !Buffer.from(changed.split('.')[1] ?? '', 'base64url').equals(
          Buffer.from(sealed.split('.')[1] ?? '', 'base64url'),
        )
      )
        expect(old.open(changed, 'ada')).toBeNull();
    }
    expect(old.seal('a text', 'ada')).not.toBe(sealed);
  });
});
