import { describe, expect, it } from 'vitest';
import { servedPrompts, withheldPromptNames } from '#core/approval/live-prompts.ts';
import { draftOf } from '#core/approval/lock-edits.ts';
import { type Lock, lockText, noLock, readLock } from '#core/approval/lock-text.ts';
import { capturedParts, nameOfPart, promptPart, skillPart } from '#core/approval/parts.ts';
import { partStates, removedParts } from '#core/approval/tool-states.ts';
import type { CapturedPrompt } from '#core/catalog/captured/source-parts.ts';
import type { LoadedSource } from '#core/catalog/catalog.ts';
import { approvalAction, approvalsConfigSchema, partAction, partName, withheldText } from '#shared/domain/approval.ts';
import { sourceSchema } from '#shared/domain/source.ts';
import type { CatalogTool } from '#shared/domain/tool.ts';

const sourceOf = (name: string) => sourceSchema.parse({ name, path: `sources/${name}.json`, format: 'tools_list' });
const prompt = (name: string, given: object = {}): CapturedPrompt => ({ name, description: 'Fixes.', ...given });
const loaded = (
  name: string,
  prompts: readonly CapturedPrompt[],
  instructions: string | null = null,
): LoadedSource => ({
  source: sourceOf(name),
  tools: [],
  parts: { instructions, prompts },
});
const lockOf = (sources: readonly LoadedSource[], version: 1 | 2 = 2): Lock =>
  readLock(lockText(draftOf({ lock: noLock, sources, parts: capturedParts(sources) }).values(), version));
const strict = approvalsConfigSchema.parse({ new: 'quarantine', cosmetic: 'ask', notable: 'ask' });
const lenient = approvalsConfigSchema.parse({});
const damaged = readLock('not a lock');

describe('prompts of a server that is running', () => {
  const git = loaded('git', [prompt('fix_issue'), prompt('old_one')]);
  const names = (listed: readonly unknown[], what: Partial<Parameters<typeof servedPrompts>[2]>, source = 'git') =>
    servedPrompts(source, listed, { lock: lockOf([git]), sources: [git], approvals: strict, ...what }).map(
      (one) => (one as { name?: unknown }).name,
    );

  it('are served as they were approved, and a new or changed one is not', () => {
    const changed = prompt('old_one', { description: 'Fixes it otherwise.' });
    expect(names([prompt('fix_issue'), changed, prompt('new_one')], {})).toEqual(['fix_issue']);
    expect(names([prompt('fix_issue'), changed, prompt('new_one')], { approvals: lenient })).toEqual([
      'fix_issue',
      'old_one',
      'new_one',
    ]);
  });

  it('are left out where they cannot be compared', () => {
    expect(names([prompt('fix_issue'), { name: '' }, { name: 7 }, 'fix_issue', null], {})).toEqual(['fix_issue']);
  });

  it('are compared with what was imported while no lock knows prompts', () => {
    for (const lock of [noLock, lockOf([git], 1)])
      expect(names([prompt('fix_issue'), prompt('new_one')], { lock })).toEqual(['fix_issue']);
  });

  it('are all served by a source that was imported without its prompts, unless a lock knows prompts', () => {
    const bare = loaded('git', [], 'Be kind.');
    const listed = [prompt('new_one'), { name: 7 }];
    for (const lock of [noLock, lockOf([bare], 1)])
      expect(
        servedPrompts('git', listed, { lock, sources: [bare, loaded('other', [prompt('x')])], approvals: strict }),
      ).toBe(listed);
    expect(names(listed, { lock: lockOf([bare]), sources: [bare] })).toEqual([]);
  });

  it('are served by nobody while the lock is damaged', () => {
    expect(damaged.kind).toBe('damaged');
    expect(names([prompt('fix_issue')], { lock: damaged, approvals: lenient })).toEqual([]);
    const bare = loaded('git', []);
    expect(names([prompt('fix_issue')], { lock: damaged, sources: [bare], approvals: lenient })).toEqual([]);
  });
});

