import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { openScratchDatabase } from '#core/db/open-database.ts';
import { Postgres } from '#core/db/postgres/postgres.ts';
import { nodeFiles } from '#core/files/node-files.ts';
import { addToken, revokeToken } from '#core/gateway/store/stored-tokens.ts';
import { FileTrail } from '#core/gateway/trail/file-trail.ts';
import { PostgresTrail } from '#core/gateway/trail/postgres-trail.ts';
import type { Trail } from '#core/gateway/trail/trail.ts';
import { type TrailEntry, trailChecker } from '#core/gateway/trail/trail-entry.ts';
import { watchTrail } from '#core/gateway/trail/watch-trail.ts';
import { usagePath } from '#core/gateway/usage/usage-file.ts';
import { loadWorkspace } from '#core/workspace/load-workspace.ts';
import { gatewayServerSchema } from '#shared/domain/gateway-server.ts';
import { recordingLogger } from '../contract/recording-logger.ts';
import { listOf } from '../support/git-workspace.ts';
import { describeWithPostgres } from '../support/postgres.ts';
import type { TestPostgres } from '../support/postgres-server.ts';
import { runCli } from '../support/run-cli.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { write } from '../support/workspace.ts';

/** A place for one trail, whatever store it is in. */
interface Store {
  open(): Promise<Trail>;
  /** Runs a statement on its table of entries, as somebody with all rights would; `{entries}` stands for the table. */
  tamper(statement: string): Promise<unknown>;
  /** Takes the triggers away that keep entries as they are. */
  unguard(): Promise<unknown>;
  /** What `pegboard gateway trail` needs. */
  readonly folder: string;
  readonly env: Readonly<Record<string, string>>;
}

const yaml = 'sources: [{name: shop, path: sources/shop.json, format: tools_list}]\n';
const publicUrl = 'public_url: https://tools.example.test\n';

function workspaceFolder(settings: string): string {
  const folder = temporaryFolder();
  write(folder, 'pegboard.yaml', yaml);
  write(folder, 'sources/shop.json', listOf([{ name: 'order', description: 'Orders.' }]));
  write(folder, 'pegboard-gateway.yaml', `${publicUrl}${settings}`);
  return folder;
}

async function fileStore(): Promise<Store> {
  const folder = workspaceFolder(`tokens: [{name: ci, persona: null, hash: "sha256:${'0'.repeat(64)}"}]\n`);
  const home = temporaryFolder();
  const path = join(await usagePath(home, folder, nodeFiles), '../trail.db');
  const run = async (statement: string) => {
    const scratch = openScratchDatabase();
    try {
      scratch.exec(`ATTACH '${path}' AS trail; ${statement.replace('{entries}', 'trail.entries')}`);
    } finally {
      scratch.close();
    }
  };
  const open = async () => {
    const trail = await FileTrail.open(home, folder, nodeFiles);
    onTestFinished(() => trail.close());
    return trail;
  };
  const unguard = () => run('DROP TRIGGER trail.entries_stay; DROP TRIGGER trail.entries_are_kept');
  return { folder, env: { PEGBOARD_HOME: home }, open, tamper: run, unguard };
}

async function postgresStore(server: TestPostgres): Promise<Store & { postgres: Postgres }> {
  const url = await server.database();
  const given = { url, schema: 'pegboard', connections: 3, statement_timeout_ms: 5000, env: {}, migrates: true };
  const postgres = await Postgres.open(given);
  onTestFinished(() => postgres.close());
  const run = (statement: string) => server.run(url, statement.replace('{entries}', 'pegboard.trail'));
  return {
    folder: workspaceFolder(`store: {postgres: {url: "${url}"}}\n`),
    env: { PEGBOARD_HOME: temporaryFolder() },
    postgres,
    open: async () => new PostgresTrail(postgres),
    tamper: run,
    unguard: () => run('DROP TRIGGER trail_stays ON pegboard.trail'),
  };
}

