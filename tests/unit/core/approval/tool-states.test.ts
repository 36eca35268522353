import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { contractDigest, contractHashes, contractOf } from '#core/approval/contract.ts';
import { type Lock, type LockEntry, lockText, noLock, readLock } from '#core/approval/lock-text.ts';
import { removedTools, toolStates } from '#core/approval/tool-states.ts';
import type { CapturedTool } from '#core/catalog/captured-tools.ts';
import { sourceSchema } from '#shared/domain/source.ts';

const source = sourceSchema.parse({ name: 'git', path: 'sources/git.json', format: 'tools_list' });
const schema = { type: 'object', properties: { owner: { type: 'string', description: 'Owner of the repository.' } } };
const tool = (given: object = {}): CapturedTool => ({
  name: 'list_issues',
  description: 'Lists the issues of a repository.',
  inputSchema: schema,
  ...given,
});

function entry(captured: CapturedTool, given: Partial<LockEntry> = {}): LockEntry {
  const contract = contractOf(captured, source);
  return { source: 'git', tool: contract.name, contract, earlier: [], rejected: [], ...given };
}
const digest = (captured: CapturedTool) => contractDigest(contractHashes(contractOf(captured, source)));
const lockOf = (...entries: LockEntry[]): Lock => readLock(lockText(entries));
const stateOf = (captured: CapturedTool, lock: Lock) => {
  const state = toolStates([{ source, tools: [captured] }], lock).get(`git.${captured.name}`);
  return state && [state.state, state.change];
};

