import { describe, expect, it } from 'vitest';
import { permittedHistory } from '#core/history/permitted-history.ts';
import type { Finding } from '#shared/domain/finding.ts';
import type { HistoryEntry } from '#shared/domain/history.ts';

const gate = (text: string) => text.replaceAll('vault.canary', 'another tool');
function permitted(entries: readonly HistoryEntry[], whole = false) {
  const findings: Finding[] = [];
  const kept = permittedHistory(entries, {
    permits: (name) => !name.startsWith('vault.') && name !== 'x.gone',
    gate,
    whole,
    report: (found) => findings.push(found),
  });
  return { kept, findings: findings.map(({ code, path }) => [code, path]) };
}
const call = (call_id: string, name = 'a.find'): HistoryEntry => ({ kind: 'call', call_id, name, args: {} });
const result = (call_id: string, given: object = {}): HistoryEntry => ({
  ...{ kind: 'result', call_id, name: 'a.find', text: 'By vault.canary.', is_error: false },
  ...given,
});
const found = (call_id: string, given: object = {}): HistoryEntry => ({
  ...{ kind: 'found', call_id, tools: [{ name: 'a.find' }], error: null },
  ...given,
});
const search = (call_id: string): HistoryEntry => ({ kind: 'search', call_id, args: { query: 'q' } });
const user = (text: string): HistoryEntry => ({ kind: 'user', text });
const assistant = (text: string): HistoryEntry => ({ kind: 'assistant', text });

describe('a history for a caller who may use fewer tools', () => {
  it('loses calls and results of other tools, and says once which', () => {
    const entries = [call('1', 'vault.canary'), result('1', { name: 'vault.canary' }), call('2', 'x.gone'), call('3')];
    const { kept, findings } = permitted(entries);
    expect(kept).toEqual([call('3')]);
    expect(findings).toEqual([
      ['history_tool_ignored', 'vault.canary'],
      ['history_tool_ignored', 'x.gone'],
    ]);
  });

  it('loses what a search no longer finds, with the text that was kept of it', () => {
    const tools = [
      { name: 'x.gone' },
      { name: 'a.find', description: 'Like vault.canary.' },
      { name: 'a.other', description: '' },
    ];
    const { kept, findings } = permitted([found('1', { tools, text: 'x.gone, a.find' })]);
    expect(kept).toEqual([
      {
        ...{ kind: 'found', call_id: '1', error: null },
        tools: [
          { name: 'a.find', description: 'Like another tool.' },
          { name: 'a.other', description: '' },
        ],
      },
    ]);
    expect(findings).toEqual([['history_tool_ignored', 'x.gone']]);
  });

  it('keeps a search as it was said where nothing of it changes, and gates it where something does', () => {
    const same = found('1', { text: 'as it was said' });
    expect(permitted([same]).kept).toEqual([same]);
    expect(permitted([found('1', { text: 'of vault.canary' })]).kept).toEqual([found('1')]);
    const failed = (message: string | null) => found('1', { tools: [], error: { code: 'c', message } });
    expect(permitted([failed('No vault.canary.')]).kept).toEqual([failed('No another tool.')]);
    expect(permitted([failed(null)]).kept).toEqual([failed(null)]);
  });

  it('gates what errors, searches and skills said; the words of the world and of people stay', () => {
    const clean = 'By another tool.';
    const { kept } = permitted([
      result('1'),
      result('2', { is_error: true }),
      result('3', { name: 'skill_get' }),
      result('4', { text: '{"error":"of vault.canary"}' }),
      user('Use vault.canary.'),
      assistant('I use vault.canary.'),
      search('5'),
    ]);
    expect(kept).toEqual([
      result('1'),
      result('2', { is_error: true, text: clean }),
      result('3', { name: 'skill_get', text: clean }),
      result('4', { text: '{"error":"of another tool"}' }),
      user('Use vault.canary.'),
      assistant('I use vault.canary.'),
      search('5'),
    ]);
  });
});

describe('a whole history', () => {
  it('has a result for every call, a call for every result, and says what it left out', () => {
    const entries = [call('1'), result('1'), call('2'), result('3'), search('4'), search('5'), found('5')];
    expect(permitted(entries).kept).toEqual(entries);
    const { kept, findings } = permitted(entries, true);
    expect(kept).toEqual([call('1'), result('1'), search('5'), found('5')]);
    expect(findings).toEqual([
      ['history_call_left_out', '2'],
      ['history_call_left_out', '3'],
      ['history_call_left_out', '4'],
    ]);
  });

  it('has a search before what was found without one', () => {
    const tools = [{ name: 'a.find' }, { name: 'b.open' }];
    const { kept } = permitted([found('1', { tools })], true);
    expect(kept).toEqual([{ kind: 'search', call_id: '1', args: { query: 'a.find b.open' } }, found('1', { tools })]);
  });

  it('has no empty text', () => {
    const entries = [user(''), assistant(''), user('Hello'), assistant('Yes'), call('1'), result('1', { text: '' })];
    expect(permitted(entries, true).kept).toEqual(entries.slice(2));
    expect(permitted(entries).kept).toEqual(entries);
  });
});