const problemOf = (entries: readonly TrailEntry[]) => {
  const check = trailChecker();
  return entries.map(check).find((problem) => problem !== null) ?? null;
};
const by = 'ada@host';

function trailSuite(make: () => Promise<Store>): void {
  it('has an entry for each difference, whoever observed the state before', async () => {
    const store = await make();
    const [one, two] = [await store.open(), await store.open()];
    expect(await one.observe('workspace', { policy: 'a', 'persona x': '1' }, { by, at: 5 })).toMatchObject([
      { number: 1, at: 5, by, action: 'began', subject: 'workspace' },
    ]);
    expect(await two.observe('workspace', { policy: 'a', 'persona x': '1' }, { by: 'bob', at: 6 })).toEqual([]);
    await two.observe('settings', { limits: '1' }, { by: 'bob', at: 6 });
    await two.observe('workspace', { policy: 'b\0\ud800', 'persona y': '2' }, { by: 'bob\0', at: 7 });
    await one.observe('settings', { limits: 'x'.repeat(5000) }, { by, at: 8 });
    const entries = await one.read(0, 100);
    expect(entries.slice(2).map(({ action, subject, before }) => [action, subject, before])).toEqual([
      ['removed', 'persona x', '1'],
      ['added', 'persona y', null],
      ['changed', 'policy', 'a'],
      ['changed', 'limits', '1'],
    ]);
    expect(entries.at(-1)?.after).toMatch(/^sha256:/);
    expect(problemOf(entries)).toBeNull();
    expect(await one.read(4, 1)).toEqual([entries[4]]);
    expect(await two.newest(2)).toEqual([entries.at(-1), entries.at(-2)]);
  });

  it('is one chain when many write at once', async () => {
    const store = await make();
    const trails = await Promise.all([1, 2, 3].map(() => store.open()));
    for (let round = 0; round < 10; round++)
      await Promise.all(
        trails.map((trail, i) => trail.observe('workspace', { policy: `${round} ${i}` }, { by, at: 1 })),
      );
    const entries = await store.open().then((trail) => trail.read(0, 100));
    expect(entries).toHaveLength(30);
    // Each began from what the one before left.
    expect(entries.slice(2).map(({ before }) => before)).toEqual(entries.slice(1, -1).map(({ after }) => after));
    expect(problemOf(entries)).toBeNull();
  });

  it('refuses changes, and shows those that were made in spite of that', async () => {
    const store = await make();
    const trail = await store.open();
    for (const policy of ['a', 'b', 'c', 'd']) await trail.observe('workspace', { policy }, { by, at: 1 });
    const pegboard = (...words: string[]) =>
      runCli(['gateway', 'trail', '--format', 'json', ...words], { cwd: store.folder, env: store.env });
    for (const statement of [`UPDATE {entries} SET "by" = 'eve'`, 'DELETE FROM {entries}'])
      await expect(store.tamper(statement)).rejects.toThrow(/append-only/);
    const whole = await pegboard('--verify');
    expect([whole.code, whole.result]).toMatchObject([0, { entries: 4, problem: null }]);
    expect((await pegboard('--limit', '2')).result.entries).toMatchObject([{ number: 3 }, { number: 4, after: 'd' }]);
    const { stdout } = await pegboard('--export');
    writeFileSync(join(store.folder, 'trail.jsonl'), stdout);
    expect((await pegboard('--verify', 'trail.jsonl')).result).toEqual(whole.result);
    writeFileSync(join(store.folder, 'short.jsonl'), stdout.split('\n').slice(0, 3).join('\n'));
    expect((await pegboard('--verify', 'short.jsonl')).code).toBe(0);
    const missed = await pegboard('--verify', 'short.jsonl', '--expect', String(whole.result.last));
    expect([missed.code, missed.result.problem]).toEqual([1, expect.stringContaining('missing at the end')]);
    writeFileSync(join(store.folder, 'odd.jsonl'), '{"number": 1}\n');
    expect((await pegboard('--verify', 'odd.jsonl')).error).toMatchObject({ code: 'invalid_input' });

    await store.unguard();
    await store.tamper(`UPDATE {entries} SET "by" = 'eve' WHERE number = 2`);
    expect((await pegboard('--verify')).result.problem).toBe('Entry 2 was changed after it was written.');
    await store.tamper('DELETE FROM {entries} WHERE number = 2');
    const gap = await pegboard('--verify');
    expect([gap.code, gap.result.problem]).toEqual([1, 'Entry 2 is missing: 3 follows 1.']);
  });
}

