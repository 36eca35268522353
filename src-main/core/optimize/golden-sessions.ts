import type { GoldenQuery } from '#shared/domain/golden-query.ts';
import type { UseSession } from '#shared/domain/use.ts';

/** Golden queries as use: each is a session with one search, and a call of the first tool of each of its groups. */
export function goldenSessions(
  queries: readonly Pick<GoldenQuery, 'file' | 'line' | 'query' | 'relevant'>[],
  persona: string | null,
): UseSession[] {
  return queries.map(({ file, line, query, relevant }) => {
    const tools = [...new Set(relevant.flatMap((group) => group[0] ?? []))];
    return {
      ...{ id: `${file}:${line}`, at: 0, client: null, persona, gets: [], skills: [] },
      searches: [{ at: 0, query, found: tools, called: tools[0] ?? null }],
      calls: tools.map((tool, i) => ({ at: i + 1, tool, ok: null })),
    };
  });
}
