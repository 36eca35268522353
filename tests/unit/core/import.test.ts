import { chmodSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseCapturedTools } from '#core/catalog/captured-tools.ts';
import { nameConflicts } from '#core/catalog/name-conflicts.ts';
import { toolRecordHash } from '#core/catalog/normalise-tool.ts';
import { nodeFiles } from '#core/files/node-files.ts';
import { sourceNameOf } from '#shared/domain/source-name.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { searchOn, servicesWith, testServices, workspaceFolder, write } from '../../support/workspace.ts';

const echo = { name: 'echo', description: 'Says it back', inputSchema: { type: 'object' } };
const list = (...tools: object[]) => JSON.stringify({ tools });
const parse = (value: unknown, file = 'file.json') =>
  parseCapturedTools(typeof value === 'string' ? value : JSON.stringify(value), file);

describe('captured tools', () => {
  it.each([
    ['a tools/list result', { tools: [echo] }, 'tools_list', null],
    ['a JSON-RPC answer', { jsonrpc: '2.0', id: 1, result: { tools: [echo] } }, 'tools_list', null],
    ['a named server', { server: 'gh', tools: [echo] }, 'tools_list', 'gh'],
    ['an array of tools', [echo], 'tools_list', null],
    ['one tool', echo, 'tools_list', null],
    [
      'OpenAI chat tools',
      [{ type: 'function', function: { name: 'echo', parameters: { type: 'object' } } }],
      'openai',
      null,
    ],
    ['OpenAI response tools', [{ type: 'function', name: 'echo', parameters: { type: 'object' } }], 'openai', null],
    ['an OpenAI request', { model: 'x', tools: [{ type: 'function', function: { name: 'echo' } }] }, 'openai', null],
    ['an Anthropic array', [{ name: 'echo', input_schema: { type: 'object' } }], 'anthropic', null],
    ['tools.jsonl', `${JSON.stringify(echo)}\n\n${JSON.stringify({ ...echo, name: 'b' })}\n`, 'tools_jsonl', null],
  ])('reads %s', (_what, value, format, server) => {
    const [source, ...more] = parse(value);
    expect(more).toEqual([]);
    expect([source?.format, source?.server]).toEqual([format, server]);
  });

  it('reads an array of servers as several sources and one of pages as one', () => {
    expect(
      parse([
        { server: 'a', tools: [echo] },
        { server: 'b', tools: [echo] },
      ]).map((s) => s.server),
    ).toEqual(['a', 'b']);
    const pages = parse([{ tools: [echo], nextCursor: 'x' }, { tools: [{ ...echo, name: 'two' }] }]);
    expect(pages.map((source) => source.tools.length)).toEqual([2]);
  });

  it.each([
    ['{"tools": [', 'invalid_json', /file\.json:1:12: not valid JSON/],
    ['{\n  "tools": oops\n}', 'invalid_json', /file\.json:2:12/],
    ['{"hello": 1}', 'unrecognised_format', /not contain a list of tools/],
    ['42', 'unrecognised_format', /not contain a list of tools/],
    ['{"tools": []}', 'source_empty', /lists no tools/],
    ['[{"description": "no name", "inputSchema": {}}]', 'invalid_input', /\[0\] has no name/],
    ['[{"name": "a", "inputSchema": "x"}]', 'invalid_input', /\[0\] a: its inputSchema is the text "x", not a schema/],
    ['[{"name": "", "inputSchema": {}}]', 'invalid_input', /\[0\] has an empty name/],
    [`[{"name": "a", "inputSchema": ${'{"a":'.repeat(9000)}1${'}'.repeat(9000)}}]`, 'invalid_input', /levels deep/],
  ])('refuses %s and names the place', (text, code, message) => {
    expect(() => parse(text)).toThrow(
      expect.objectContaining({ code, message: expect.stringMatching(message), hint: expect.any(String) }),
    );
  });

  it.each(['x.json', 'x.jsonl', 'x.yaml', 'stdin'])('says of %s that it is empty', (name) => {
    expect(() => parse(' \n', name)).toThrow(
      expect.objectContaining({ code: 'invalid_input', message: `${name} is empty.` }),
    );
  });

  it('names line and column of a jsonl that are wrong, and reads the other lines', () => {
    const [source] = parse(`${JSON.stringify(echo)}\n{"name": }\n`, 'x.jsonl');
    expect(source?.tools).toEqual([echo]);
    expect(source?.findings).toMatchObject([
      { code: 'tool_left_out', severity: 'error', message: expect.stringMatching(/line 2: column 10: not valid JSON/) },
    ]);
  });

  it.each([
    ['['.repeat(200_000), /1:1: not valid JSON: nested too deep/],
    ['{"tools": [{"name": ""}]}', /none of its tools can be read: tools\[0\] has an empty name$/],
  ])('refuses %.20j in one line', (text, message) => {
    expect(() => parse(text)).toThrow(message);
  });

  it('reads a text that was pasted with its byte-order mark', () => {
    expect(parse(`\ufeff${list(echo)}`)).toMatchObject([{ tools: [echo] }]);
  });

  it('makes a source name of anything', () => {
    expect(['github', 'My Server!', '../x', '日本', 'a.b'].map(sourceNameOf)).toEqual([
      'github',
      'My-Server',
      'x',
      'source',
      'a-b',
    ]);
  });
});

