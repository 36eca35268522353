import { describe, expect, it } from 'vitest';
import { contractDigest, contractHashes, contractOf, namelessDigest, sameContract } from '#core/approval/contract.ts';
import {
  approve,
  draftOf,
  draftText,
  lockAfterImport,
  lockAfterRemoval,
  lockAfterRename,
  lockAfterRestore,
  reject,
} from '#core/approval/lock-edits.ts';
import { type Lock, lockKey, lockText, noLock, readLock } from '#core/approval/lock-text.ts';
import { capturedParts } from '#core/approval/parts.ts';
import { toolStates } from '#core/approval/tool-states.ts';
import type { CapturedTool } from '#core/catalog/captured-tools.ts';
import type { LoadedSource } from '#core/catalog/catalog.ts';
import { approvalsConfigSchema } from '#shared/domain/approval.ts';
import { sourceSchema } from '#shared/domain/source.ts';

const tool = (name: string, description = `Does ${name}.`): CapturedTool => ({
  name,
  description,
  inputSchema: { type: 'object' },
});
const loaded = (name: string, ...tools: CapturedTool[]): LoadedSource => ({
  source: sourceSchema.parse({ name, path: `sources/${name}.json`, format: 'tools_list' }),
  tools,
  parts: { instructions: `Of ${name}.`, prompts: [] },
});
const git = loaded('git', tool('list'));
const files = loaded('files', tool('read'));
const approvedOf = (sources: readonly LoadedSource[], lock: Lock = noLock) => ({
  lock,
  sources,
  parts: capturedParts(sources),
});
const lockOf = (...sources: LoadedSource[]) => readLock(lockText(draftOf(approvedOf(sources)).values()));
const keysOf = (text: string | null) => {
  const lock = readLock(text ?? '');
  return lock.kind === 'read'
    ? [...lock.entries.values()].map(({ source, kind, tool: name }) => [source, kind ?? 'tool', name].join(' '))
    : lock.kind;
};
const strict = approvalsConfigSchema.parse({ new: 'ask' });
const lenient = approvalsConfigSchema.parse({});
const digestOf = (captured: CapturedTool, { source }: LoadedSource = git) =>
  contractDigest(contractHashes(contractOf(captured, source)));

describe('the lock that an import leaves', () => {
  const importing = (before: readonly LoadedSource[], writes: readonly LoadedSource[], lock: Lock, config = lenient) =>
    lockAfterImport(approvedOf(before, lock), { writes, arrivingParts: capturedParts(writes) }, config);

  it('is none while every tool that arrives is simply allowed', () => {
    expect(importing([], [git], noLock)).toBeNull();
  });

  it('writes down what was there when a source changes, and when a tool that arrives is not allowed', () => {
    expect(keysOf(importing([git], [loaded('git', tool('list', 'Other.'))], noLock))).toEqual([
      'git tool list',
      'git instructions instructions',
    ]);
    expect(keysOf(importing([git], [files], noLock, strict))).toEqual([
      'git tool list',
      'git instructions instructions',
    ]);
    expect(keysOf(importing([git], [files, git], noLock))).toEqual([
      'files tool read',
      'files instructions instructions',
      'git tool list',
      'git instructions instructions',
    ]);
  });

  it('approves the tools of a new source only, and only those that are allowed', () => {
    const lock = lockOf(git);
    const changed = loaded('git', tool('list', 'Other.'), tool('new'));
    expect(importing([git], [changed], lock)).toBeNull();
    const text = importing([git], [changed, files], lock);
    expect(keysOf(text)).toEqual([
      'files tool read',
      'files instructions instructions',
      'git tool list',
      'git instructions instructions',
    ]);
    expect(toolStates([git, files], readLock(text ?? '')).size).toBe(0);
    expect(keysOf(importing([git], [files], lock, strict))).toEqual(['git tool list', 'git instructions instructions']);
  });

  it('approves nothing that waits for approval in the sources that were there', () => {
    const waiting = loaded('git', tool('list', 'Other.'), tool('new'));
    const text = importing([waiting], [files], lockOf(git));
    expect([...toolStates([waiting, files], readLock(text ?? '')).values()].map(({ name }) => name)).toEqual([
      'git.list',
      'git.new',
    ]);
  });

  it('does not take a source for new that only the lock knows', () => {
    expect(importing([], [loaded('git', tool('list'), tool('new'))], lockOf(git))).toBeNull();
  });

  it('is refused where the lock proves nothing', () => {
    expect(() => importing([git], [files], readLock('no lock'))).toThrow(/pegboard\.lock:1/);
  });
});

