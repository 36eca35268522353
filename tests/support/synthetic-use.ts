import type { BoardItem, BoardJob } from '#core/optimize/board/board-job.ts';
import { type CostFacts, sessionCosts } from '#core/optimize/board/session-needs.ts';
import type { UseSession } from '#shared/domain/use.ts';

/** Reproducible numbers in [0, 1). */
export function randomOf(seed: number): () => number {
  let state = (seed * 2654435761 + 12345) >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

const searchTokens = 600;

/** Sessions of agents that search for a tool and call it. `rates`: how many of the sessions use each tool. */
export function syntheticUse(
  rates: Readonly<Record<string, number>>,
  { sessions, seed, together = [] }: { sessions: number; seed: number; together?: readonly (readonly string[])[] },
): UseSession[] {
  const random = randomOf(seed);
  return Array.from({ length: sessions }, (_, i) => {
    const used = Object.entries(rates).flatMap(([tool, rate]) => (random() < rate ? [tool] : []));
    const groups = together.filter((group) => group.every((tool) => used.includes(tool)));
    const alone = used.filter((tool) => !groups.some((group) => group.includes(tool)));
    let at = i * 3_600_000;
    const session: UseSession = {
      ...{ id: `session-${i}`, at, client: 'agent', persona: null, gets: [], skills: [] },
      ...{ searches: [], calls: [] },
    };
    for (const tools of [...groups, ...alone.map((tool) => [tool])]) {
      const search = { at: ++at, query: tools.join(' and '), found: tools, called: tools[0] ?? null };
      (session.searches as UseSession['searches'][number][]).push(search);
      for (const tool of tools) (session.calls as UseSession['calls'][number][]).push({ at: ++at, tool, ok: true });
    }
    return session;
  });
}

/** The job of choosing a board for these sessions; each tool has so many tokens. */
export function jobOf(
  tools: Readonly<Record<string, number>>,
  sessions: readonly UseSession[],
  more: Partial<BoardJob> & { readonly board?: readonly string[]; readonly pinned?: readonly string[] } = {},
): BoardJob {
  const { board = [], pinned = [], ...rest } = more;
  const items: BoardItem[] = Object.entries(tools).map(([name, tokens]) => ({
    ...{ name, codePoints: tokens * 4, o200k: tokens },
    ...{ pinned: pinned.includes(name), onBoard: board.includes(name) },
  }));
  const placeOf = new Map(items.map(({ name }, place) => [name, place]));
  const facts: CostFacts = {
    ...{ cacheRead: 0.1, fixedPrompt: 1000, meanSearch: searchTokens, searchOf: () => searchTokens },
    definitions: items.map(({ o200k }) => o200k),
  };
  const onBoard = new Set(items.flatMap((item, place) => (item.onBoard ? [place] : [])));
  return {
    items,
    sessions: sessions.map((session) =>
      sessionCosts(session, { ...{ placeOf, onBoard, facts }, audience: 0, mayUse: () => true, getShare: 0 }),
    ),
    ...{ audiences: [null], budget: null, meanSearch: searchTokens, folds: 5, seed: 1 },
    ...rest,
  };
}
