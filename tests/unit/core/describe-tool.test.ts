import { describe, expect, it } from 'vitest';
import { splitSentences } from '#core/describe/describe-tool.ts';
import { manyTools } from '../../support/many-tools.ts';
import { searchOn, servicesWith, testServices, workspaceFolder, write } from '../../support/workspace.ts';

const tools = [
  {
    name: 'files.read',
    description: 'Read a file. Returns its text.',
    inputSchema: {
      type: 'object',
      properties: {
        path: { type: 'string', description: 'Where.' },
        range: { type: 'object', description: 'Part.', properties: { from: { type: 'integer', description: 'F.' } } },
      },
    },
    outputSchema: { type: 'object' },
  },
  { name: 'files.write', description: 'Write a file.', tags: ['disk'] },
  { name: 'files.drop' },
];

describe('one tool of the catalog, whole', () => {
  it('has the tokens of each part by both estimators', async () => {
    const services = await servicesWith(tools);
    const detail = await services.catalog.describe({ name: 'files.read' });
    expect(detail?.tokens.sentences.map(({ start, end }) => tools[0]?.description?.slice(start, end))).toEqual([
      'Read a file. ',
      'Returns its text.',
    ]);
    expect(detail?.tokens.arguments.map(({ name, pointer }) => [name, pointer])).toEqual([
      ['path', '/properties/path'],
      ['range', '/properties/range'],
      ['range.from', '/properties/range/properties/from'],
    ]);
    expect(detail?.tokens).toMatchObject({
      name: { estimate: 3 },
      description: { estimate: Math.ceil('Read a file. Returns its text.'.length / 4) },
      output_schema: { estimate: Math.ceil('{"type":"object"}'.length / 4) },
    });
    expect(detail?.tokens.definition).toEqual((await services.catalog.get({ name: 'files.read' }))?.tokens);
    expect(detail?.record_hash).toMatch(/^[0-9a-f]{64}$/);
    expect(detail?.findings).toEqual([]);
    expect(await services.catalog.describe({ name: 'nobody' })).toBeNull();
  });

  it('shows what an overlay changed beside what the source says', async () => {
    const yaml = `${searchOn}overlays: {files.write: {description: Save a file., tags: [disk], loading_mode: always}}`;
    const services = await servicesWith(tools, { yaml });
    const detail = await services.catalog.describe({ name: 'files.write' });
    expect(detail?.overlaid).toEqual([
      { field: 'declared_mode', upstream: 'undeclared', overlaid: 'always', words: null },
      {
        field: 'description',
        upstream: 'Write a file.',
        overlaid: 'Save a file.',
        words: [
          { kind: 'removed', text: 'Write' },
          { kind: 'added', text: 'Save' },
          { kind: 'same', text: ' a file.' },
        ],
      },
    ]);
    expect(detail?.overlay).toEqual({ description: 'Save a file.', tags: ['disk'], loading_mode: 'always' });
    expect(await services.catalog.describe({ name: 'files.read' })).toMatchObject({ overlay: {}, overlaid: [] });
  });

  it('names every pattern that keeps a tool on the board, and what the policy says', async () => {
    const yaml = `tool_search: {enabled: true, default_loading_mode: deferred, always_loaded_patterns: ['*.read', 'files.*']}
policy: {denied_tools: [files.drop]}`;
    const services = await servicesWith(tools, { yaml });
    const detail = await services.catalog.describe({ name: 'files.read' });
    expect(detail?.always_loaded_patterns).toEqual(['*.read', 'files.*']);
    expect(detail?.tool.mode_reason).toMatchObject({ rule: 'pattern' });
    expect(detail?.denied_by).toBeNull();
    expect((await services.catalog.describe({ name: 'files.drop' }))?.denied_by).toBe('denied_tools');
  });

  it('tells every rule about its mode in order, with value, place and line', async () => {
    const yaml = `tool_search:
  enabled: true
  default_loading_mode: deferred
  always_loaded_patterns: [tasks.*]
sources:
  - {name: test, path: sources/test.jsonl, format: tools_jsonl,
     deferred_tools: [files.drop]}
overlays:
  files.write: {loading_mode: always}
`;
    const services = await testServices();
    const root = workspaceFolder(tools);
    write(root, 'pegboard.yaml', yaml);
    await services.workspace.open({ path: root });
    const rulesOf = async (name: string) => (await services.catalog.describe({ name }))?.mode_rules ?? [];
    expect(await rulesOf('files.write')).toEqual([
      {
        rule: 'search_disabled',
        mode: null,
        value: 'on',
        file: 'pegboard.yaml',
        path: 'tool_search.enabled',
        line: 2,
      },
      {
        rule: 'pattern',
        mode: null,
        value: 'none of 1 matches',
        file: 'pegboard.yaml',
        path: 'tool_search.always_loaded_patterns',
        line: 4,
      },
      {
        rule: 'declaration',
        mode: 'always',
        value: 'always',
        file: 'pegboard.yaml',
        path: 'overlays."files.write".loading_mode',
        line: 9,
      },
      {
        rule: 'source_list',
        mode: 'always',
        value: 'lists others',
        file: 'pegboard.yaml',
        path: 'sources.test.deferred_tools',
        line: 7,
      },
      {
        rule: 'source_default',
        mode: null,
        value: 'not set',
        file: 'pegboard.yaml',
        path: 'sources.test.default_loading_mode',
        line: null,
      },
      {
        rule: 'source_hint',
        mode: null,
        value: 'not set',
        file: 'sources/test.jsonl',
        path: '_meta."anthropic/alwaysLoad"',
        line: null,
      },
      {
        rule: 'workspace_default',
        mode: 'deferred',
        value: 'deferred',
        file: 'pegboard.yaml',
        path: 'tool_search.default_loading_mode',
        line: 3,
      },
      { rule: 'fallback', mode: 'always', value: '', file: null, path: '', line: null },
    ]);
    const dropped = await rulesOf('files.drop');
    expect(dropped.find(({ mode }) => mode !== null)).toMatchObject({ rule: 'source_list', mode: 'deferred' });
    const detail = await services.catalog.describe({ name: 'files.drop' });
    expect(detail?.tool.mode_reason.rule).toBe('source_list');
  });
});