describe('import', () => {
  const file = (name: string, text: string, source?: string) => ({ name, text, ...(source ? { source } : {}) });

  it('plans, then writes a copy and an entry; names are <source>.<tool> and the upstream name is kept', async () => {
    const services = await servicesWith([]);
    const files = [file('gh.json', list(echo))];
    expect((await services.catalog.planImport({ files })).sources[0]).toMatchObject({
      source: 'gh',
      is_new: true,
      added: ['gh.echo'],
    });
    expect(await services.catalog.list()).toEqual([]);
    expect((await services.catalog.applyImport({ files })).written).toBe(true);
    expect((await services.catalog.get({ name: 'gh.echo' }))?.tool).toMatchObject({
      name: 'gh.echo',
      upstream_name: 'echo',
      namespace: 'gh',
    });
  });

  it('keeps the names of tools.jsonl and of provider arrays, an explicit namespace winning', async () => {
    const services = await servicesWith([]);
    await services.catalog.applyImport({
      files: [
        file('a.jsonl', `${JSON.stringify({ name: 'x.y', namespace: 'mine' })}\n${JSON.stringify({ name: 'x.z' })}`),
        file('b.json', JSON.stringify([{ name: 'ask', input_schema: { type: 'object' } }])),
      ],
    });
    const found = (await services.catalog.list()).map(({ name, namespace, source }) => [name, namespace, source]);
    expect(found).toEqual([
      ['ask', null, 'b'],
      ['x.y', 'mine', 'a'],
      ['x.z', 'x', 'a'],
    ]);
  });

  it('writes nothing for an unchanged source, whatever the order of its tools', async () => {
    const root = workspaceFolder([]);
    const services = await testServices();
    await services.workspace.open({ path: root });
    const two = { ...echo, name: 'two' };
    await services.catalog.applyImport({ files: [file('gh.json', list(echo, two))] });
    const state = () =>
      readdirSync(join(root, 'sources')).map((name) => [name, statSync(join(root, 'sources', name)).mtimeMs]);
    const before = [state(), readFileSync(join(root, 'pegboard.yaml'), 'utf8')];
    const again = await services.catalog.applyImport({ files: [file('gh.json', list(two, echo))] });
    expect(again.written).toBe(false);
    expect(again.sources[0]).toMatchObject({ added: [], changed: [], removed: [], unchanged: 2, is_new: false });
    expect([state(), readFileSync(join(root, 'pegboard.yaml'), 'utf8')]).toEqual(before);
  });

  it('tells what is added, changed and removed', async () => {
    const services = await servicesWith([]);
    await services.catalog.applyImport({
      files: [file('gh.json', list({ name: 'gone' }, { name: 'same' }, { name: 'edited' }))],
    });
    const plan = await services.catalog.planImport({
      files: [file('gh.json', list({ name: 'same' }, { name: 'edited', description: 'new' }, { name: 'fresh' }))],
    });
    expect(plan.sources[0]).toMatchObject({
      added: ['gh.fresh'],
      changed: ['gh.edited'],
      removed: ['gh.gone'],
      unchanged: 1,
    });
    expect(plan.findings[0]).toMatchObject({ code: 'tool_without_description', severity: 'warning' });
  });

  it('tells of each changed tool how it differs, with the hash that was approved and the one now', async () => {
    const services = await servicesWith([]);
    await services.catalog.applyImport({ files: [file('gh.json', list(echo))] });
    const now = { ...echo, inputSchema: { type: 'object', properties: { text: {} }, required: ['text'] } };
    const [plan] = (await services.catalog.planImport({ files: [file('gh.json', list(now))] })).sources;
    expect(plan?.changed).toEqual(['gh.echo']);
    const approved = (await services.catalog.get({ name: 'gh.echo' }))?.tool;
    expect(plan?.changed_details).toMatchObject([
      {
        tool: 'gh.echo',
        severity: 'breaking',
        hash_before: approved && toolRecordHash(approved),
        hash_after: expect.stringMatching(/^[0-9a-f]{64}$/),
        changes: [{ kind: 'argument_added', path: 'text', severity: 'breaking' }],
        omitted: 0,
      },
    ]);
  });

  it('works out the differences of 250 tools, however many changed', async () => {
    const services = await servicesWith([]);
    const many = (description: string) =>
      list(...Array.from({ length: 300 }, (_, i) => ({ name: `t${i}`, description, inputSchema: {} })));
    await services.catalog.applyImport({ files: [file('gh.json', many('before'))] });
    const [plan] = (await services.catalog.planImport({ files: [file('gh.json', many('after'))] })).sources;
    expect([plan?.changed.length, plan?.changed_details.length]).toEqual([300, 250]);
    expect(plan?.changed_details.map(({ tool }) => tool)).toEqual(plan?.changed.slice(0, 250));
  });

  it('says of a client configuration what it is, and which command imports its servers', async () => {
    const services = await servicesWith([]);
    const text = '{"mcpServers": {"files": {"command": "npx", "args": ["-y", "files"], "env": {"KEY": "planted"}}}}';
    const error: unknown = await services.catalog
      .planImport({ files: [file('x.json', text)] })
      .catch((caught: unknown) => caught);
    expect(error).toMatchObject({
      code: 'unrecognised_format',
      message: expect.stringContaining('client configuration'),
      hint: expect.stringContaining('pegboard import x.json'),
    });
    expect(JSON.stringify(error)).not.toContain('planted');
  });

  it('refuses two tools of one name, naming both sources and a way out; nothing is written', async () => {
    const services = await servicesWith([{ name: 'gh.echo', description: 'mine' }]);
    const files = [file('gh.json', list(echo))];
    const { conflicts } = await services.catalog.planImport({ files });
    expect(conflicts[0]).toMatchObject({ kind: 'duplicate', tool: 'gh.echo', sources: ['test', 'gh'] });
    await expect(services.catalog.applyImport({ files })).rejects.toMatchObject({
      code: 'tool_name_conflict',
      message: expect.stringMatching(/source test .* source gh/),
      hint: expect.stringContaining('Rename'),
    });
    expect((await services.catalog.list()).map((tool) => tool.source)).toEqual(['test']);
  });

  it('refuses a tool that is called like an alias of another one; nothing is written', async () => {
    const services = await servicesWith([{ name: 'files.read' }], {
      yaml: 'overlays: {files.read: {aliases: [more.echo]}}',
    });
    const file = { name: 'more.json', text: list(echo) };
    expect((await services.catalog.planImport({ files: [file] })).conflicts).toMatchObject([
      { kind: 'duplicate', tool: 'more.echo', sources: ['test', 'more'] },
    ]);
    await expect(services.catalog.applyImport({ files: [file] })).rejects.toMatchObject({ code: 'tool_name_conflict' });
    expect((await services.catalog.list()).map((tool) => tool.name)).toEqual(['files.read']);
  });

  it('keeps the first of two tools with one name and tells of the other; refuses the names of built-in tools (R1.22)', async () => {
    const services = await servicesWith([]);
    const twice = await services.catalog.planImport({
      files: [file('gh.json', list(echo, { ...echo, description: 'again' }))],
    });
    expect(twice).toMatchObject({ conflicts: [], sources: [{ added: ['gh.echo'] }] });
    expect(twice.findings).toMatchObject([
      { code: 'tool_left_out', message: 'Left out: tools[1] echo has the same name as tools[0], which was kept.' },
    ]);
    for (const name of ['tool_search', 'tool_get']) {
      const importing = services.catalog.applyImport({ files: [file('t.jsonl', JSON.stringify({ name }))] });
      await expect(importing).rejects.toMatchObject({
        code: 'reserved_tool_name',
        data: { conflicts: [{ tool: name }] },
      });
    }
    const near = await services.catalog.applyImport({ files: [file('t.jsonl', '{"name":"tool_search2"}')] });
    expect(near.sources).toMatchObject([{ added: ['tool_search2'] }]);
  });

  it('refuses two files that would become one source', async () => {
    const services = await servicesWith([]);
    await expect(
      services.catalog.planImport({ files: [file('a/t.json', list(echo)), file('b/t.json', list(echo))] }),
    ).rejects.toMatchObject({ code: 'usage', message: expect.stringContaining('"t"') });
    const twice = JSON.stringify([
      { server: 's', tools: [echo] },
      { server: 's', tools: [echo] },
    ]);
    await expect(services.catalog.planImport({ files: [file('t.json', twice)] })).rejects.toMatchObject({
      message: 'Two lists from t.json would both become the source "s".',
    });
  });

  it('gives a source whose file cannot be read another one, its settings kept', async () => {
    const root = workspaceFolder([]);
    const services = await testServices();
    await services.workspace.open({ path: root });
    await services.catalog.applyImport({ files: [file('a.json', list(echo)), file('b.json', list(echo))] });
    const before = ['pegboard.yaml', 'sources/a.json'].map((path) => readFileSync(join(root, path), 'utf8'));
    rmSync(join(root, 'sources/b.json'));
    mkdirSync(join(root, 'sources/b.json'));
    await services.workspace.open({ path: root });
    const changed = list({ ...echo, description: 'new' });
    await expect(
      services.catalog.applyImport({ files: [file('a.json', changed), file('b.json', changed, 'b')] }),
    ).resolves.toBeTruthy();
    expect(readFileSync(join(root, 'sources/a.json'), 'utf8')).not.toBe(before[1]);
    expect((await services.catalog.get({ name: 'b.echo' }))?.tool.description).toBe('new');
  });

  it('gives every file its old text back when one of them cannot be replaced, and names that one', async () => {
    const root = temporaryFolder();
    const one = write(root, 'one.txt', 'old one');
    const failing = nodeFiles.writeAll([
      { path: one, text: 'new' },
      { path: join(root, 'new.txt'), text: 'new' },
      { path: join(root, 'two'), text: 'new' },
      // Makes a folder of the file before.
      { path: join(root, 'two/three.txt'), text: 'new' },
    ]);
    await expect(failing).rejects.toMatchObject({ code: 'not_a_file', message: expect.stringContaining('two') });
    expect(readFileSync(one, 'utf8')).toBe('old one');
    expect(readdirSync(root)).toEqual(['one.txt', 'two']);
    expect(readdirSync(join(root, 'two'))).toEqual([]);
  });

  it('replaces all files or none', async () => {
    const root = temporaryFolder();
    const [one, two] = [write(root, 'one.txt', 'old one'), join(root, 'two.txt')];
    mkdirSync(two);
    await expect(
      nodeFiles.writeAll([
        { path: one, text: 'new' },
        { path: two, text: 'new' },
      ]),
    ).rejects.toMatchObject({
      code: 'not_a_file',
      message: expect.stringContaining('two.txt'),
    });
    expect(readFileSync(one, 'utf8')).toBe('old one');
    expect(readdirSync(root)).toEqual(['one.txt', 'two.txt']);
  });

  it('keeps permissions, writes through no link, and reads no text that is not UTF-8', async () => {
    const root = temporaryFolder();
    const path = write(root, 'x.txt', 'old');
    chmodSync(path, 0o600);
    await nodeFiles.writeAll([{ path, text: 'new' }]);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    symlinkSync(path, join(root, 'link'));
    await expect(nodeFiles.writeAll([{ path: join(root, 'link'), text: 'x' }])).rejects.toMatchObject({
      code: 'not_a_file',
    });
    writeFileSync(path, Buffer.from([0x63, 0x61, 0x66, 0xe9]));
    await expect(nodeFiles.readText(path)).rejects.toMatchObject({
      code: 'file_unreadable',
      message: expect.stringContaining('UTF-8'),
    });
  });

  it('says of a UTF-16 file what it is, and reads no device to its end, which it may not have', async () => {
    const root = temporaryFolder();
    const path = join(root, 'x.json');
    writeFileSync(path, Buffer.from('\ufeff{"tools": []}', 'utf16le'));
    await expect(nodeFiles.readText(path)).rejects.toMatchObject({ message: expect.stringContaining('UTF-16') });
    await expect(nodeFiles.readText('/dev/zero', { maximumBytes: 4096, regularOnly: false })).rejects.toMatchObject({
      code: 'file_too_large',
    });
  });

  it('writes no two new sources to one file where capitals do not count, and none to a device of Windows', async () => {
    const services = await servicesWith([]);
    const plan = [file('Files.json', list(echo)), file('files.json', list(echo)), file('con.json', list(echo))];
    await services.catalog.applyImport({ files: plan });
    const { config } = (await services.workspace.current()) ?? {};
    expect(config?.sources.map(({ path }) => path)).toEqual([
      'sources/test.jsonl',
      'sources/Files.json',
      'sources/files-2.json',
      'sources/con-2.json',
    ]);
  });

  it.each(['pegboard.yaml', 'x/../Pegboard.yaml', '.git/config', 'sub/.GIT/hooks/post-merge'])(
    'neither reads nor writes a source at %s',
    async (path) => {
      const root = temporaryFolder();
      const yaml = `${searchOn}sources:\n  - {name: gh, path: ${path}, format: tools_list}\n`;
      write(root, 'pegboard.yaml', yaml);
      const services = await testServices();
      const { findings } = await services.workspace.open({ path: root });
      expect(findings[0]).toMatchObject({ code: 'source_unreadable', message: expect.stringContaining('another use') });
      await services.catalog.applyImport({ files: [file('gh.json', list(echo))] });
      expect(readdirSync(join(root, 'sources'))).toEqual(['gh.json']);
    },
  );

  it('tells of 200,000 tools of one name at once', () => {
    const tools = Array.from({ length: 200_000 }, () => ({ name: 'gh.echo', source: 'gh', aliases: [] }));
    const conflicts = nameConflicts(tools);
    expect(conflicts).toMatchObject([{ sources: ['gh'], message: expect.stringContaining('200000 times') }]);
  });

  it('takes no file that belongs to another source or to nobody', async () => {
    const root = temporaryFolder();
    write(root, 'pegboard.yaml', `${searchOn}sources:\n  - {name: a, path: sources/b.json, format: tools_list}\n`);
    write(root, 'sources/b.json', list({ name: 'first' }));
    write(root, 'sources/c.json', 'precious');
    const services = await testServices();
    await services.workspace.open({ path: root });
    await services.catalog.applyImport({
      files: [file('b.json', list({ name: 'second' }), 'b'), file('c.json', list({ name: 'third' }), 'c')],
    });
    expect((await services.catalog.list()).map((tool) => tool.name)).toEqual(['a.first', 'b.second', 'c.third']);
    expect(readFileSync(join(root, 'sources/c.json'), 'utf8')).toBe('precious');
  });

  it('applies no plan that was made for another workspace or before a change', async () => {
    const services = await servicesWith([]);
    const files = [file('gh.json', list(echo))];
    const { base } = await services.catalog.planImport({ files });
    await services.catalog.applyImport({ files: [file('other.json', list(echo))] });
    await expect(services.catalog.applyImport({ files, base })).rejects.toMatchObject({ code: 'config_changed' });
    const again = await services.catalog.planImport({ files });
    expect((await services.catalog.applyImport({ files, base: again.base })).written).toBe(true);
  });

  it('leaves out tools that the provider runs itself, and says when a list is a page of several', async () => {
    const services = await servicesWith([]);
    const anthropic = JSON.stringify([
      { type: 'web_search_20250305', name: 'web_search' },
      { name: 'ask', input_schema: {} },
    ]);
    const page = JSON.stringify({ tools: [echo], nextCursor: 'more' });
    const plan = await services.catalog.planImport({ files: [file('a.json', anthropic), file('p.json', page)] });
    expect(plan.sources.map((source) => source.added)).toEqual([['ask'], ['p.echo']]);
    expect(plan.findings.map((finding) => finding.code)).toEqual([
      'provider_tool_skipped',
      'tool_without_description',
      'list_incomplete',
    ]);
    expect((await services.catalog.applyImport({ files: [file('a.json', anthropic)] })).written).toBe(true);
    expect((await services.catalog.list()).map((tool) => tool.name)).toEqual(['ask']);
  });

  it('tells of fields that have no effect', async () => {
    const services = await servicesWith([]);
    const odd = list({ ...echo, side_effects: 'Writes', riskLevel: 'nope', tags: 'a,b' });
    const { findings } = await services.catalog.planImport({ files: [file('gh.json', odd)] });
    expect(findings[0]).toMatchObject({
      code: 'field_ignored',
      message: expect.stringMatching(/tools\[0\] echo: .*side_effects.*tags.*riskLevel/),
    });
  });

  it('leaves out a schema that is nested too deep, by name of the tool, in a file and in a workspace', async () => {
    const deep = `${'{"properties":{"a":'.repeat(3000)}{}${'}}'.repeat(3000)}`;
    const text = `{"tools":[{"name":"a","inputSchema":{}},{"name":"deep","inputSchema":${deep}}]}`;
    const root = workspaceFolder([]);
    const services = await testServices();
    await services.workspace.open({ path: root });
    expect((await services.catalog.planImport({ files: [file('x.json', text)] })).findings[0]).toMatchObject({
      code: 'tool_left_out',
      message: 'Left out: tools[1] deep is nested more than 100 levels deep.',
    });
    write(root, 'sources/test.jsonl', `{"name":"deep","inputSchema":${deep}}`);
    expect((await services.workspace.open({ path: root })).findings[0]).toMatchObject({ code: 'source_unreadable' });
  });

  it('reads a line of a jsonl whose curation is wrong, without that field, and names the line', () => {
    const [source] = parse(`${JSON.stringify(echo)}\n\n{"name":"b","tags":"x","description":"y"}\n`, 'x.jsonl');
    expect(source?.tools.map(({ name }) => name)).toEqual(['echo', 'b']);
    expect(source?.findings).toMatchObject([
      { code: 'field_ignored', message: expect.stringMatching(/^line 3 b: .*tags \(a text\)/) },
    ]);
  });

  it('a workspace reads 50,000 tools; a source that brings more is left out and named, and an import of it refused', async () => {
    const root = temporaryFolder();
    const many = (count: number) =>
      list(...Array.from({ length: count }, (_, i) => ({ name: `t${i}`, inputSchema: {} })));
    const named = { a: 20_000, b: 20_000, c: 10_001, d: 10_000 };
    for (const [name, count] of Object.entries(named)) write(root, `sources/${name}.json`, many(count));
    const entries = Object.keys(named).map(
      (name) => `  - {name: ${name}, path: sources/${name}.json, format: tools_list}`,
    );
    write(root, 'pegboard.yaml', `sources:\n${entries.join('\n')}\n`);
    const services = await testServices();
    const { tools, findings } = await services.workspace.open({ path: root });
    expect(tools).toBe(50_000);
    expect(findings.filter(({ severity }) => severity === 'error')).toMatchObject([
      {
        code: 'source_unreadable',
        path: 'sources/c.json',
        message: 'Source c is left out: With it the sources have 50,001 tools; a workspace reads 50,000 at most.',
        hint: expect.stringContaining('Remove a source'),
      },
    ]);
    await expect(services.catalog.applyImport({ files: [file('e.json', list(echo))] })).rejects.toMatchObject({
      code: 'too_many_tools',
    });
    expect(readdirSync(join(root, 'sources'))).not.toContain('e.json');
  });

  it.each(['constructor', '__proto__'])('reads a tool named %s like any other', async (name) => {
    const services = await servicesWith([]);
    await services.catalog.applyImport({
      files: [file('x.json', `{"tools":[{"name":"${name}","description":"d","inputSchema":{}}]}`)],
    });
    expect((await services.catalog.get({ name: `x.${name}` }))?.tool.examples).toEqual([]);
  });

  it('opens nothing by a relative path', async () => {
    const services = await testServices();
    await expect(services.workspace.init({ path: '~/agent' })).rejects.toMatchObject({ code: 'usage' });
  });

  it.each(['../cache', '/tmp/cache', '.', 'a/../..'])('keeps no index at cache_dir %s', async (cache_dir) => {
    const root = temporaryFolder();
    write(root, 'pegboard.yaml', `tool_search: {enabled: true, cache_dir: ${cache_dir}}\n`);
    const services = await testServices();
    await expect(services.workspace.open({ path: root })).rejects.toMatchObject({
      code: 'config_invalid',
      message: expect.stringContaining('tool_search.cache_dir'),
    });
  });

  it('takes no whole path, which another computer does not have, even one inside', async () => {
    const root = temporaryFolder();
    write(root, 'x.json', list(echo));
    write(root, 'pegboard.yaml', `${searchOn}sources:\n  - {name: gh, path: "${root}/x.json", format: tools_list}\n`);
    const { findings } = await (await testServices()).workspace.open({ path: root });
    expect(findings[0]?.code).toBe('source_unreadable');
  });

  it('writes nothing outside the workspace, by path or by link', async () => {
    const outside = temporaryFolder();
    const root = temporaryFolder();
    write(root, 'pegboard.yaml', `${searchOn}sources:\n  - {name: gh, path: ../x.json, format: tools_list}\n`);
    const services = await testServices();
    const { findings } = await services.workspace.open({ path: root });
    expect(findings[0]).toMatchObject({
      code: 'source_unreadable',
      message: expect.stringContaining('outside the workspace'),
    });
    symlinkSync(outside, join(root, 'sources'));
    await expect(services.catalog.applyImport({ files: [file('new.json', list(echo))] })).rejects.toMatchObject({
      code: 'config_invalid',
    });
    expect(readdirSync(outside)).toEqual([]);
  });
});