describe('the audit trail in a file', () => {
  trailSuite(fileStore);

  it('names who changed policies, personas, approvals and tokens, by the commit of the change', async () => {
    const { folder, env, open } = await fileStore();
    const commit = (name: string) => {
      const git = (...words: string[]) =>
        execFileSync('git', ['-c', `user.name=${name}`, '-c', `user.email=${name}@example.org`, ...words], {
          cwd: folder,
        });
      git('init', '-q');
      git('add', '-A');
      git('commit', '-qm', 'x');
    };
    const settingsOf = (hash: string) =>
      gatewayServerSchema.parse({ public_url: 'https://x.test', tokens: [{ name: 'ci', persona: null, hash }] });
    let settings = settingsOf(`sha256:${'0'.repeat(64)}`);
    let loaded = await loadWorkspace(folder, nodeFiles);
    const logger = recordingLogger();
    const trail = await open();
    const watch = watchTrail({
      ...{ trail, logger, account: 'server@host', now: Date.now, settingsPath: join(folder, 'pegboard-gateway.yaml') },
      ...{ rules: () => loaded, settings: async () => settings },
    });
    const entries = async () => (await trail.read(0, 100)).map((entry) => [entry.subject, entry.action, entry.by]);
    const grow = (count: number) =>
      vi.waitFor(async () => expect(await entries()).toHaveLength(count), { timeout: 30_000 });
    await grow(2);
    write(folder, 'pegboard.yaml', `${yaml}policy: {denied_tools: [shop.order]}\npersonas: [{name: support}]\n`);
    commit('ada');
    loaded = await loadWorkspace(folder, nodeFiles);
    await grow(4);
    expect((await runCli(['review', '--lock'], { cwd: folder, env })).code).toBe(0);
    loaded = await loadWorkspace(folder, nodeFiles);
    await grow(6);
    settings = settingsOf(`sha256:${'1'.repeat(64)}`);
    await grow(7);
    await watch.close();
    const ada = expect.stringMatching(/^ada <ada@example\.org>, commit [0-9a-f]+$/);
    const server = 'server@host (not in a commit)';
    const reopened = await open();
    const all = (await reopened.read(0, 100)).map((entry) => [entry.subject, entry.action, entry.by]);
    expect(all).toEqual([
      ['workspace', 'began', server],
      ['settings', 'began', server],
      ['persona support', 'added', ada],
      ['policy', 'changed', ada],
      ['approval shop.order', 'added', server],
      ['lock', 'removed', server],
      ['token ci', 'changed', ada],
    ]);
    expect(logger.lines.filter((line) => line.includes('"audit"'))).toHaveLength(7);
  });
});

describeWithPostgres('the audit trail in a database', (server) => {
  trailSuite(() => postgresStore(server));

  it('has every token that was made or revoked, with who did it', async () => {
    const { postgres, open } = await postgresStore(server);
    const row = { hash: `sha256:${'a'.repeat(64)}`, name: 'ci', persona: 'x', made_at: 7, expires_at: null };
    await addToken(postgres, row, by);
    await addToken(postgres, row, by);
    await revokeToken(postgres, 'ci', { at: 9, by: 'bob' });
    await revokeToken(postgres, 'ci', { at: 9, by: 'bob' });
    const entries = await (await open()).read(0, 10);
    expect(entries).toMatchObject([
      { at: 7, by, action: 'added', subject: 'token ci', after: '{"persona":"x","expires_at":null}' },
      { at: 9, by: 'bob', action: 'removed', subject: 'token ci', after: null },
    ]);
    expect(problemOf(entries)).toBeNull();
  });
});