describe('edits of a lock', () => {
  const stateOf = (captured: CapturedTool, lock: Lock) => {
    const state = [...toolStates([loaded('git', captured)], lock).values()][0];
    if (!state) throw new Error('The tool is approved.');
    return state;
  };

  it('an approval keeps what was approved before, the latest first, each text once', () => {
    const draft = new Map(draftOf(approvedOf([git])));
    const texts = ['One.', 'Two.', 'Three.', 'Four.', 'Five.', 'Six.', 'One.'];
    for (const text of texts) approve(draft, stateOf(tool('list', text), readLock(lockText(draft.values()))));
    const entry = draft.get(lockKey('git', 'list'));
    expect(entry?.contract?.description).toBe('One.');
    expect(entry?.earlier).toEqual(
      ['Six.', 'Five.', 'Four.', 'Three.', 'Two.'].map((text) => digestOf(tool('list', text))),
    );
  });

  it('write no list of earlier or rejected texts where there are none', () => {
    expect(draftText(draftOf(approvedOf([git])))).not.toMatch(/"(earlier|rejected)"/);
  });

  it('a rejection is kept beside the approved text, and an approval takes it back', () => {
    const draft = new Map(draftOf(approvedOf([git])));
    for (const text of ['Bad.', 'Worse.', 'Bad.']) {
      const state = {
        ...stateOf(tool('list', 'x'), lockOf(git)),
        contract: contractOf(tool('list', text), git.source),
      };
      reject(draft, state);
    }
    const entry = draft.get(lockKey('git', 'list'));
    expect(entry?.contract?.description).toBe('Does list.');
    expect(entry?.rejected).toEqual(['Bad.', 'Worse.'].map((text) => digestOf(tool('list', text))));
    const state = stateOf(tool('list', 'Bad.'), readLock(lockText(draft.values())));
    expect(state.state).toBe('rejected');
    approve(draft, state);
    expect(draft.get(lockKey('git', 'list'))).toMatchObject({
      rejected: [digestOf(tool('list', 'Worse.'))],
      earlier: [digestOf(tool('list'))],
    });
  });

  it('a rejection of a tool that nobody approved approves nothing', () => {
    const draft = new Map();
    const state = stateOf(tool('new'), lockOf(git));
    reject(draft, state);
    expect([...draft.values()]).toEqual([
      { source: 'git', tool: 'new', contract: null, earlier: [], rejected: [digestOf(tool('new'))] },
    ]);
    expect(() => reject(draft, { ...state, contract: null })).toThrow('is gone');
    const unproven = draftOf(approvedOf([git]));
    reject(unproven, { ...stateOf(tool('list', 'x'), lockOf(git)), state: 'unproven' });
    expect(unproven.get(lockKey('git', 'list'))?.contract).toBeNull();
  });

  it('an approval of a new name or of a removal takes the old entry out', () => {
    const draft = new Map(draftOf(approvedOf([git])));
    const renamed = stateOf({ ...tool('list'), name: 'issues' }, lockOf(git));
    expect(renamed.state).toBe('renamed');
    approve(draft, renamed);
    expect([...draft.values()].filter(({ kind }) => kind === undefined).map(({ tool: name }) => name)).toEqual([
      'issues',
    ]);
    approve(draft, {
      ...renamed,
      state: 'removed',
      contract: null,
      entry: draft.get(lockKey('git', 'issues')) ?? null,
    });
    expect(draft.has(lockKey('git', 'issues'))).toBe(false);
  });

  it('a source that gets another name takes its entries along, and others stay', () => {
    const text = lockAfterRename(lockOf(git, files), 'git', 'forge');
    expect(keysOf(text)).toEqual([
      'files tool read',
      'files instructions instructions',
      'forge tool list',
      'forge instructions instructions',
    ]);
    expect(lockAfterRename(noLock, 'git', 'forge')).toBeNull();
  });

  it('a source that is removed takes its entries out, and its return puts them back', () => {
    const lock = lockOf(git, files);
    const removal = lockAfterRemoval(lock, 'git');
    expect(keysOf(removal?.text ?? null)).toEqual(['files tool read', 'files instructions instructions']);
    expect(lockAfterRestore(readLock(removal?.text ?? ''), removal?.taken ?? [])).toBe(
      lockText(draftOf(approvedOf([git, files])).values()),
    );
    expect(lockAfterRemoval(lock, 'other')).toBeNull();
    expect(lockAfterRemoval(noLock, 'git')).toBeNull();
    expect(lockAfterRemoval(readLock('no lock'), 'git')).toBeNull();
    expect(lockAfterRestore(noLock, removal?.taken ?? [])).toBeNull();
  });

  it('keep the form of a file that knows tools only, and write parts when it becomes the other', () => {
    const old = readLock(lockText(draftOf({ lock: noLock, sources: [git], parts: [] }).values(), 1));
    const both = readLock(lockText(draftOf({ lock: noLock, sources: [git, files], parts: [] }).values(), 1));
    expect(old).toMatchObject({ kind: 'read', version: 1 });
    for (const text of [
      lockAfterRename(old, 'x', 'y'),
      lockAfterRestore(old, []),
      lockAfterRemoval(both, 'files')?.text ?? null,
    ])
      expect(text).toBe(lockText(draftOf({ lock: old, sources: [], parts: [] }).values(), 1));
    expect([...draftOf(approvedOf([git], old)).keys()].sort()).toEqual(
      [lockKey('git', 'list'), lockKey('git', 'instructions', 'instructions')].sort(),
    );
    expect([...draftOf(approvedOf([git, files], lockOf(git))).keys()]).toHaveLength(2);
  });

  it('are refused where writing would hide a problem, unless it is repaired', () => {
    const text = draftText(draftOf(approvedOf([git])));
    const broken = readLock(text.replace('Does list.', 'Does more.'));
    expect(broken).toMatchObject({ kind: 'read', unproven: new Set([lockKey('git', 'list')]) });
    expect(() => draftOf(approvedOf([git], broken))).toThrow('Nothing was written');
    expect(() => draftOf(approvedOf([git], broken), new Set(['other']))).toThrow('Nothing was written');
    expect(draftOf(approvedOf([git], broken), new Set([lockKey('git', 'list')])).size).toBeGreaterThan(0);
    expect(lockAfterRemoval(broken, 'git')).toBeNull();
  });
});

