import { describe, expect, it } from 'vitest';
import type { ConfusableReport, Confusion } from '#shared/domain/confusable.ts';
import type { GoldenSet } from '#shared/domain/golden-query.ts';
import type { UsageRecord } from '#shared/domain/usage.ts';
import type { UsageEntry } from '#shared/domain/usage-view.ts';
import { goldenSuggestions } from '../../../src-renderer/features/evaluate/golden-suggestions.ts';

const answered = { outcome: 'ok', error: null, elapsed_ms: 1, tokens: 10 } as const;
const search = (query: string, ...found: string[]): UsageRecord => ({
  ...{ ...answered, kind: 'search', query, search_type: 'fts', limit: 5, strength: null },
  hits: found.map((name) => ({ name, score: 1 })),
});
const call = (tool: string): UsageRecord => ({
  ...{ ...answered, kind: 'call', tool, source: null, through: 'tool_call_read' },
  ...{ upstream_ms: null, arguments: null, result: null },
});

/** The log of one session for each list, the newest request first. */
function log(...sessions: readonly { readonly persona?: string; readonly records: readonly UsageRecord[] }[]) {
  let id = 0;
  return sessions
    .flatMap(({ persona = null, records }, session) =>
      records.map((record): UsageEntry => {
        id += 1;
        const at = new Date(Date.UTC(2026, 0, 1) + id * 1000).toISOString();
        return { id, at, session, client: 'claude', persona, record, called_later: null };
      }),
    )
    .reverse();
}

const confusion = (query: string, right: string, more: Partial<Confusion> = {}): Confusion => ({
  ...{ query, kind: 'sentence', right, wrong: 'mail.draft', right_rank: 2, wrong_rank: 1, share: 1.1 },
  ...more,
});
const report = (confusions: readonly Confusion[]): ConfusableReport => ({
  ...{ tools: 3, queries: 6, golden_queries: 0, pair_count: 1, clusters: [], cluster_count: 0 },
  pairs: [{ tools: ['mail.draft', 'mail.send'], confusions, count: 1, lost: 1, shared: [], only: [[], []] }],
});
const golden: GoldenSet = {
  files: [],
  queries: [{ file: 'evals/golden.jsonl', line: 1, query: 'send it', relevant: [['mail.send']] }],
  findings: [],
};
const facts = {
  golden,
  entries: [],
  persona: null,
  confusable: report([]),
  tools: ['mail.send', 'mail.draft', 'files.read'].map((name) => ({ name, description: '' })),
  dismissed: [],
};
const briefly = (given: Partial<Parameters<typeof goldenSuggestions>[0]>) =>
  goldenSuggestions({ ...facts, ...given }).map(({ query, tool, from }) => [query, tool, from]);

describe('suggested golden queries', () => {
  it('are searches of hosts with the tool that was called next, those first that the search missed', () => {
    const entries = log(
      { records: [search('read it', 'files.read'), call('files.read')] },
      { records: [search('read it', 'files.read'), call('files.read')] },
      { records: [search('write to Jo', 'mail.draft'), call('mail.send')] },
      { records: [search('nothing came of it', 'mail.draft')] },
    );
    expect(briefly({ entries })).toEqual([
      ['write to Jo', 'mail.send', 'use'],
      ['read it', 'files.read', 'use'],
    ]);
    expect(goldenSuggestions({ ...facts, entries }).map(({ why }) => why)).toEqual([
      'claude searched for this and then called the tool, which the search did not find.',
      'claude searched for this 2 times and then called the tool, which the search found.',
    ]);
  });

  it('have nothing of another persona', () => {
    const entries = log(
      { persona: 'support', records: [search('write to Jo'), call('mail.send')] },
      { records: [search('read it'), call('files.read')] },
    );
    expect(briefly({ entries })).toEqual([['read it', 'files.read', 'use']]);
    expect(briefly({ entries, persona: 'support' })).toEqual([['write to Jo', 'mail.send', 'use']]);
    expect(briefly({ entries, persona: 'ops' })).toEqual([]);
  });

  it('are the words of tools that find another tool, with why', () => {
    const confusable = report([
      confusion('Send a message', 'mail.send'),
      confusion('x', 'mail.send', { kind: 'golden' }),
    ]);
    expect(goldenSuggestions({ ...facts, confusable })).toMatchObject([
      {
        query: 'Send a message',
        tool: 'mail.send',
        from: 'catalog',
        why: 'Its first sentence: mail.draft ranks 1, the expected tool 2.',
      },
    ]);
  });

  it('are the first sentences of tools that no golden query asks for, after the rest, and for no persona', () => {
    const tools = [
      { name: 'mail.send', description: 'Send a message. It goes out at once.' },
      { name: 'mail.draft', description: 'Write v1.2 of a message\nand keep it.' },
      { name: 'files.read', description: 'x'.repeat(300) },
    ];
    const confusable = report([confusion('draft it', 'mail.draft')]);
    expect(briefly({ tools, confusable })).toEqual([
      ['draft it', 'mail.draft', 'catalog'],
      ['Write v1.2 of a message', 'mail.draft', 'catalog'],
    ]);
    expect(briefly({ tools, confusable, persona: 'support' })).toEqual([['draft it', 'mail.draft', 'catalog']]);
  });

  it('are no query twice, none that is golden or not wanted, and no tool that is gone', () => {
    const entries = log({ records: [search(' write to Jo '), call('mail.send')] });
    const confusable = report([
      confusion('write to Jo', 'mail.draft'),
      confusion('send it', 'mail.draft'),
      confusion('lost', 'gone.tool'),
      confusion('other', 'mail.draft'),
    ]);
    expect(briefly({ entries, confusable })).toEqual([
      ['write to Jo', 'mail.send', 'use'],
      ['other', 'mail.draft', 'catalog'],
    ]);
    const [, other] = goldenSuggestions({ ...facts, entries, confusable });
    expect(briefly({ entries, confusable, dismissed: [other?.key ?? ''] })).toHaveLength(1);
  });
});
