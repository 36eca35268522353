import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { changeScenario } from '#shared/text/change-scenario.ts';
import { type CallWithoutResult, rangeOf, resultToAdd } from '../../../src-renderer/features/simulator/add-result.ts';

const call: CallWithoutResult = { tool: 'git.git_log', args: { n: 3 } };

/** The text with a result for the call, and what of it is the value to write. */
function added(text: string, asked = call) {
  const found = resultToAdd(text, asked);
  if (!found) throw new Error('The text cannot be read.');
  const changed = changeScenario(text, [found.change], 'x');
  const range = rangeOf(changed, found.value);
  return { changed, results: parse(changed).results, value: range && changed.slice(range.start, range.end) };
}

const start = 'query: q\nscript: [] # none\n';

describe('a result for a call that has none', () => {
  it('is a new entry of the scenario, and its value is found in the text', () => {
    const { changed, value } = added(start);
    expect(changed).toBe(`${start}results:\n  git.git_log:\n    value: {}\n`);
    expect(value).toBe('{}');
    expect(added(`${start}results:\n`).results).toEqual({ 'git.git_log': { value: {} } });
    expect(added(`${start}results: {a.b: {value: 1}}\n`).changed).toContain(
      '{a.b: {value: 1}, git.git_log: {value: {}}}',
    );
  });

  it('goes behind results that do not fit, for its arguments only, so that no other call is answered otherwise', () => {
    const row = { when: { n: 3 }, value: {} };
    const one = added(`${start}results: {git.git_log: {when: {n: 1}, value: 0x1}}\n`);
    expect(one.changed).toContain('[{when: {n: 1}, value: 0x1}, {when: {n: 3}, value: {}}]');
    expect(one.value).toBe('{}');
    const many = added(`${start}results:\n  git.git_log:\n    - {when: {n: 1}, value: 1}\n`);
    expect(many.results['git.git_log']).toEqual([{ when: { n: 1 }, value: 1 }, row]);
    const glob = added(`${start}results:\n  "git.*":\n    when: {n: 1}\n    value: 1\n`);
    expect(glob.results).toEqual({ 'git.*': [{ when: { n: 1 }, value: 1 }, row] });
    expect(added(`${start}results: {git.git_log: {value: 1, times: 1}}\n`, { ...call, args: {} }).results).toEqual({
      'git.git_log': [{ value: 1, times: 1 }, { value: {} }],
    });
  });

  it('is not made of a text that cannot be read', () => {
    expect(resultToAdd('query: [', call)).toBeNull();
  });
});