describe('names of prompts that wait for approval', () => {
  const git = loaded(
    'git',
    [prompt('fix_issue'), prompt('open_pr'), prompt('search'), prompt('wait_for_it')],
    'Be kind.',
  );
  const lock = lockOf([loaded('git', [prompt('open_pr')])]);
  const names = (tools: readonly object[], given: Partial<Parameters<typeof withheldPromptNames>[1]> = {}) =>
    withheldPromptNames(
      tools.map((tool) => ({ name: 'x.y', upstream_name: 'y', aliases: [], ...tool }) as unknown as CatalogTool),
      { lock, sources: [git], approvals: strict, ...given },
    );

  it('are their own and those with their source, but for plain words', () => {
    expect(names([])).toEqual(['fix_issue', 'git.fix_issue', 'git.search', 'wait_for_it', 'git.wait_for_it']);
  });

  it('are not those that a tool has too', () => {
    expect(names([{ name: 'git.fix_issue' }, { upstream_name: 'fix_issue' }, { aliases: ['wait_for_it'] }])).toEqual([
      'git.search',
      'git.wait_for_it',
    ]);
  });

  it('are none where all are approved or allowed', () => {
    expect(names([], { lock: lockOf([git]) })).toEqual([]);
    expect(names([], { approvals: lenient })).toEqual([]);
    expect(names([], { lock: noLock })).toEqual([]);
    expect(names([], { lock: damaged, approvals: lenient })).toHaveLength(7);
  });
});

describe('instructions, prompts and skills beside the lock', () => {
  const digests = new Map([['SKILL.md', 'a'.repeat(64)]]);
  const skill = (text = 'Sign in.', files = digests) =>
    skillPart('pack', { folder: 'core/sign-in', text, digests: files });
  const stateOf = (part: ReturnType<typeof skillPart>, lock: Lock) => {
    const state = partStates([part], lock).get(nameOfPart(part));
    return state && [state.state, state.change];
  };
  const approved = (...parts: ReturnType<typeof skillPart>[]) =>
    readLock(lockText(draftOf({ lock: noLock, sources: [], parts }).values()));

  it('have names by kind and source', () => {
    expect(partName({ kind: 'instructions', source: 'git', name: 'instructions' })).toBe('instructions:git');
    expect(nameOfPart(promptPart('git', prompt('fix')))).toBe('prompt:git/fix');
    expect(nameOfPart(skill())).toBe('skill:pack/core/sign-in');
    const parts = capturedParts([
      loaded('git', [prompt('fix')], 'Be kind.'),
      loaded('none', []),
      { source: sourceOf('old'), tools: [] },
    ]);
    expect(parts.map(nameOfPart)).toEqual(['instructions:git', 'prompt:git/fix']);
  });

  it('are approved exactly as the lock has them; a file of a skill counts too', () => {
    expect(stateOf(skill(), approved(skill()))).toBeUndefined();
    expect(stateOf(skill('Sign out.'), approved(skill()))?.[0]).toBe('changed');
    expect(stateOf(skill('Sign in.', new Map([['SKILL.md', 'b'.repeat(64)]])), approved(skill()))?.[0]).toBe('changed');
    expect(stateOf(skill(), approved())).toEqual(['pending', 'new']);
    expect(stateOf(skill(), damaged)).toEqual(['unproven', null]);
  });

  it('a prompt reads as its text and its arguments', () => {
    const given = [
      { name: 'a', required: true, description: 'A.' },
      { name: 'b', required: false },
    ];
    expect(
      promptPart('git', prompt('fix', { title: 'T', arguments: given, icons: null, _meta: { x: 1 } })).contract,
    ).toEqual({
      ...{ name: 'fix', title: 'T', description: 'Fixes.' },
      input_schema: {
        type: 'object',
        properties: { a: { description: 'A.' }, b: {} },
        required: ['a'],
      },
      other: { extra: { _meta: { x: 1 } } },
    });
    const odd = promptPart('git', {
      name: 'fix',
      title: '',
      description: 7,
      arguments: [{ name: 'a' }, 'b'],
    } as CapturedPrompt);
    expect(odd.contract).toEqual({
      ...{ name: 'fix', description: '', input_schema: { type: 'object', properties: { a: {} } } },
      other: { extra: { arguments: [{ name: 'a' }, 'b'] } },
    });
    for (const none of [undefined, null, []])
      expect(promptPart('git', prompt('fix', { arguments: none })).contract).not.toHaveProperty('other');
  });

  it('of the lock are gone when their source is there and they are not', () => {
    const git = loaded('git', [prompt('fix'), prompt('gone', { description: 'Goes.' })]);
    const lock = lockOf([git, loaded('off', [prompt('gone')])]);
    const parts = capturedParts([loaded('git', [prompt('fix')])]);
    const removed = removedParts({ parts, sources: [git] }, lock, partStates(parts, lock));
    expect(removed.map(({ source, tool }) => [source, tool])).toEqual([['git', 'gone']]);
    const renamed = capturedParts([loaded('git', [prompt('fix'), prompt('new_name', { description: 'Goes.' })])]);
    const states = partStates(renamed, lock);
    expect(states.get('prompt:git/new_name')).toMatchObject({ state: 'renamed', change: 'breaking' });
    expect(removedParts({ parts: renamed, sources: [git] }, lock, states)).toEqual([]);
    expect(removedParts({ parts, sources: [git] }, noLock, new Map())).toEqual([]);
  });
});

