import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { buildCatalog } from '#core/catalog/catalog.ts';
import { normaliseTool, toolRecordHash } from '#core/catalog/normalise-tool.ts';
import { databaseError, openIndexDatabase, UnusableDatabase } from '#core/db/open-database.ts';
import { nodeFiles } from '#core/files/node-files.ts';
import { silentLogger } from '#core/logger.ts';
import { catalogFingerprint, type IndexRow, toIndexRow } from '#core/search/index-row.ts';
import { ToolIndex } from '#core/search/tool-index.ts';
import { openWorkspaceIndex } from '#core/workspace/open-index.ts';
import { workspaceConfigSchema } from '#shared/domain/config.ts';
import { sourceSchema } from '#shared/domain/source.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { search, testServices, workspaceFolder, write } from '../../support/workspace.ts';

const source = sourceSchema.parse({ name: 's', path: 'p', format: 'tools_list' });
let clock = 1000;
const row = (name: string, over: Partial<IndexRow> = {}): IndexRow => ({
  name,
  namespace: null,
  description: `Does ${name}`,
  tags: '[]',
  side_effects: null,
  loading_mode: 'deferred',
  declared_mode: 'undeclared',
  tool_record_hash: `hash of ${name}`,
  ...over,
});

function open(path: string | null, fts: 'detect' | 'off' = 'detect'): ToolIndex {
  const index = new ToolIndex({ path, fts, now: () => clock });
  onTestFinished(() => {
    try {
      index.close();
    } catch {}
  });
  return index;
}

function raw(path: string) {
  const database = new BetterSqlite3(path);
  onTestFinished(() => {
    database.close();
  });
  return database;
}

