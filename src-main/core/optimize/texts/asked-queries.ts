import type { UseSession } from '#shared/domain/use.ts';
import type { LabelledQuery } from '../../why-not/golden-cost.ts';

/** Queries that are looked at, the last ones. */
const mostQueries = 400;

/** Searches after which a tool was called that did not fail, as queries that should find it; the same words once. */
export function askedQueries(sessions: readonly UseSession[], tools: ReadonlyMap<string, unknown>): LabelledQuery[] {
  const asked = new Map<string, { readonly query: string; readonly tools: Set<string> }>();
  for (const { searches, calls } of sessions) {
    for (const { at, query, called } of searches) {
      if (called === null || !tools.has(called) || query.trim() === '') continue;
      if (calls.find((call) => call.at >= at && call.tool === called)?.ok === false) continue;
      const key = query.trim().toLowerCase();
      const known = asked.get(key) ?? { query: query.trim(), tools: new Set<string>() };
      known.tools.add(called);
      asked.set(key, known);
    }
  }
  return [...asked.values()]
    .slice(-mostQueries)
    .map(({ query, tools: called }) => ({ query, relevant: [[...called]] }));
}
