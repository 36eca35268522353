import {
  closeSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Files } from '#core/files/files.ts';
import { nodeFiles } from '#core/files/node-files.ts';
import type { IndexProgress } from '#shared/domain/index-status.ts';
import type { WorkspaceSummary } from '#shared/domain/workspace-summary.ts';
import { manyTools } from '../support/many-tools.ts';
import { runCliProcess } from '../support/run-cli.ts';
import { builtWorkers, names, search, testServices, workspaceFolder, write } from '../support/workspace.ts';

const tools = [{ name: 'files.read', description: 'Read a text file' }];
const captured = JSON.stringify({ tools: [{ name: 'echo', description: 'Echo', inputSchema: { type: 'object' } }] });

/** The first summary of the stream that fits. */
async function until(
  stream: AsyncGenerator<WorkspaceSummary | null>,
  fits: (summary: WorkspaceSummary) => boolean,
): Promise<WorkspaceSummary> {
  for await (const summary of stream) if (summary && fits(summary)) return summary;
  throw new Error('the stream ended');
}

describe('an open app', () => {
  it('shows what the command line imports, and finds it', async () => {
    const root = workspaceFolder(tools);
    write(root, 'gh.json', captured);
    const services = await testServices({ watch: true, workers: builtWorkers });
    await services.workspace.open({ path: root });
    const seen = until(services.workspace.watch(), (summary) => summary.tools === 2);
    expect((await runCliProcess(['import', 'gh.json'], { cwd: root })).code).toBe(0);
    await seen;
    expect(names(await search(services, { query: 'echo' }))).toEqual(['gh.echo']);
  });

  it('shows what was written after its files were read and before they were watched', async () => {
    const root = workspaceFolder(tools);
    const source = join(root, 'sources/test.jsonl');
    let isWritten = false;
    const files: Files = {
      ...nodeFiles,
      watchFolder: () => ({ close: () => {} }),
      readText: async (path, options) => {
        const text = await nodeFiles.readText(path, options);
        if (path === source && !isWritten)
          writeFileSync(source, `${text}\n{"name": "files.late", "description": "Late"}`);
        isWritten ||= path === source;
        return text;
      },
    };
    const services = await testServices({ watch: true, workers: builtWorkers, files });
    await services.workspace.open({ path: root });
    expect((await until(services.workspace.watch(), (summary) => summary.tools !== 1)).tools).toBe(2);
  });

  it('searches by a pegboard.yaml that was saved this moment', async () => {
    const root = workspaceFolder([...tools, { name: 'files.write', description: 'Write a text file' }]);
    const watched: (() => void)[] = [];
    const watchFolder: Files['watchFolder'] = (_, onChange) => {
      watched.push(onChange);
      return { close: () => {} };
    };
    const files = { ...nodeFiles, watchFolder };
    const services = await testServices({ watch: true, workers: builtWorkers, files });
    await services.workspace.open({ path: root });
    expect(names(await search(services, { query: 'text' }))).toEqual(['files.read', 'files.write']);
    const path = join(root, 'pegboard.yaml');
    const text = readFileSync(path, 'utf8');
    // The folder is never quiet. An editor that writes in place has emptied the file, and then filled it.
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const save = (saved: string) => {
      writeFileSync(path, saved);
      for (const tell of watched) tell();
    };
    save('');
    expect(names(await search(services, { query: 'text' }))).toEqual(['files.read', 'files.write']);
    save(`${text}policy: {denied_tools: [files.write]}\n`);
    expect(names(await search(services, { query: 'text' }))).toEqual(['files.read']);
  });

  it('keeps the last good state when the file breaks, says so, and recovers', async () => {
    const root = workspaceFolder(tools);
    const services = await testServices({ watch: true, workers: builtWorkers });
    await services.workspace.open({ path: root });
    const path = join(root, 'pegboard.yaml');
    const good = readFileSync(path, 'utf8');
    const broken = until(services.workspace.watch(), (summary) => summary.findings[0]?.code === 'config_syntax');
    writeFileSync(path, `${good}\nbad: [`);
    expect((await broken).tools).toBe(1);
    expect(names(await search(services, { query: 'text' }))).toEqual(['files.read']);
    const well = until(services.workspace.watch(), (summary) =>
      summary.findings.every((finding) => finding.severity !== 'error'),
    );
    writeFileSync(path, `${good}# mended\n`);
    await well;
  });

  it('answers a search while the files change under it', async () => {
    const root = workspaceFolder(manyTools(2000));
    const services = await testServices({ watch: true, workers: builtWorkers });
    await services.workspace.open({ path: root });
    const searches = Promise.all(Array.from({ length: 40 }, (_, i) => search(services, { query: `invoice ${i}` })));
    await services.catalog.applyImport({ files: [{ name: 'gh.json', text: captured }] });
    for (const response of await searches) expect(response.output.tools.length).toBeGreaterThan(0);
  });
});