describe('tool index', () => {
  it('in memory, is filled between other work with what a sync would write, and stops when it is told to', async () => {
    const rows = Array.from({ length: 1200 }, (_, i) => row(`tool${i}`, { description: `paint wall ${i % 7}` }));
    const [filled, synced] = [open(null), open(null)];
    let turns = 0;
    const counting = setInterval(() => turns++, 0);
    await filled.fill(rows);
    clearInterval(counting);
    expect(turns).toBeGreaterThan(2);
    synced.sync(rows);
    expect(filled.matchFullText('wall AND 3')).toEqual(synced.matchFullText('wall AND 3'));
    // The pages that full text takes depend on how it was written.
    expect([filled.corpus(), { ...filled.status(), bytes: 0 }]).toEqual([
      synced.corpus(),
      { ...synced.status(), bytes: 0 },
    ]);

    let asked = 0;
    await expect(open(null).fill(rows, { isCancelled: () => ++asked > 2 })).rejects.toThrow(/cancelled/);
    expect(asked).toBe(3);
  });

  it('makes folder and database on first use, in WAL mode, and keeps itself out of git (R2.02, R2.03)', async () => {
    const root = temporaryFolder();
    const cacheDir = join(root, 'deep/.pegboard');
    const { index, memoryReason } = await openWorkspaceIndex({
      root,
      cacheDir,
      fts: 'detect',
      now: () => 0,
      files: nodeFiles,
      logger: silentLogger,
    });
    index.sync([row('a')]);
    expect(memoryReason).toBeNull();
    expect(readdirSync(cacheDir)).toContain('tool_cache.db');
    expect(existsSync(join(cacheDir, '.gitignore'))).toBe(true);
    expect(raw(join(cacheDir, 'tool_cache.db')).pragma('journal_mode', { simple: true })).toBe('wal');
    for (const sibling of ['wal', 'shm']) expect(existsSync(join(cacheDir, `tool_cache.db-${sibling}`))).toBe(true);
    expect(open(join(cacheDir, 'tool_cache.db')).sync([row('another')]).inserted).toBe(1);
    index.close();
  });

  it('has the tables, indexes and tokenizer of the seeds, and of a tool its metadata only: no schema, and nothing that binds it to its server (R1.03, R2.05, R2.06, R2.09)', () => {
    const path = join(temporaryFolder(), 'x.db');
    const captured = { name: 'a', description: 'Does a', tags: ['t'], side_effects: 'read', loading_mode: 'deferred' };
    const rest = { inputSchema: {}, outputSchema: {}, examples: [{ args: {} }], extra: { colour: 'red' } };
    const { tools } = buildCatalog(
      [{ source: { ...source, format: 'tools_list' }, tools: [{ ...captured, ...rest }] }],
      workspaceConfigSchema.parse({ tool_search: { enabled: true } }),
      new Map(),
    );
    expect(tools[0]).toMatchObject({ source: 's', upstream_name: 'a' });
    clock = 1000;
    open(path).sync(tools.map(toIndexRow));
    const database = raw(path);
    const sql = (name: string) =>
      database.prepare('SELECT sql FROM sqlite_master WHERE name = ?').pluck().get(name) as string;
    for (const table of [
      'tools',
      'tools_fts',
      'tool_index_meta',
      'idx_tools_namespace',
      'idx_tools_loading_mode',
      'idx_tools_side_effects',
    ]) {
      expect(sql(table), table).toBeTruthy();
    }
    expect(sql('tools_fts')).toMatch(
      /USING fts5\(\s*name, description, tags,\s*content = 'tools',\s*content_rowid = 'id',\s*tokenize = 'porter unicode61'\s*\)$/,
    );
    expect(database.prepare('SELECT * FROM tools').all()).toEqual([
      {
        ...{ id: 1, name: 's.a', namespace: 's', description: 'Does a', tags: '["t"]', side_effects: 'read' },
        ...{
          loading_mode: 'deferred',
          declared_mode: 'deferred',
          tool_record_hash: expect.stringMatching(/^[0-9a-f]{64}$/),
        },
        ...{ created_at: 1000, updated_at: 1000 },
      },
    ]);
  });

  it('keeps the full text equal to the rows by its triggers (R2.07)', () => {
    const path = join(temporaryFolder(), 'x.db');
    const index = open(path);
    index.sync([row('a', { description: 'paint walls' }), row('b', { description: 'paint doors' })]);
    index.sync([row('a', { description: 'sand walls', tool_record_hash: 'new' })]);
    expect(index.matchFullText('"paint"')).toEqual([]);
    expect(index.matchFullText('"sand"').map(([name]) => name)).toEqual(['a']);
    // Rows that nobody writes through the index: only the triggers can tell the full text.
    const database = raw(path);
    const check = database.prepare("INSERT INTO tools_fts(tools_fts, rank) VALUES ('integrity-check', 1)");
    const found = (word: string) => index.matchFullText(`"${word}"`).map(([name]) => name);
    database.exec(`INSERT INTO tools (name, description, tags, loading_mode, declared_mode, tool_record_hash, created_at, updated_at)
      VALUES ('c', 'oil hinges', '["metal"]', 'deferred', 'deferred', 'h', 0, 0)`);
    check.run();
    expect([found('c'), found('oil'), found('metal')]).toEqual([['c'], ['c'], ['c']]);
    for (const [column, before, after] of [
      ['name', 'c', 'd'],
      ['description', 'oil', 'grease'],
      ['tags', 'metal', 'iron'],
    ] as const) {
      database.prepare(`UPDATE tools SET ${column} = ? WHERE name IN ('c', 'd')`).run(after);
      check.run();
      expect([found(before), found(after)], column).toEqual([[], ['d']]);
    }
    database.exec("DELETE FROM tools WHERE name = 'd'");
    check.run();
    expect(found('grease')).toEqual([]);
  });

  it('opens an existing file again and survives a restart (R2.08, R2.19)', () => {
    const path = join(temporaryFolder(), 'x.db');
    const first = open(path);
    first.sync([row('a')]);
    first.close();
    const again = open(path);
    expect(again.exact('a')).toBe('a');
    expect(again.matchFullText('"does"')).toHaveLength(1);
    // With a trigger gone, all three are made a second time.
    raw(path).exec('DROP TRIGGER tools_fts_delete');
    expect(open(path).matchFullText('"does"')).toHaveLength(1);
    expect(raw(path).prepare("SELECT count(*) FROM sqlite_master WHERE type = 'trigger'").pluck().get()).toBe(3);
  });

  it('writes no row for an unchanged catalog, whatever its order (R2.15)', () => {
    const path = join(temporaryFolder(), 'x.db');
    const index = open(path);
    index.sync([row('a'), row('b')]);
    const watcher = raw(path);
    expect(watcher.prepare('SELECT value FROM tool_index_meta').pluck().all()).toContain(
      catalogFingerprint([row('a'), row('b')]),
    );
    // It changes for a connection when another one writes anything.
    const version = () => watcher.pragma('data_version', { simple: true });
    const before = version();
    expect(index.sync([row('b'), row('a')])).toEqual({
      inserted: 0,
      updated: 0,
      removed: 0,
      unchanged: 2,
      rebuilt: false,
    });
    expect(version()).toBe(before);
    index.sync([row('b')]);
    expect(version()).not.toBe(before);
    expect(catalogFingerprint([row('a'), row('b')])).toBe(catalogFingerprint([row('b'), row('a')]));
  });

  it('writes only what changed and leaves the other timestamps, unless a workspace switches that off (R2.16, R2.25)', async () => {
    const path = join(temporaryFolder(), 'x.db');
    const index = open(path);
    clock = 1000;
    const many = Array.from({ length: 500 }, (_, i) => row(`t${i}`));
    index.sync(many);
    // What is written, even where it leaves a row as it was.
    const watcher = raw(path);
    watcher.exec('CREATE TABLE written (name TEXT)');
    for (const [act, side] of Object.entries({ INSERT: 'NEW', UPDATE: 'NEW', DELETE: 'OLD' }))
      watcher.exec(
        `CREATE TRIGGER watch_${act} AFTER ${act} ON tools BEGIN INSERT INTO written VALUES ('${act} ' || ${side}.name); END`,
      );
    const written = () => watcher.prepare('DELETE FROM written RETURNING name').pluck().all().toSorted();
    clock = 2000;
    const changed = many
      .with(7, row('t7', { description: 'other', tool_record_hash: 'other' }))
      .with(8, row('t8', { loading_mode: 'always' }));
    expect(index.sync(changed)).toEqual({ inserted: 0, updated: 2, removed: 0, unchanged: 498, rebuilt: false });
    expect(written()).toEqual(['UPDATE t7', 'UPDATE t8']);
    expect(index.namesByMode('always')).toEqual(['t8']);
    const times = raw(path).prepare('SELECT updated_at, count(*) AS n FROM tools GROUP BY updated_at').all();
    expect(times).toEqual([
      { updated_at: 1000, n: 498 },
      { updated_at: 2000, n: 2 },
    ]);
    expect(raw(path).prepare("SELECT created_at FROM tools WHERE name = 't7'").pluck().get()).toBe(1000);
    clock = 3000;
    expect(index.sync([...changed.slice(1), row('new')])).toMatchObject({ inserted: 1, updated: 0, removed: 1 });
    expect(written()).toEqual(['DELETE t0', 'INSERT new']);
    expect(raw(path).prepare('SELECT name FROM tools WHERE updated_at = 3000').pluck().all()).toEqual(['new']);

    for (const incremental of [true, false]) {
      const yaml = `tool_search: {enabled: true, enable_incremental_index: ${incremental}}\n`;
      const root = workspaceFolder([{ name: 'a' }, { name: 'b' }, { name: 'c' }], yaml);
      const lastSync = async () => {
        const services = await testServices();
        await services.workspace.open({ path: root });
        await search(services, { query: 'a' });
        const { index: status } = (await services.workspace.current()) ?? {};
        await services.close();
        return status?.last_sync;
      };
      await lastSync();
      write(root, 'sources/test.jsonl', '{"name": "a"}\n{"name": "b", "description": "New"}\n{"name": "d"}\n');
      expect(await lastSync()).toEqual(
        incremental
          ? { inserted: 1, updated: 1, removed: 1, unchanged: 1, rebuilt: false }
          : { inserted: 3, updated: 0, removed: 0, unchanged: 0, rebuilt: true },
      );
    }
  });

  it('rebuilds from nothing when asked and lists names by mode', () => {
    const index = open(null);
    index.sync([row('a'), row('b', { loading_mode: 'always' })]);
    expect(index.sync([row('a'), row('b', { loading_mode: 'always' })], { rebuild: true })).toMatchObject({
      inserted: 2,
      rebuilt: true,
    });
    expect([index.namesByMode('deferred'), index.namesByMode('always')]).toEqual([['a'], ['b']]);
    index.clear();
    expect(index.count()).toBe(0);
  });

  it('stops between batches when cancelled and leaves the index as it was', () => {
    const index = open(null);
    index.sync([row('a')]);
    let asked = 0;
    const many = Array.from({ length: 2000 }, (_, i) => row(`t${i}`));
    expect(() => index.sync(many, { isCancelled: () => ++asked > 2 })).toThrow(/cancelled/);
    expect(index.namesByMode('deferred')).toEqual(['a']);
  });

  it('stores its schema version, migrates an older file and leaves a newer one alone (R2.20)', async () => {
    const cacheDir = temporaryFolder();
    const path = join(cacheDir, 'tool_cache.db');
    const old = raw(path);
    old.exec('CREATE TABLE tool_index_meta (key TEXT PRIMARY KEY, value TEXT NOT NULL)');
    const migrated = open(path);
    expect(migrated.status().schema_version).toBe(1);
    expect(migrated.sync([row('a')]).inserted).toBe(1);
    expect(old.prepare("SELECT value FROM tool_index_meta WHERE key = 'schema_version'").pluck().get()).toBe('1');
    old.prepare("UPDATE tool_index_meta SET value = '99' WHERE key = 'schema_version'").run();
    expect(() => openIndexDatabase(path)).toThrow(UnusableDatabase);
    const options = {
      root: cacheDir,
      cacheDir,
      fts: 'detect' as const,
      now: () => 5,
      files: nodeFiles,
      logger: silentLogger,
    };
    const { index, memoryReason } = await openWorkspaceIndex(options);
    expect(memoryReason).toContain('newer Pegboard');
    expect(index.path).toBeNull();
    expect(readdirSync(cacheDir).filter((file) => file.includes('corrupt'))).toEqual([]);
    index.close();
  });

  it('works without FTS5, found missing or switched off, and fills the full text again when it is back (R2.21, R2.22)', () => {
    const path = join(temporaryFolder(), 'x.db');
    const withFts = open(path);
    withFts.sync([row('a')]);
    expect(withFts.ftsAvailable).toBe(true);
    withFts.close();
    const without = open(path, 'off');
    expect(without.ftsAvailable).toBe(false);
    without.sync([row('a'), row('later')]);
    without.close();
    expect(open(path).matchFullText('"later"')).toHaveLength(1);

    // An SQLite that was built without it refuses the table.
    const { exec } = BetterSqlite3.prototype;
    const refusing = vi.spyOn(BetterSqlite3.prototype, 'exec').mockImplementation(function (
      this: BetterSqlite3.Database,
      sql,
    ) {
      if (/using fts5/i.test(sql)) throw new Error('no such module: fts5');
      return exec.call(this, sql);
    });
    onTestFinished(() => refusing.mockRestore());
    const missing = open(null);
    expect([missing.ftsAvailable, missing.status().fts_available]).toEqual([false, false]);
    expect(missing.sync([row('a')]).inserted).toBe(1);
  });

  it('puts a damaged file aside, deletes nothing, and starts anew', async () => {
    const cacheDir = temporaryFolder();
    writeFileSync(
      join(cacheDir, 'tool_cache.db'),
      'this is no database, but long enough to be taken for one'.repeat(100),
    );
    const { index } = await openWorkspaceIndex({
      root: cacheDir,
      cacheDir,
      fts: 'detect',
      now: () => 77,
      files: nodeFiles,
      logger: silentLogger,
    });
    expect(index.sync([row('a')]).inserted).toBe(1);
    expect(readdirSync(cacheDir)).toContain('tool_cache.db.corrupt-77');
    index.close();
  });

  it('waits for a lock and then says who waits for what; a lock is never corruption', () => {
    const path = join(temporaryFolder(), 'x.db');
    const index = open(path);
    index.sync([row('a')]);
    const other = raw(path);
    other.exec('BEGIN IMMEDIATE');
    expect(() => index.sync([row('b')])).toThrow(expect.objectContaining({ code: 'database_busy' }));
    other.exec('ROLLBACK');
    expect(index.sync([row('b')]).inserted).toBe(1);
  }, 20_000);

  it('reports a full database as a full disk', () => {
    const full = databaseError(
      Object.assign(new Error('database or disk is full'), { code: 'SQLITE_FULL' }),
      '/w/x.db',
    );
    expect(full).toMatchObject({ code: 'disk_full' });
  });
});

describe('tool record hash', () => {
  const hash = (tool: object) => toolRecordHash(normaliseTool(tool as { name: string }, source));

  it('ignores key order and sees examples and schemas (R2.13, R2.14)', () => {
    const base = { name: 'x', description: 'd', inputSchema: { type: 'object', properties: {} } };
    expect(hash({ inputSchema: { properties: {}, type: 'object' }, description: 'd', name: 'x' })).toBe(hash(base));
    expect(hash({ ...base, examples: [{ args: { a: 1 } }] })).not.toBe(hash(base));
    expect(hash({ ...base, examples: [{ args: { a: 1 } }] })).not.toBe(
      hash({ ...base, examples: [{ args: { a: 2 } }] }),
    );
    expect(hash({ ...base, inputSchema: { type: 'object', properties: { a: {} } } })).not.toBe(hash(base));
  });
});
