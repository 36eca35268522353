import { chmodSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { describe, expect, it, onTestFinished } from 'vitest';
import { runCli, runCliProcess } from '../support/run-cli.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { searchOn, workspaceFolder, write } from '../support/workspace.ts';

const tools = [
  { name: 'files.read', description: 'Read a text file', side_effects: 'read' },
  { name: 'files.write', description: 'Write a text file', side_effects: 'write', tags: ['disk'] },
  { name: 'mail.send', description: 'Send a message' },
];
const captured = JSON.stringify({ tools: [{ name: 'echo', description: 'Echo', inputSchema: { type: 'object' } }] });

describe('pegboard, the good path', () => {
  it('makes a workspace, imports, lists, searches, gets', async () => {
    const cwd = temporaryFolder();
    const init = await runCliProcess(['init'], { cwd });
    expect([init.code, init.result.schema]).toEqual([0, 'pegboard.init/1']);
    expect(readFileSync(join(cwd, 'pegboard.yaml'), 'utf8')).toContain('default_loading_mode: deferred');

    write(cwd, 'demo.json', captured);
    const imported = await runCliProcess(['import', 'demo.json'], { cwd });
    expect(imported.result).toMatchObject({
      schema: 'pegboard.import/1',
      source: 'demo',
      added: ['demo.echo'],
      changed: [],
      removed: [],
      unchanged: 0,
      conflicts: [],
      findings: [],
    });
    const again = await runCliProcess(['import', 'demo.json'], { cwd });
    expect([again.code, again.result.written, again.result.unchanged]).toEqual([0, false, 1]);

    const listed = await runCliProcess(['tools'], { cwd });
    expect(listed.result).toMatchObject({
      schema: 'pegboard.tools/1',
      tools: [
        {
          name: 'demo.echo',
          namespace: 'demo',
          mode: 'deferred',
          mode_reason: expect.stringContaining('default_loading_mode'),
          side_effects: null,
          tokens: { estimate: expect.any(Number), o200k: expect.any(Number) },
        },
      ],
      totals: { tools: 1, deferred: 1 },
    });

    const found = await runCliProcess(['search', 'echo', '--explain'], { cwd });
    expect(found.result).toMatchObject({
      schema: 'pegboard.search/1',
      query: 'echo',
      search_type: 'fts',
      tools: [{ name: 'demo.echo', score: 0.5, match_type: 'fts', loading_mode: 'deferred', explanation: { rank: 1 } }],
    });
    const got = await runCliProcess(['get', 'demo.echo'], { cwd });
    expect(got.result).toMatchObject({ schema: 'pegboard.get/1', tools: [{ name: 'demo.echo', args_schema: {} }] });
  });

  it('finds the workspace above the current folder, or by --workspace before or after the command', async () => {
    const root = workspaceFolder(tools);
    const below = join(root, 'a/b');
    mkdirSync(below, { recursive: true });
    for (const [args, cwd] of [
      [['tools'], below],
      [['tools', '--workspace', root], temporaryFolder()],
      [['--workspace', root, 'tools'], temporaryFolder()],
    ] as const) {
      expect((await runCli(args, { cwd })).result).toMatchObject({ totals: { tools: 3 } });
    }
  });

  it('narrows by namespace and mode, and writes for people when asked', async () => {
    const cwd = workspaceFolder(tools);
    expect((await runCli(['tools', '--namespace', 'mail'], { cwd })).result).toMatchObject({ totals: { tools: 1 } });
    expect((await runCli(['tools', '--mode', 'always'], { cwd })).result).toMatchObject({ totals: { tools: 0 } });
    const text = await runCli(['search', 'text file', '--explain', '--format', 'human'], { cwd });
    expect(text.stdout).toMatch(/files\.read/);
    expect(text.stdout).toMatch(/idf \d/);
    expect(text.stdout).not.toContain('\u001b');
  });

  it.skipIf(process.platform !== 'linux')('says at once that a folder cannot be made in /proc', async () => {
    const { code, stderr } = await runCli(['init', '/proc/pegboard/workspace'], { cwd: temporaryFolder() });
    expect([code, stderr]).toEqual([2, expect.stringContaining('/proc/pegboard')]);
  });

  it('lists the tools whose definitions have findings, and counts them in doctor', async () => {
    const bad = { name: 'files.bad', inputSchema: { type: 'object', properties: { path: {} } } };
    const good = { name: 'files.good', description: 'Reads one file and returns its text.' };
    const cwd = workspaceFolder([bad, good]);
    const listed = await runCli(['tools', '--problems'], { cwd });
    expect([listed.code, listed.result]).toMatchObject([
      1,
      {
        tools: [
          {
            name: 'files.bad',
            problems: expect.arrayContaining([{ code: 'description_missing', severity: 'error' }]),
          },
        ],
      },
    ]);
    const human = await runCli(['tools', '--problems', '--format', 'human'], { cwd });
    expect(human.stdout).toMatch(/files\.bad +error +description_missing/);
    const doctor = await runCli(['doctor'], { cwd });
    expect(doctor.result.checks).toContainEqual({
      name: 'definitions',
      ok: null,
      value: expect.stringMatching(/^1 tool with findings/),
      hint: expect.stringContaining('--problems'),
    });
    const clean = await runCli(['tools', '--problems'], { cwd: workspaceFolder([good]) });
    expect([clean.code, clean.result.tools]).toEqual([0, []]);
  });

  it('runs fts as regex where FTS5 is missing, and says so (R3.28)', async () => {
    const cwd = workspaceFolder(tools);
    const run = await runCli(['search', 'read a file', '--explain'], { cwd, env: { PEGBOARD_FTS: 'off' } });
    expect(run.result).toMatchObject({
      search_type: 'regex',
      explanation: { fallback_reason: expect.stringContaining('FTS5') },
    });
    const found = run.result.tools as unknown as { name: string; match_type: string }[];
    expect(found[0]?.name).toBe('files.read');
    expect(new Set(found.map(({ match_type }) => match_type))).toEqual(new Set(['regex']));
    expect((await runCli(['doctor'], { cwd, env: { PEGBOARD_FTS: 'off' } })).code).toBe(1);
  });

  it('does not say to the model how many always-loaded tools match, but to the user', async () => {
    const cwd = workspaceFolder(tools, 'tool_search: {enabled: true}\n');
    const run = await runCli(['search', 'mail', '--format', 'human'], { cwd });
    expect([run.code, run.stdout.trim()]).toEqual([0, '']);
    expect(run.stderr).toContain('1 always-loaded tool');
  });

  it('searches as a persona and never shows what that hides', async () => {
    const cwd = workspaceFolder(tools, `${searchOn}personas: [{name: guest, hidden_tools: ["files.write"]}]\n`);
    const run = await runCli(['search', 'text file', '--persona', 'guest', '--explain'], { cwd });
    expect(run.stdout).not.toContain('files.write');
    const denied = await runCli(['get', 'files.write', '--persona', 'guest'], { cwd });
    const unknown = await runCli(['get', 'files.other', '--persona', 'guest'], { cwd });
    expect([denied.code, denied.stdout]).toEqual([unknown.code, unknown.stdout]);
    expect(denied.code).toBe(1);
  });

  it('is healthy, by its own word', async () => {
    const run = await runCliProcess(['doctor'], {
      cwd: workspaceFolder([...tools, ...Array.from({ length: 20 }, (_, i) => ({ name: `t${i}` }))]),
    });
    expect([run.code, run.result.problems]).toEqual([0, 0]);
  });
});

describe('pegboard, several at once', () => {
  it('loses no source when many processes import into one workspace', async () => {
    const cwd = temporaryFolder();
    await runCliProcess(['init'], { cwd });
    const files = Array.from({ length: 6 }, (_, i) => `f${i}.json`);
    for (const file of files) write(cwd, file, captured);
    const runs = await Promise.all(files.map((file) => runCliProcess(['import', file], { cwd })));
    expect(runs.map((run) => run.code)).toEqual([0, 0, 0, 0, 0, 0]);
    expect((await runCliProcess(['tools'], { cwd })).result).toMatchObject({ totals: { tools: 6 } });
  });

  it('does not let a list of another server replace a source by chance of its file name', async () => {
    const cwd = workspaceFolder([]);
    write(cwd, 'a/tools.json', captured);
    write(cwd, 'b/tools.json', JSON.stringify({ tools: [{ name: 'other' }] }));
    await runCli(['import', 'a/tools.json'], { cwd });
    const run = await runCli(['import', 'b/tools.json'], { cwd });
    expect([run.code, run.error.code, run.error.hint]).toEqual([
      2,
      'tool_name_conflict',
      expect.stringContaining('--name'),
    ]);
    expect((await runCli(['import', 'b/tools.json', '--name', 'tools'], { cwd })).code).toBe(0);
  });

  it('shows nothing that would move the cursor or reorder letters', async () => {
    const cwd = workspaceFolder([{ name: 'a.\u001b[2J\u202ednib', description: 'x\u001b]0;pwned\u0007 second' }]);
    for (const args of [
      ['tools'],
      ['search', 'second', '--explain'],
      ['search', 'second'],
      ['get', 'a.\u001b[2J\u202ednib'],
    ]) {
      const { stdout } = await runCli([...args, '--format', 'human'], { cwd });
      expect(stdout).toContain('u{1b}');
      expect(stdout).not.toMatch(/\p{Cc}(?<!\n)|\u202e/u);
    }
  });
});

describe('pegboard, wrong usage', () => {
  it.each([
    [['serach', 'x'], 'usage', 2, /search/],
    [[], 'usage', 2, /./],
    [['search'], 'usage', 2, /query/],
    [['search', 'x', '--limit', '0'], 'usage', 2, /limit/],
    [['search', 'x', '--limit', '21'], 'usage', 2, /limit/],
    [['search', 'x', '--limit', '2.5'], 'usage', 2, /limit/],
    [['search', 'x', '--type', 'bm25'], 'usage', 2, /fts, regex, exact/],
    [['search', 'x', '--persona', 'nobody'], 'unknown_persona', 2, /nobody/],
    [['tools', '--mode', 'lazy'], 'usage', 2, /always, deferred/],
    [['tools', '--frmat', 'json'], 'usage', 2, /--format/],
    [['import', 'x.json', 'y.json', '--name', 'n'], 'usage', 2, /one source/],
    [['import', 'x.json', '--name', 'a.b'], 'usage', 2, /a\.b/],
    [['get', ...Array.from({ length: 11 }, (_, i) => `t${i}`)], 'usage', 2, /10 names/],
    [['serve', '--port', 'http'], 'usage', 2, /port/],
    [['init'], 'workspace_exists', 2, /already/],
  ])('%j is %s', async (args, code, exitCode, words) => {
    const run = await runCli(args, { cwd: workspaceFolder(tools) });
    expect([run.code, run.error.schema, run.error.code]).toEqual([exitCode, 'pegboard.error/1', code]);
    expect(`${run.error.message} ${run.error.hint}`).toMatch(words);
    expect(run.stdout).toBe('');
  });

  it('helps', async () => {
    const run = await runCli(['--help'], { cwd: temporaryFolder() });
    expect([run.code, run.stderr]).toEqual([0, '']);
    expect(run.stdout).toMatch(/import.*\n[\s\S]*serve/);
  });
});

describe('pegboard, bad circumstances', () => {
  it('no workspace', async () => {
    const run = await runCli(['tools'], { cwd: temporaryFolder() });
    expect([run.code, run.error.code, run.error.hint]).toEqual([
      2,
      'workspace_not_found',
      expect.stringContaining('pegboard init'),
    ]);
  });

  it('broken yaml, with line and column', async () => {
    const cwd = workspaceFolder(tools);
    writeFileSync(join(cwd, 'pegboard.yaml'), 'tool_search:\n  enabled: true\n bad: [\n');
    const run = await runCli(['tools'], { cwd });
    expect([run.code, run.error.code, run.error.data]).toEqual([
      2,
      'config_syntax',
      expect.objectContaining({ line: 3, column: 1 }),
    ]);
  });

  it('a wrong value, with line and column', async () => {
    const run = await runCli(['tools'], { cwd: workspaceFolder(tools, 'tool_search:\n  max_search_results: many\n') });
    expect([run.code, run.error.code]).toEqual([2, 'config_invalid']);
    expect(run.error.message).toMatch(/pegboard\.yaml:2:3: tool_search\.max_search_results/);
  });

  it('an unknown key is reported, with a guess, and fails the doctor only', async () => {
    const cwd = workspaceFolder(tools, 'tool_search: {enabled: true, defualt_loading_mode: deferred}\n');
    const run = await runCli(['tools'], { cwd });
    expect(run.code).toBe(0);
    expect(run.error).toMatchObject({
      schema: 'pegboard.finding/1',
      code: 'unknown_key',
      hint: 'Did you mean "default_loading_mode"?',
    });
    expect((await runCli(['doctor'], { cwd })).code).toBe(1);
  });

  it.each([
    ['a missing file', 'nowhere.json', 'file_not_found'],
    ['a folder without a plugin', 'sources', 'unrecognised_format'],
    ['a list of no tools', 'empty.json', 'source_empty'],
    ['something that is no list', 'other.json', 'unrecognised_format'],
    ['broken JSON', 'broken.json', 'invalid_json'],
    ['a tool that another source has', 'taken.jsonl', 'tool_name_conflict'],
    ['a reserved name', 'reserved.jsonl', 'reserved_tool_name'],
    ['a file of 50 MB', 'huge.json', 'file_too_large'],
  ])('%s', async (_what, file, code) => {
    const cwd = workspaceFolder(tools);
    write(cwd, 'empty.json', '{"tools": []}');
    write(cwd, 'other.json', '{"a": 1}');
    write(cwd, 'broken.json', '{"tools": [}');
    write(cwd, 'taken.jsonl', JSON.stringify(tools[0]));
    write(cwd, 'reserved.jsonl', '{"name": "tool_search"}');
    if (file === 'huge.json')
      write(cwd, file, `{"tools": [{"name": "a", "description": "${'x'.repeat(50_000_000)}"}]}`);
    const before = readFileSync(join(cwd, 'pegboard.yaml'), 'utf8');
    const run = await runCli(['import', file], { cwd });
    expect([run.code, run.error.schema, run.error.code]).toEqual([2, 'pegboard.error/1', code]);
    expect(run.error.message).toContain(code.includes('tool_name') ? '' : file);
    expect(run.error.hint).toBeTruthy();
    expect(readFileSync(join(cwd, 'pegboard.yaml'), 'utf8')).toBe(before);
    expect(readdirSync(join(cwd, 'sources'))).toEqual(['test.jsonl']);
  });

  it('prints the plan of an import with conflicts, and writes nothing', async () => {
    const cwd = workspaceFolder([{ name: 'gh.echo' }]);
    write(cwd, 'gh.json', captured);
    const run = await runCli(['import', 'gh.json'], { cwd });
    expect(run.result).toMatchObject({ schema: 'pegboard.import/1', written: false, conflicts: [{ tool: 'gh.echo' }] });
    expect([run.code, run.error.code]).toEqual([2, 'tool_name_conflict']);
    expect((await runCli(['import', 'gh.json', '--dry-run'], { cwd })).code).toBe(1);
  });

  it('a folder that cannot be written: search works from memory, import says so', async () => {
    const cwd = workspaceFolder(tools);
    write(cwd, 'gh.json', captured);
    const options = { cwd, ...readOnly(cwd) };
    const found = await runCliProcess(['search', 'text file'], options);
    expect([found.code, found.result.schema]).toEqual([0, 'pegboard.search/1']);
    const run = await runCliProcess(['import', 'gh.json'], options);
    expect([run.code, run.error.code]).toEqual([2, 'folder_read_only']);
    expect((await runCliProcess(['doctor'], options)).stdout).toContain('kept in memory');
  });

  it('a full disk: nothing is half written', async () => {
    const cwd = workspaceFolder(tools);
    write(cwd, 'gh.json', captured);
    const options = { cwd, nodeArgs: ['--import', join(import.meta.dirname, '../fixtures/full-disk.mjs')] };
    const before = readFileSync(join(cwd, 'pegboard.yaml'), 'utf8');
    const run = await runCliProcess(['import', 'gh.json'], options);
    expect([run.code, run.error.code]).toEqual([1, 'disk_full']);
    expect(readFileSync(join(cwd, 'pegboard.yaml'), 'utf8')).toBe(before);
    expect(readdirSync(join(cwd, 'sources'))).toEqual(['test.jsonl']);
    expect((await runCliProcess(['search', 'text file'], options)).code).toBe(0);
  });

  it('another process that holds the index is waited for, then named; the file is not taken for damaged', async () => {
    const cwd = workspaceFolder(tools);
    await runCliProcess(['search', 'x'], { cwd });
    const path = join(cwd, '.pegboard/tool_cache.db');
    const other = new BetterSqlite3(path);
    onTestFinished(() => {
      other.close();
    });
    other.pragma('locking_mode = EXCLUSIVE');
    other.exec('BEGIN EXCLUSIVE');
    writeFileSync(join(cwd, 'sources/test.jsonl'), JSON.stringify({ name: 'new' }));
    const run = await runCliProcess(['search', 'new'], { cwd });
    expect([run.code, run.error.code]).toEqual([1, 'database_busy']);
    expect(readdirSync(join(cwd, '.pegboard')).filter((file) => file.includes('corrupt'))).toEqual([]);
  });

  it('a damaged index is put aside and built again', async () => {
    const cwd = workspaceFolder(tools);
    await runCli(['search', 'x'], { cwd });
    const path = join(cwd, '.pegboard/tool_cache.db');
    writeFileSync(path, Buffer.alloc(statSync(path).size, 7));
    expect((await runCli(['search', 'mail'], { cwd })).result).toMatchObject({ tools: [{ name: 'mail.send' }] });
    expect(readdirSync(join(cwd, '.pegboard')).some((file) => file.startsWith('tool_cache.db.corrupt-'))).toBe(true);
  });

  it('a source that is missing leaves the others usable and is told', async () => {
    const cwd = workspaceFolder(tools);
    writeFileSync(
      join(cwd, 'pegboard.yaml'),
      `${readFileSync(join(cwd, 'pegboard.yaml'), 'utf8')}  - {name: gone, path: sources/gone.json, format: openai}\n`,
    );
    const run = await runCli(['tools'], { cwd });
    expect([run.code, run.error.code, run.result.totals]).toEqual([
      0,
      'source_unreadable',
      expect.objectContaining({ tools: 3 }),
    ]);
  });
});

/** Takes the right to write away: from everybody, and for root, whom no permission stops, by another user. */
function readOnly(root: string): { uid?: number } {
  chmodSync(root, 0o555);
  chmodSync(join(root, 'sources'), 0o555);
  onTestFinished(() => {
    chmodSync(root, 0o755);
    chmodSync(join(root, 'sources'), 0o755);
  });
  return process.getuid?.() === 0 ? { uid: 65534 } : {};
}