describe('how a tool stands to the lock', () => {
  it('counts everything as approved without a lock', () => {
    expect(toolStates([{ source, tools: [tool()] }], noLock).size).toBe(0);
  });

  it('approves exactly the text of the lock', () => {
    expect(stateOf(tool(), lockOf(entry(tool())))).toBeUndefined();
    expect(stateOf(tool({ annotations: {}, outputSchema: null }), lockOf(entry(tool())))).toBeUndefined();
  });

  it.each([
    ['only in annotations', { annotations: { readOnlyHint: false, destructiveHint: true } }],
    ['only in the title', { title: 'Issues' }],
    [
      'only in the description of one argument',
      { inputSchema: { ...schema, properties: { owner: { type: 'string', description: 'Login of the owner.' } } } },
    ],
    ['only in the output schema', { outputSchema: { type: 'object' } }],
    ['only in a field of its own', { usage_hint: 'Use it first.' }],
    ['only in metadata', { _meta: { model: 'hint' } }],
  ])('sees a change %s', (_what, change) => {
    expect(stateOf(tool(change), lockOf(entry(tool())))?.[0]).toBe('changed');
  });

  it('classes changes as the import does', () => {
    const lock = lockOf(entry(tool()));
    expect(stateOf(tool({ title: 'Issues' }), lock)).toEqual(['changed', 'cosmetic']);
    expect(stateOf(tool({ description: 'Lists the open issues of a repository.' }), lock)).toEqual([
      'changed',
      'notable',
    ]);
    expect(stateOf(tool({ inputSchema: { ...schema, required: ['owner'] } }), lock)).toEqual(['changed', 'breaking']);
  });

  it('classes a text in which an audit finds more than before as suspicious', () => {
    const hidden = 'Lists the issues of a repository.\u{e0053}\u{e0065}\u{e006e}\u{e0064}';
    expect(stateOf(tool({ description: hidden }), lockOf(entry(tool())))).toEqual(['changed', 'suspicious']);
    expect(stateOf(tool({ description: hidden }), lockOf())).toEqual(['pending', 'suspicious']);
    // The same finding in a text that somebody approved makes no other change suspicious.
    expect(stateOf(tool({ description: hidden, title: 'T' }), lockOf(entry(tool({ description: hidden }))))).toEqual([
      'changed',
      'cosmetic',
    ]);
  });

  it('knows new, renamed, reverted and rejected tools', () => {
    const before = tool({ description: 'Lists issues.' });
    expect(stateOf(tool(), lockOf())).toEqual(['pending', 'new']);
    expect(stateOf(tool({ name: 'issues' }), lockOf(entry(tool())))).toEqual(['renamed', 'breaking']);
    expect(stateOf(before, lockOf(entry(tool(), { earlier: [digest(before)] })))?.[0]).toBe('reverted');
    expect(stateOf(before, lockOf(entry(tool(), { rejected: [digest(before)] })))).toEqual(['rejected', null]);
    expect(stateOf(tool(), lockOf(entry(tool(), { contract: null, rejected: [digest(tool())] })))?.[0]).toBe(
      'rejected',
    );
  });

  it('lists the tools that a source no longer has, but not those with a new name', () => {
    const lock = lockOf(entry(tool()), entry(tool({ name: 'gone', description: 'Goes.' })));
    const now = [{ source, tools: [tool({ name: 'issues' })] }];
    expect(removedTools(now, lock, toolStates(now, lock)).map((one) => one.tool)).toEqual(['gone']);
    // Nothing is known of a source that could not be read.
    expect(removedTools([], lock, new Map())).toEqual([]);
  });

  it('proves nothing by a damaged lock, and nothing new by one that lost an entry', () => {
    const text = lockText([entry(tool()), entry(tool({ name: 'b' }))]);
    expect(stateOf(tool(), readLock(text.slice(0, -20)))).toEqual(['unproven', null]);
    const lost = readLock(text.replace('"tool": "b",', ''));
    expect(stateOf(tool(), lost)).toBeUndefined();
    expect(stateOf(tool({ name: 'b' }), lost)).toEqual(['unproven', null]);
  });

  it('sees every change of every field, and none where nothing changed', () => {
    const words = fc.string({ maxLength: 12 });
    const given = fc.record(
      {
        description: words,
        title: words,
        usage_hint: words,
        tags: fc.array(words, { maxLength: 2 }),
        annotations: fc.dictionary(words, fc.oneof(words, fc.boolean()), { maxKeys: 2 }),
        inputSchema: fc.dictionary(words, fc.jsonValue({ maxDepth: 2 }), { maxKeys: 2 }),
      },
      { requiredKeys: ['description'] },
    );
    fc.assert(
      fc.property(given, given, (before, after) => {
        const [was, is] = [tool(before), tool(after)];
        const isSame = JSON.stringify(contractOf(was, source)) === JSON.stringify(contractOf(is, source));
        expect(stateOf(is, lockOf(entry(was))) === undefined).toBe(isSame || digest(was) === digest(is));
        expect(digest(was) === digest(is) || !isSame).toBe(true);
      }),
    );
  });
});

describe('a tool that leaves one source and appears in another', () => {
  const mirror = sourceSchema.parse({ name: 'mirror', path: 'sources/mirror.json', format: 'tools_list' });
  const others = tool({ name: 'other_tool', description: 'Does something else.' });
  const arrived = (captured: CapturedTool, left: readonly CapturedTool[] | null) => {
    const sources = [...(left ? [{ source, tools: left }] : []), { source: mirror, tools: [captured] }];
    const state = toolStates(sources, lockOf(entry(tool()), entry(others))).get(`mirror.${captured.name}`);
    return state && [state.state, state.change, ...state.findings.map(({ severity, why }) => `${severity} ${why}`)];
  };

  it('is told as moved when its definition is the approved one', () => {
    expect(arrived(tool(), [others])).toEqual([
      'pending',
      'new',
      'info The tool moved: git no longer has it, and its approved definition is the same.',
    ]);
  });

  it('is suspicious when another definition takes the name over', () => {
    expect(arrived(tool({ description: 'Lists issues of any tracker.' }), [others])).toEqual([
      'pending',
      'suspicious',
      'error The tool takes over a name: git no longer has the tool that was approved, and this definition is another one.',
    ]);
  });

  it('is new where the other source still has its tool, or could not be read', () => {
    const own = tool({ description: 'Lists issues of any tracker.' });
    expect(arrived(own, [tool(), others])).toEqual(['pending', 'new']);
    expect(arrived(own, null)).toEqual(['pending', 'new']);
  });
});
