import { type UseSession, useSearchWindowMs } from '#shared/domain/use.ts';

/** What a session would not have needed, had these tools been on the board. */
export interface Need {
  /** Places in the list of tools. */
  readonly tools: readonly number[];
  /** Tokens of input that it cost the session. */
  readonly saves: number;
}

/** A session as the arithmetic of the board sees it. */
export interface SessionCosts {
  readonly id: string;
  /** Place in the list of audiences: what of the board this session's prompts carry. */
  readonly audience: number;
  /** How often a token of a definition is paid in the session: 1 for the first request, less for each that reads it from the cache. */
  readonly carries: number;
  readonly needs: readonly Need[];
  /** Places of the tools that it called. */
  readonly called: readonly number[];
}

/** What things cost, in tokens. */
export interface CostFacts {
  /** Price of a token from the prompt cache as a share of the price of input; 1 without a cache. */
  readonly cacheRead: number;
  /** Of the prompt without any tool: what a further request reads again. */
  readonly fixedPrompt: number;
  /** Of the search for a query and its answer. */
  readonly searchOf: (query: string) => number;
  /** Mean of the same. */
  readonly meanSearch: number;
  /** Of the definition of each tool. */
  readonly definitions: readonly number[];
}

interface Step {
  readonly at: number;
  readonly order: number;
}

/**
 * A session as costs. A search is needed for the tools that the session first called after it and that the search had found; a get for the
 * tools that it asked for. A tool that was called without a search stands for a search where a prompt had it: because it is on the board
 * now (`onBoard`), or because the host loaded everything. `mayUse` says which tools exist for the session's persona.
 */
export function sessionCosts(
  session: UseSession,
  {
    placeOf,
    onBoard,
    audience,
    mayUse,
    getShare,
    facts,
  }: {
    readonly placeOf: ReadonlyMap<string, number>;
    readonly onBoard: ReadonlySet<number>;
    readonly audience: number;
    readonly mayUse: (place: number) => boolean;
    /** How many of the found tools that were called were got before. */
    readonly getShare: number;
    readonly facts: CostFacts;
  },
): SessionCosts {
  const known = (name: string) => {
    const place = placeOf.get(name);
    return place !== undefined && mayUse(place) ? place : undefined;
  };
  const { steps, requests } = requestOrder(session);
  const spent = (tokens: number, step: Step | undefined) =>
    requestTokens(tokens, requests - 1 - (step?.order ?? 0), facts);
  const bySearch = new Map<number, number[]>();
  const needs: Need[] = [];
  const seen = new Set<number>();
  const loadedAll = session.searches.length === 0 && session.gets.length === 0;
  for (const [i, call] of session.calls.entries()) {
    const place = known(call.tool);
    if (place === undefined || seen.has(place)) continue;
    seen.add(place);
    const search = searchBefore(session, call);
    if (search !== undefined) bySearch.set(search, [...(bySearch.get(search) ?? []), place]);
    else if (loadedAll || onBoard.has(place)) {
      const got = getShare * spent(facts.definitions[place] ?? 0, steps.calls[i]);
      needs.push({ tools: [place], saves: spent(facts.meanSearch, steps.calls[i]) + got });
    }
  }
  for (const [search, tools] of bySearch) {
    const query = session.searches[search]?.query ?? '';
    needs.push({ tools, saves: spent(facts.searchOf(query), steps.searches[search]) });
  }
  for (const [i, get] of session.gets.entries()) {
    const tools = [...new Set(get.tools)].map(known);
    // A tool that is not in the catalog is not on any board.
    if (tools.length === 0 || tools.includes(undefined)) continue;
    const places = tools.filter((place) => place !== undefined);
    const size = places.reduce((sum, place) => sum + (facts.definitions[place] ?? 0), 0);
    needs.push({ tools: places, saves: spent(size, steps.gets[i]) });
  }
  const carries = 1 + (requests - 1) * facts.cacheRead;
  return { id: session.id, audience, carries, needs, called: [...seen] };
}

/** How many of the tools that sessions found by a search and called were got before: what a tool that leaves the board would need. */
export function shareOfGets(sessions: readonly UseSession[]): number {
  let [found, got] = [0, 0];
  for (const session of sessions) {
    const named = new Set(session.gets.flatMap(({ tools }) => tools));
    const tools = new Set(session.calls.filter((call) => searchBefore(session, call) !== undefined).map((c) => c.tool));
    for (const tool of tools) {
      found += 1;
      if (named.has(tool)) got += 1;
    }
  }
  return found === 0 ? 0 : got / found;
}

/** Place of the last search before a call that found its tool; where the log does not say what it found, the one it was called after. */
function searchBefore({ searches }: UseSession, call: UseSession['calls'][number]): number | undefined {
  const at = searches.findLastIndex(
    (search) =>
      search.at <= call.at &&
      (search.found === null
        ? search.called === call.tool && call.at - search.at <= useSearchWindowMs
        : search.found.includes(call.tool)),
  );
  return at < 0 ? undefined : at;
}

/** The requests of a session in order of time: one for each thing it did, and one for its last answer. */
function requestOrder({ searches, gets, calls }: UseSession) {
  const all = [
    ...searches.map(({ at }, i) => ({ kind: 'searches' as const, i, at })),
    ...gets.map(({ at }, i) => ({ kind: 'gets' as const, i, at })),
    ...calls.map(({ at }, i) => ({ kind: 'calls' as const, i, at })),
  ].sort((a, b) => a.at - b.at);
  const steps: Record<'searches' | 'gets' | 'calls', Step[]> = { searches: [], gets: [], calls: [] };
  for (const [order, { kind, i, at }] of all.entries()) steps[kind][i] = { at, order };
  return { steps, requests: all.length + 1 };
}

/**
 * What a request costs that brings so many tokens: they are read once as input and from the cache by each later request; and the request
 * itself reads the fixed part of the prompt again.
 */
function requestTokens(tokens: number, later: number, { cacheRead, fixedPrompt }: CostFacts): number {
  const again = Math.max(0, later - 1) * cacheRead;
  return tokens * (Math.min(1, Math.max(0, later)) + again) + fixedPrompt * cacheRead;
}

/** What a board saves a session, in tokens: the needs that it meets, less what its definitions cost the session's prompts. */
export function sessionWorth(
  session: SessionCosts,
  board: ReadonlySet<number>,
  carried: (audience: number) => number,
): number {
  let worth = -session.carries * carried(session.audience);
  for (const { tools, saves } of session.needs) if (tools.every((tool) => board.has(tool))) worth += saves;
  return worth;
}