describe('an app whose files lie elsewhere or break', () => {
  it('follows a source outside of sources/', async () => {
    const root = workspaceFolder(tools);
    write(root, 'captured/c.json', captured);
    const path = join(root, 'pegboard.yaml');
    writeFileSync(path, `${readFileSync(path, 'utf8')}  - {name: c, path: captured/c.json, format: tools_list}\n`);
    const services = await testServices({ watch: true, workers: builtWorkers });
    await services.workspace.open({ path: root });
    const seen = until(services.workspace.watch(), (summary) => summary.tools === 3);
    write(root, 'captured/c.json', JSON.stringify({ tools: [{ name: 'one' }, { name: 'two' }] }));
    await seen;
  });

  it.each([
    { broken: 'pages', rebuild: false },
    { broken: 'pages', rebuild: true },
    { broken: 'header', rebuild: false },
    { broken: 'folder', rebuild: false },
  ])(
    'puts an index aside that is damaged or cannot be read, builds it again and goes on searching (R2.24): %j',
    async ({ broken, rebuild }) => {
      const root = workspaceFolder(manyTools(3000));
      const before = await testServices({ workers: builtWorkers });
      await before.workspace.open({ path: root });
      expect(names(await search(before, { query: 'invoice' })).length).toBe(8);
      // Closing writes everything into the one file. Its first page, with the fingerprint, stays as it was.
      await before.close();
      const path = join(root, '.pegboard/tool_cache.db');
      if (broken === 'folder') {
        rmSync(path);
        mkdirSync(path);
      } else damage(path, broken === 'header' ? 0 : 8);
      const services = await testServices({ workers: builtWorkers });
      await services.workspace.open({ path: root });
      if (rebuild) for await (const _ of services.catalog.syncIndex({ rebuild: true }));
      // Our own ranker does not read the file: SQLite's does, and comes upon the damage.
      expect(names(await search(services, { query: 'invoice', ranking: 'rfc' })).length).toBe(8);
      expect(names(await search(services, { query: 'archive', ranking: 'rfc' })).length).toBe(8);
      const aside = readdirSync(join(root, '.pegboard')).filter((file) =>
        /^tool_cache\.db\.(corrupt|refused)-/.test(file),
      );
      expect(aside).toHaveLength(1);
      expect((await services.workspace.current())?.index).toMatchObject({ path, tools: 3000, memory_reason: null });
    },
  );

  it('says that the index is not up to date while another process holds it', async () => {
    const root = workspaceFolder(tools);
    await runCliProcess(['search', 'x'], { cwd: root });
    const other = new BetterSqlite3(join(root, '.pegboard/tool_cache.db'));
    other.pragma('locking_mode = EXCLUSIVE');
    other.exec('BEGIN EXCLUSIVE');
    const services = await testServices({ watch: true });
    await services.workspace.open({ path: root });
    const told = await until(services.workspace.watch(), (summary) => summary.index_problem !== null);
    expect(told.index_problem).toContain('Another process');
    other.close();
    expect(names(await search(services, { query: 'text' }))).toEqual(['files.read']);
    expect((await services.workspace.current())?.index_problem).toBeNull();
  });
});

/** Overwrites half of every page from one on, as a failing disk would. */
function damage(path: string, from: number): void {
  const file = openSync(path, 'r+');
  for (let page = from; page * 4096 < statSync(path).size; page++)
    writeSync(file, Buffer.alloc(2000, 0x5a), 0, 2000, page * 4096);
  closeSync(file);
}