describe('contracts', () => {
  it('are the same where they say the same, members in any order', () => {
    const one = contractOf(
      { ...tool('list'), inputSchema: { type: 'object', required: ['a', 'b'], properties: { a: {} } } },
      git.source,
    );
    const like = contractOf(
      { ...tool('list'), inputSchema: { properties: { a: {} }, required: ['a', 'b'], type: 'object' } },
      git.source,
    );
    expect(sameContract(one, one)).toBe(true);
    expect(sameContract(one, like)).toBe(true);
    for (const input_schema of [
      { type: 'object', required: ['a', 'b'] },
      { type: 'object', required: ['a', 'b'], properties: { a: {} }, title: 'T' },
      { type: 'object', required: ['b', 'a'], properties: { a: {} } },
      { type: 'object', required: { 0: 'a', 1: 'b' }, properties: { a: {} } },
      { type: 'object', required: ['a', 'b'], properties: { b: {} } },
      { type: 'object', required: ['a', 'b'], properties: { a: null } },
    ])
      expect(sameContract(one, { ...one, input_schema })).toBe(false);
  });

  it('have the same digest without their names exactly when all else is the same', () => {
    const other = contractOf(tool('other', 'Does list.'), git.source);
    const list = contractOf(tool('list'), git.source);
    expect(namelessDigest(other)).toBe(namelessDigest(list));
    expect(contractDigest(contractHashes(other))).not.toBe(contractDigest(contractHashes(list)));
    expect(namelessDigest(contractOf(tool('list', 'Other.'), git.source))).not.toBe(namelessDigest(list));
  });

  it('do not depend on the settings that the workspace has for the source', () => {
    const examples = { list: [{ args: {}, tags: [] }] };
    const settings = { ...git.source, tool_examples: examples, inherit_from_schema: true };
    const rich = { ...tool('list'), inputSchema: { type: 'object', examples: [{ a: 1 }] } };
    expect(contractOf(rich, settings as typeof git.source)).toEqual(contractOf(rich, git.source));
    expect(contractOf(rich, git.source)).not.toHaveProperty('other');
  });
});