describe('what the policy says to a state', () => {
  const config = approvalsConfigSchema.parse({ new: 'allow', breaking: 'ask', sources: { git: { new: 'ask' } } });

  it('never serves a rejected or unproven text, nor one of which nobody says how it changed', () => {
    const all = approvalsConfigSchema.parse({ suspicious: 'allow', breaking: 'allow' });
    expect(approvalAction(all, 'git', { state: 'rejected', change: 'new' })).toBe('quarantine');
    expect(approvalAction(all, 'git', { state: 'unproven', change: 'new' })).toBe('quarantine');
    expect(approvalAction(all, 'git', { state: 'changed', change: null })).toBe('quarantine');
    expect(approvalAction(all, 'git', { state: 'changed', change: 'suspicious' })).toBe('allow');
  });

  it('asks the source first, and no word that every object has', () => {
    expect(approvalAction(config, 'git', { state: 'pending', change: 'new' })).toBe('ask');
    expect(approvalAction(config, 'git', { state: 'changed', change: 'breaking' })).toBe('ask');
    expect(approvalAction(config, 'other', { state: 'pending', change: 'new' })).toBe('allow');
    expect(approvalAction(config, 'constructor', { state: 'pending', change: 'new' })).toBe('allow');
    expect(approvalAction(config, 'other', { state: 'changed', change: 'suspicious' })).toBe('quarantine');
    expect(partAction(config, 'git', { state: 'pending', change: 'new' })).toBe('quarantine');
    expect(partAction(config, 'other', { state: 'pending', change: 'new' })).toBe('allow');
  });

  it('tells people why', () => {
    expect(withheldText({ state: 'rejected', change: null })).toContain('rejected');
    expect(withheldText({ state: 'unproven', change: null })).toContain('damaged');
    expect(withheldText({ state: 'pending', change: 'new' })).toBe('The tool is new, and nobody has approved it.');
    expect(withheldText({ state: 'pending', change: 'suspicious' })).toContain('suspicious');
    expect(withheldText({ state: 'renamed', change: 'breaking' })).toContain('new name');
    expect(withheldText({ state: 'changed', change: 'notable' })).toContain('(notable)');
    expect(withheldText({ state: 'reverted', change: null })).toContain('(unknown)');
  });
});
