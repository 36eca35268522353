import { expect, it } from 'vitest';
import { temporaryFolder } from '../../../support/temporary-folder.ts';
import { allRows, readUse, wrongFigures } from '../../../support/use.ts';
import { testServices, write } from '../../../support/workspace.ts';

const start = Date.UTC(2026, 2, 3, 8);
const time = (second: number) => new Date(start + second * 1000).toISOString();

interface Line {
  readonly session?: string;
  readonly more?: object;
}

const used = (second: number, blocks: readonly object[], { session = 'one', more = {} }: Line = {}) => ({
  ...{ type: 'assistant', sessionId: session, timestamp: time(second), uuid: `u${second}`, parentUuid: null },
  ...{ message: { id: 'msg_1', role: 'assistant', model: 'm', content: blocks, usage: { input_tokens: 5 } } },
  ...more,
});
const answered = (second: number, blocks: readonly object[], { session = 'one', more = {} }: Line = {}) => ({
  ...{ type: 'user', sessionId: session, timestamp: time(second), message: { role: 'user', content: blocks } },
  toolUseResult: { stdout: 'the same again' },
  ...more,
});
const call = (id: string, name: string, input: object = {}) => ({ type: 'tool_use', id, name, input });
const result = (id: string, content: unknown, more: object = {}) => ({
  ...{ type: 'tool_result', tool_use_id: id, content },
  ...more,
});
const text = (words: string) => ({ type: 'text', text: words });
const lines = (values: readonly object[]) => values.map((value) => `${JSON.stringify(value)}\n`).join('');

const ids = { search: 'toolu_0000000000search', first: 'toolu_000000000000first', large: 'toolu_000000000000large' };

/** A session that began, was compacted, and went on. */
const begun = [
  { type: 'file-history-snapshot', messageId: 'm', snapshot: { trackedFileBackups: {} } },
  { type: 'user', sessionId: 'one', timestamp: time(0), message: { role: 'user', content: 'please' } },
  used(1, [text('I look for it.'), call(ids.search, 'ToolSearch', { query: 'read a page' })]),
  answered(2, [result(ids.search, [{ type: 'tool_reference', tool_name: 'mcp__pages__read' }])]),
  // Two calls of one reply are two lines with the same message.
  used(3, [call(ids.first, 'mcp__pages__read')]),
  used(3, [call(ids.large, 'mcp__pages__create')]),
  answered(5, [result(ids.first, [text('a page')])]),
  answered(9, [
    result(ids.large, [
      { type: 'image', source: { type: 'base64', data: 'A'.repeat(4_000_000) } },
      text(`${'a page '.repeat(150_000)}`),
    ]),
  ]),
];
const compacted = [
  {
    type: 'system',
    subtype: 'compact_boundary',
    sessionId: 'one',
    timestamp: time(10),
    compactMetadata: { preTokens: 9 },
  },
  {
    ...{ type: 'user', sessionId: 'one', timestamp: time(11), isCompactSummary: true },
    message: { role: 'user', content: 'Summary: mcp__pages__read was called with toolu_000000000000first.' },
  },
  { type: 'progress', sessionId: 'one', timestamp: time(12), data: { type: 'hook_progress' } },
  used(13, [call('toolu_00000000000fourth', 'mcp__pages__read')]),
  answered(14, [
    result('toolu_00000000000fourth', '<tool_use_error>no such page</tool_use_error>', { is_error: true }),
  ]),
];
/** The same session, resumed: what came before is written again, under a new id and in a new file. */
const resumed = [
  ...[...begun, ...compacted].map((line) => ({ ...line, sessionId: 'two' })),
  used(100, [call('toolu_0000000000resumed', 'mcp__pages__create')], { session: 'two' }),
];
/** An agent of that session, in a file of its own, with ids that only it knows. */
const agent = (name: string) => [
  used(50, [call('1', 'mcp__pages__read')], { more: { isSidechain: true, agentId: name } }),
  answered(51, [result('1', 'a page')], { more: { isSidechain: true, agentId: name } }),
  used(52, [call('2', 'Skill', { skill: 'office:writing' })], { more: { isSidechain: true, agentId: name } }),
];

async function withTranscripts(files: Readonly<Record<string, string>>) {
  const [home, root] = [temporaryFolder(), temporaryFolder()];
  const tool = (name: string) => ({ name, description: `To ${name}.`, inputSchema: { type: 'object' } });
  write(root, 'sources/pages.json', JSON.stringify({ tools: [tool('create'), tool('read')] }));
  write(root, 'pegboard.yaml', 'sources:\n  - {name: pages, path: sources/pages.json, format: tools_list}\n');
  for (const [path, content] of Object.entries(files)) write(home, `.claude/projects/-p/${path}`, content);
  const services = await testServices({ machine: { platform: 'linux', home, env: {} } });
  await services.workspace.open({ path: root });
  await services.use.allow({ origin: 'claude-code' });
  return { services, home };
}

it('counts a session once that was compacted, copied and resumed, and each of its agents as a session of its own', async () => {
  const { services } = await withTranscripts({
    'one.jsonl': lines([...begun, ...compacted]),
    'two.jsonl': lines(resumed),
    'one/subagents/agent-a.jsonl': lines(agent('a')),
    'one/subagents/agent-b.jsonl': lines(agent('b')),
  });
  const [, read] = await readUse(services);
  expect(read).toMatchObject({ files: 4, broken: 0, added: 9, problem: null });
  const rows = (await allRows(services, {}, 200)).reverse();
  expect(rows.map(({ kind, tool, query, skill, ok, ms }) => [kind, tool ?? query ?? skill, ok, ms])).toEqual([
    ['search', 'read a page', true, 1000],
    ['call', 'pages.read', true, 2000],
    ['call', 'pages.create', true, 6000],
    ['call', 'pages.read', false, 1000],
    ['call', 'pages.read', true, 1000],
    ['call', 'pages.read', true, 1000],
    ['skill', 'office:writing', null, null],
    ['skill', 'office:writing', null, null],
    ['call', 'pages.create', null, null],
  ]);
  // Of the large result only the text counts.
  expect(rows[2]?.tokens).toBe(Math.ceil((7 * 150_000) / 4));
  expect(rows[0]).toMatchObject({ found: ['pages.read'], called: 'pages.read', search: 'first' });
  const report = await services.use.report({});
  expect(report).toMatchObject({ sessions: 4, calls: 6, failed: 1 });
  expect(await wrongFigures(services, report, {})).toEqual([]);
});

it('reads a transcript that is rewritten shorter, as a compaction may leave it, without counting twice', async () => {
  const { services, home } = await withTranscripts({ 'one.jsonl': lines([...begun, ...compacted]) });
  expect((await readUse(services))[1]).toMatchObject({ added: 4 });
  write(home, '.claude/projects/-p/one.jsonl', lines(compacted));
  expect((await readUse(services))[1]).toMatchObject({ added: 0, broken: 0 });
  write(home, '.claude/projects/-p/one.jsonl', lines([...compacted, ...resumed.slice(-1)]));
  expect((await readUse(services))[1]).toMatchObject({ added: 1 });
  expect(await services.use.report({})).toMatchObject({ calls: 4, failed: 1 });
});