describe('the tokens of a catalog', () => {
  it('are those of each entry in the prompt by both estimators, and counting them stops when cancelled', async () => {
    const services = await servicesWith(manyTools(2000));
    const stop = new AbortController();
    setImmediate(() => stop.abort());
    await expect(services.catalog.tokens({ signal: stop.signal })).rejects.toMatchObject({ code: 'cancelled' });
    const counted = await services.catalog.tokens();
    expect(counted).toHaveLength(2000);
    const [first] = counted;
    const entry = (await services.catalog.describe({ name: first?.name ?? '' }))?.entry.whole;
    const listed = (await services.catalog.list()).find(({ name }) => name === first?.name);
    expect({ estimate: Math.ceil((listed?.prompt_size ?? 0) / 4), o200k: first?.o200k }).toEqual(entry);
  });
});

describe('the findings of a catalog', () => {
  it('are told by tool, with similar names among them', async () => {
    const services = await servicesWith([...tools, { name: 'files.reads', description: 'Read many.' }]);
    const problems = (await services.catalog.lint()).map(({ name, problems }) => [
      name,
      problems.map(({ code }) => code),
    ]);
    expect(problems).toEqual([
      ['files.drop', ['description_missing']],
      ['files.read', ['name_similar']],
      ['files.reads', ['name_similar']],
    ]);
    expect((await services.catalog.describe({ name: 'files.read' }))?.findings).toMatchObject([
      { code: 'name_similar' },
    ]);
  });

  it('of 10,000 tools leave the thread free between batches, stop when cancelled, and are kept', async () => {
    const services = await servicesWith(manyTools(10_000));
    const stop = new AbortController();
    setImmediate(() => stop.abort());
    await expect(services.catalog.lint({ signal: stop.signal })).rejects.toMatchObject({ code: 'cancelled' });
    let turns = 0;
    const timer = setInterval(() => turns++, 1);
    const first = await services.catalog.lint();
    clearInterval(timer);
    expect(turns).toBeGreaterThan(3);
    expect(await services.catalog.lint()).toEqual(first);
  });
});

describe('sentences', () => {
  it('join to the text again, also a long or an empty one', () => {
    for (const text of ['', 'One. Two!\nThree', 'word '.repeat(10_000), '. '.repeat(300)]) {
      expect(
        splitSentences(text)
          .map(({ start, end }) => text.slice(start, end))
          .join(''),
      ).toBe(text);
    }
  });
});