describe('the index worker', () => {
  it('reports progress in order and ends with the state', async () => {
    const services = await testServices({ workers: builtWorkers });
    await services.workspace.open({ path: workspaceFolder(manyTools(10_000)) });
    const events: IndexProgress[] = [];
    for await (const event of services.catalog.syncIndex({ rebuild: true })) events.push(event);
    expect(events.at(-1)).toMatchObject({ type: 'done', status: { tools: 10_000, last_sync: { rebuilt: true } } });
    const written = events.flatMap((event) =>
      event.type === 'progress' && event.phase === 'write' ? [event.done] : [],
    );
    expect(written.length).toBeGreaterThan(1);
    expect(written).toEqual(written.toSorted((a, b) => a - b));
  });

  it('stops when cancelled, and the index is as it was', async () => {
    const root = workspaceFolder(manyTools(10_000));
    const services = await testServices({ workers: builtWorkers });
    await services.workspace.open({ path: root });
    expect(names(await search(services, { query: 'invoice' })).length).toBeGreaterThan(0);
    const stop = new AbortController();
    const consume = async () => {
      for await (const event of services.catalog.syncIndex({ rebuild: true }, { signal: stop.signal })) {
        if (event.type === 'progress' && event.phase === 'write') stop.abort();
        expect(event.type).toBe('progress');
      }
    };
    await expect(consume()).rejects.toMatchObject({ code: 'cancelled' });
    expect((await services.workspace.current())?.index?.tools).toBe(10_000);
  });

  it('leaves the thread of the caller free while it writes', async () => {
    const services = await testServices({ workers: builtWorkers });
    await services.workspace.open({ path: workspaceFolder(manyTools(10_000)) });
    let turns = 0;
    const ticking = setInterval(() => turns++, 1);
    let writing = 0;
    for await (const event of services.catalog.syncIndex({ rebuild: true })) {
      if (event.type === 'progress' && event.phase === 'write') writing = turns;
    }
    clearInterval(ticking);
    expect(turns).toBeGreaterThan(5);
    expect(writing).toBeGreaterThan(0);
  });
});

describe('the demo workspace', () => {
  it('has 77 tools of four sources, needs no setup and opens without a finding (R1.24)', async () => {
    const services = await testServices();
    const summary = await services.workspace.openDemo();
    expect(summary).toMatchObject({ tools: 77, is_demo: true, findings: [] });
    const listed = await services.catalog.list();
    const bySource = Object.groupBy(listed, (tool) => tool.source);
    expect(Object.entries(bySource).map(([source, list]) => [source, list?.length])).toEqual(
      expect.arrayContaining([
        ['github', 35],
        ['slack', 11],
        ['tasks', 11],
        ['shop', 20],
      ]),
    );
    expect(names(await search(services, { query: 'create github issue' }))[0]).toBe('github.create_issue');
    expect((await services.catalog.get({ name: 'tasks.spawn' }))?.tool.mode_reason.rule).toBe('pattern');
    // What deferring saves can be measured on it.
    const always = new Set(listed.filter(({ mode }) => mode === 'always').map(({ name }) => name));
    const tokens = await services.catalog.tokens();
    const sum = (counted: typeof tokens) => counted.reduce((all, { o200k }) => all + o200k, 0);
    expect(sum(tokens.filter(({ name }) => always.has(name)))).toBeGreaterThan(0);
    expect(sum(tokens.filter(({ name }) => always.has(name)))).toBeLessThan(sum(tokens) / 2);
    expect(await services.workspace.recent()).toEqual([]);
  });

  it('comes back as it was left', async () => {
    const services = await testServices();
    const { path } = await services.workspace.openDemo();
    await services.catalog.applyImport({ files: [{ name: 'gh.json', text: captured }] });
    expect((await services.workspace.openDemo()).tools).toBe(78);
    expect(readdirSync(join(path, 'sources'))).toContain('gh.json');
  });
});

describe('recent workspaces', () => {
  it('are listed most recent first, each once', async () => {
    const services = await testServices({ watch: true });
    const [a, b] = [workspaceFolder(tools), workspaceFolder(tools)];
    for (const path of [a, b, a]) await services.workspace.open({ path });
    expect((await services.workspace.recent()).map((entry) => entry.path)).toEqual([a, b]);
  });

  it('are marked where their folder is gone, and taken off the list without touching it', async () => {
    const services = await testServices({ watch: true });
    const [a, b] = [workspaceFolder(tools), workspaceFolder(tools)];
    for (const path of [b, a]) await services.workspace.open({ path });
    rmSync(join(b, 'pegboard.yaml'));
    const recent = await services.workspace.recent();
    expect(recent.map(({ path, missing }) => [path, missing])).toEqual([
      [a, false],
      [b, true],
    ]);
    expect(await services.workspace.forget({ path: b })).toEqual({ forgotten: true });
    expect(await services.workspace.forget({ path: b })).toEqual({ forgotten: false });
    expect((await services.workspace.recent()).map(({ path }) => path)).toEqual([a]);
    expect(readdirSync(b)).toContain('sources');
  });
});
