import { describe, expect, it } from 'vitest';
import type { UseOriginState, UseReport, UseRow } from '#shared/domain/use-report.ts';
import { PegboardError } from '#shared/errors.ts';
import { connectScripted, errorOf, untilAborted } from './suite-helpers.ts';
import type { TransportUnderTest } from './transports.ts';

const tokens = { estimate: 20, o200k: 19 };
const state: UseOriginState = {
  ...{ origin: 'codex', title: 'Codex', places: ['/logs'], files: 2, bytes: 9, allowed: true, read_at: null },
  ...{ lines: 4, broken: 1, first_broken: { path: '/logs/a.jsonl', line: 3 }, events: 3, unmapped: 1, problem: null },
};
const report: UseReport = {
  ...{ first_at: 1, last_at: 2, events: 3, sessions: 1, calls: 1, failed: 0, p50_ms: 2.5, p95_ms: null, gets: 0 },
  origins: [{ origin: 'codex', events: 3, sessions: 1 }],
  tools: [
    { tool: 'a.b', source: 'a', calls: 1, failed: 0, sessions: 1, p50_ms: 2.5, p95_ms: null, tokens: null, last_at: 2 },
  ],
  sources: [{ source: 'a', tools: 1, tokens, used: 1, calls: 1, failed: 0, p50_ms: null, p95_ms: null }],
  clients: [{ client: null, sessions: 1, calls: 1, failed: 0, searches: 1 }],
  days: [{ day: '2026-11-02', calls: 1, failed: 0, searches: 1 }],
  skills: [{ skill: 's', loads: 1, sessions: 1 }],
  carried: {
    ...{ sources: 1, tools: 1, tokens, always: { tools: 1, tokens }, used: 1, days: 1 },
    never: [{ tool: 'a.c', source: 'a', always: true, tokens }],
  },
  searches: {
    ...{ total: 1, outcomes: { empty: 1, first: 0, other: 0, none: 0, unknown: 0 } },
    ...{ empty: [{ query: 'q', count: 1, last_at: 1 }], other: [] },
  },
  together: [{ tools: ['a.b', 'a.c'], sessions: 1, of: 2 }],
  ...{ unmapped: [{ said: 'mcp__x__y', why: 'ambiguous', calls: 1 }], unmapped_calls: 1 },
};
const row: UseRow = {
  ...{ id: 7, at: 1, session: 'codex:1', origin: 'codex', client: null, persona: null, kind: 'search', said: null },
  ...{ tool: null, source: null, skill: null, query: 'q', found: [], ok: null, ms: null, tokens: null },
  ...{ called: null, search: 'empty' },
};

/** The part of the contract suite about use. */
export function describeUseCalls(transport: TransportUnderTest): void {
  describe('use', () => {
    it('says which logs there are, keeps a consent and takes it back', async () => {
      const asked: unknown[] = [];
      const { client, calls } = await connectScripted(transport, {
        use: {
          origins: async () => [state],
          allow: async (input) => {
            asked.push(input);
            if (input.paths?.[0] === '/gone') throw new PegboardError('file_not_found', 'There is nothing at /gone.');
            return [state];
          },
          forget: async (input) => {
            asked.push(input);
            return { removed: 3 };
          },
        },
      });
      expect(await client.use.origins()).toEqual([state]);
      expect(await client.use.allow({ origin: 'codex', paths: ['/logs'] })).toEqual([state]);
      expect(await errorOf(client.use.allow({ origin: 'jsonl', paths: ['/gone'] }))).toMatchObject({
        code: 'file_not_found',
      });
      expect(await client.use.forget({ origin: 'codex' })).toEqual({ removed: 3 });
      expect(await client.use.forget({})).toEqual({ removed: 3 });
      expect(asked).toHaveLength(4);
      const wrong = { origin: 'nobody' as 'codex' };
      expect(await errorOf(client.use.allow(wrong))).toMatchObject({ code: 'invalid_input' });
      expect(calls).not.toContain('use.read');
    });

    it('streams how far a read is, refuses without consent, and stops when cancelled', async () => {
      const progress = { type: 'progress', origin: 'codex', files: 1, of: 2, bytes: 4, bytes_of: 9 } as const;
      const done = {
        ...{ origin: 'codex' as const, files: 2, lines: 4, broken: 1, ahead: 0, added: 3, problem: null },
        ...{ other_logs: 0, other_lines: 0 },
        first_broken: { path: '/logs/a.jsonl', line: 3 },
      };
      const { client } = await connectScripted(transport, {
        use: {
          read: async function* ({ origins }, options) {
            if (origins?.includes('claude-code')) throw new PegboardError('consent_required', 'Not allowed.');
            yield progress;
            if (origins) await untilAborted(options?.signal);
            yield { type: 'done', origins: [done] };
          },
        },
      });
      const events = [];
      for await (const event of await client.use.read({})) events.push(event);
      expect(events).toEqual([progress, { type: 'done', origins: [done] }]);
      const refused = await client.use.read({ origins: ['claude-code'] });
      expect(await errorOf(refused.next())).toMatchObject({ code: 'consent_required' });
      const stop = new AbortController();
      const stream = await client.use.read({ origins: ['codex'] }, { signal: stop.signal });
      expect((await stream.next()).done).toBe(false);
      const next = errorOf(stream.next(), stop.signal);
      stop.abort();
      expect((await next).code).toBe('cancelled');
    });

    it('gives the figures of a scope, the rows of a filter with defaults, and queries that somebody may accept', async () => {
      const asked: unknown[] = [];
      const proposal = { query: 'q', tool: 'a.b', source: 'a', count: 2, last_at: 1, rank: null };
      const { client } = await connectScripted(transport, {
        use: {
          report: async (input) => {
            asked.push(input);
            return report;
          },
          rows: async (input) => {
            asked.push(input);
            return { rows: [row], next: 7 };
          },
          goldenProposals: async (input) => {
            asked.push(input);
            if (input.persona !== undefined) throw new PegboardError('unknown_persona', 'There is no such persona.');
            return [proposal];
          },
        },
      });
      expect(await client.use.report({ since: 1, client: null })).toEqual(report);
      expect(await client.use.rows({ filter: { search: 'empty', together: ['a', 'b'] } })).toEqual({
        rows: [row],
        next: 7,
      });
      expect(await client.use.goldenProposals({})).toEqual([proposal]);
      expect(asked).toEqual([
        { since: 1, client: null },
        { filter: { search: 'empty', together: ['a', 'b'] }, limit: 50 },
        { limit: 50 },
      ]);
      expect(await errorOf(client.use.goldenProposals({ persona: 'x' }))).toMatchObject({ code: 'unknown_persona' });
      for (const wrong of [
        client.use.rows({ limit: 1000 }),
        client.use.rows({ filter: { day: 'yesterday' } }),
        client.use.report({ origins: ['nobody' as 'codex'] }),
        client.use.goldenProposals({ limit: 0 }),
      ]) {
        expect((await errorOf(wrong)).code).toBe('invalid_input');
      }
    });
  });
}
