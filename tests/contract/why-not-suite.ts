import { describe, expect, it, vi } from 'vitest';
import type { WhyNot } from '#shared/domain/why-not.ts';
import { connectScripted, errorOf, untilAborted } from './suite-helpers.ts';
import type { TransportUnderTest } from './transports.ts';

const answer: WhyNot = {
  audience: 'host',
  tool: 'a.b',
  query: 'weather',
  search_type: { requested: 'fts', effective: 'fts' },
  ranking: 'pegboard',
  reason: { kind: 'cut_by_limit', rank: 9, limit: 8, by: 'request' },
  candidates: 12,
  words: [
    {
      text: 'weather',
      kind: 'content',
      searched: true,
      in_tool: true,
      through: { word: 'sky', kind: 'thesaurus' },
      tools: 2,
    },
  ],
  tool_words: ['sky'],
  arithmetic: { kind: 'exact', score_raw: 1 },
  ahead: [{ name: 'c.d', rank: 1, raw: 3, difference: 1, gaps: [{ by: 'bonuses', term: null, here: 1, ahead: 2 }] }],
  suggestions: [
    {
      edit: { tool: 'a.b', field: 'phrases', text: 'forecast' },
      change: { path: ['overlays', 'a.b', 'phrases'], value: ['forecast'] },
      words: ['forecast'],
      rank: { before: 9, after: 1 },
      cost: {
        queries: 1,
        hit_at_1: { before: 1, after: 0 },
        better: 0,
        worse: 1,
        changed: [{ query: 'q', before: 1, after: null }],
      },
      yaml: 'overlays: {}\n',
    },
  ],
  base: 'r',
  no_suggestion: null,
  golden: { queries: 1, problems: ['p'] },
};

/** The part of the contract suite about "why not?". */
export function describeWhyNotCalls(transport: TransportUnderTest): void {
  describe('why not?', () => {
    it('carries question and answer whole, with the defaults of the contract', async () => {
      const whyNot = vi.fn(async () => answer);
      const { client } = await connectScripted(transport, { search: { whyNot } });
      await expect(client.search.whyNot({ input: { query: 'weather' }, tool: ' a.b ' })).resolves.toEqual(answer);
      const input = { query: 'weather', search_type: 'fts', limit: 8, include_always_loaded: false };
      const request = { input, caller: {}, tool: 'a.b', suggest: true };
      expect(whyNot).toHaveBeenCalledWith(request, expect.anything());
    });

    it('refuses a question about nothing', async () => {
      const { client, calls } = await connectScripted(transport, {});
      const nothing = await errorOf(client.search.whyNot({ input: { query: 'x' }, tool: ' ' }));
      expect([nothing.code, nothing.message]).toEqual(['invalid_input', expect.stringContaining('tool')]);
      expect(calls).toEqual([]);
    });

    it('stops when nobody waits any more', async () => {
      let stopped: AbortSignal | undefined;
      const { client } = await connectScripted(transport, {
        search: {
          whyNot: (_request, call) => {
            stopped = call?.signal;
            return untilAborted(call?.signal);
          },
        },
      });
      const leaving = new AbortController();
      const call = client.search.whyNot({ input: { query: 'x' }, tool: 'a.b' }, { signal: leaving.signal });
      await expect.poll(() => stopped).toBeDefined();
      leaving.abort();
      expect((await errorOf(call, leaving.signal)).code).toBe('cancelled');
      await expect.poll(() => stopped?.aborted).toBe(true);
    });
  });
}
