import type { UseOrigin } from '#shared/domain/use.ts';
import { mostUseFigures, type UseReport, type UseRow, useSearchOutcomes } from '#shared/domain/use-report.ts';
import { recordOf } from '#shared/tables.ts';
import { type TokenCount, tokensOfSize } from '#shared/tokens.ts';
import type { UseNames } from './map-names.ts';
import { callsOf, latencyOf, Tallies, type Tally } from './tallies.ts';

/** A tool of the catalog as a prompt carries it. */
export interface CarriedTool {
  readonly tool: string;
  readonly source: string;
  readonly always: boolean;
  /** Code points of its entry, and tokens by o200k. */
  readonly size: number;
  readonly o200k: number;
}

const dayMs = 24 * 60 * 60_000;

/** Days that a report lists; tools of a session, and tools in all, whose pairs are counted. */
const most = { days: 400, toolsOfSession: 40, pairedTools: 200 } as const;

interface QueryTally {
  readonly query: string;
  readonly first: string;
  readonly called: string;
  count: number;
  last: number;
}

/** Sums up the rows of a report, session by session. */
export class UseFigures {
  readonly #names: UseNames;
  readonly #total = new Tallies<'all'>();
  readonly #tools = new Tallies<string>();
  readonly #sources = new Tallies<string>();
  readonly #clients = new Tallies<string | null>();
  readonly #origins = new Tallies<UseOrigin>();
  readonly #days = new Tallies<string>();
  readonly #skills = new Tallies<string>();
  readonly #unmapped = new Map<string, UseReport['unmapped'][number]>();
  readonly #outcomes = recordOf(useSearchOutcomes, () => 0);
  readonly #empty = new Map<string, QueryTally>();
  readonly #other = new Map<string, QueryTally>();
  readonly #toolsOfSessions: string[][] = [];
  #gets = 0;
  #first: number | null = null;
  #last: number | null = null;

  constructor(names: UseNames) {
    this.#names = names;
  }

  /** Adds the rows of one session. */
  add(rows: readonly UseRow[]): void {
    const first = rows[0];
    if (!first) return;
    for (const row of rows) this.#addRow(row);
    const tallies = [this.#total.of('all'), this.#origins.of(first.origin)];
    const clients = new Set(rows.map(({ client }) => client));
    for (const tally of tallies) tally.sessions += 1;
    for (const client of clients) this.#clients.of(client).sessions += 1;
    const tools = new Set(rows.flatMap(({ kind, tool }) => (kind === 'call' && tool !== null ? [tool] : [])));
    for (const tool of tools) this.#tools.of(tool).sessions += 1;
    for (const skill of new Set(rows.flatMap((row) => row.skill ?? []))) this.#skills.of(skill).sessions += 1;
    if (tools.size > 1) this.#toolsOfSessions.push([...tools]);
  }

  #addRow(row: UseRow): void {
    const { at, kind } = row;
    this.#first = Math.min(this.#first ?? at, at);
    this.#last = Math.max(this.#last ?? at, at);
    const common = [
      this.#total.of('all'),
      this.#origins.of(row.origin),
      this.#clients.of(row.client),
      this.#days.of(dayOf(at)),
    ];
    for (const tally of common) tally.events += 1;
    if (kind === 'call') this.#addCall(row, common);
    else if (kind === 'get') this.#gets += 1;
    else if (kind === 'skill' && row.skill !== null) this.#skills.of(row.skill).events += 1;
    else if (kind === 'search') this.#addSearch(row, common);
  }

  #addCall({ tool, source, said, origin, ok, ms, tokens, at }: UseRow, common: readonly Tally[]): void {
    const own = tool === null || source === null ? [] : [this.#tools.of(tool), this.#sources.of(source)];
    for (const tally of [...common, ...own]) {
      tally.calls += 1;
      if (ok === false) tally.failed += 1;
      if (ms !== null) tally.ms.push(ms);
      if (tokens !== null) tally.tokens = (tally.tokens ?? 0) + tokens;
      tally.last = Math.max(tally.last, at);
    }
    if (tool !== null || said === null) return;
    const known = this.#unmapped.get(said);
    if (known) known.calls += 1;
    else {
      const name = this.#names.map({ origin, said, via: false });
      this.#unmapped.set(said, { said, why: 'why' in name ? name.why : 'unknown', calls: 1 });
    }
  }

  #addSearch({ query, found, called, search, at }: UseRow, common: readonly Tally[]): void {
    for (const tally of common) tally.searches += 1;
    if (search === null) return;
    this.#outcomes[search] += 1;
    if (query === null) return;
    if (search === 'empty') count(this.#empty, query, { query, first: '', called: '' }, at);
    if (search === 'other' && called !== null && found?.[0] !== undefined) {
      count(this.#other, JSON.stringify([query, found[0], called]), { query, first: found[0], called }, at);
    }
  }

  /** `sources` in the order of the workspace. */
  report({
    carried,
    sources,
  }: {
    readonly carried: readonly CarriedTool[];
    readonly sources: readonly string[];
  }): UseReport {
    const total = this.#total.of('all');
    return {
      ...{ first_at: this.#first, last_at: this.#last, events: total.events, sessions: total.sessions },
      ...callsOf(total),
      ...latencyOf(total.ms),
      gets: this.#gets,
      origins: this.#origins
        .sorted(({ events }) => events)
        .map(([origin, { events, sessions }]) => ({ origin, events, sessions })),
      tools: this.#toolFigures(),
      sources: this.#sourceFigures(carried, sources),
      clients: this.#clients
        .sorted(({ events }) => events)
        .slice(0, mostUseFigures)
        .map(([client, tally]) => ({
          ...{ client, sessions: tally.sessions, searches: tally.searches },
          ...callsOf(tally),
        })),
      days: this.#dayFigures(),
      skills: this.#skills
        .sorted(({ events }) => events)
        .slice(0, mostUseFigures)
        .map(([skill, tally]) => ({ skill, loads: tally.events, sessions: tally.sessions })),
      carried: this.#carriedFigures(carried),
      searches: {
        total: total.searches,
        outcomes: this.#outcomes,
        empty: topQueries(this.#empty).map(({ query, count: times, last }) => ({ query, count: times, last_at: last })),
        other: topQueries(this.#other).map(({ last, ...query }) => ({ ...query, last_at: last })),
      },
      together: this.#pairs(),
      unmapped: [...this.#unmapped.values()]
        .sort((a, b) => b.calls - a.calls || (a.said < b.said ? -1 : 1))
        .slice(0, mostUseFigures),
      unmapped_calls: [...this.#unmapped.values()].reduce((sum, { calls }) => sum + calls, 0),
    };
  }

  #toolFigures(): UseReport['tools'] {
    return this.#tools
      .sorted(({ calls }) => calls)
      .slice(0, mostUseFigures)
      .map(([tool, tally]) => ({
        ...{
          tool,
          source: this.#names.sourceOf(tool) ?? '',
          sessions: tally.sessions,
          tokens: tally.tokens,
          last_at: tally.last,
        },
        ...callsOf(tally),
        ...latencyOf(tally.ms),
      }));
  }

  #sourceFigures(carried: readonly CarriedTool[], sources: readonly string[]): UseReport['sources'] {
    const names = new Set([...sources, ...this.#sources.all.keys()]);
    return [...names].map((source) => {
      const tools = carried.filter((tool) => tool.source === source);
      const tally = this.#sources.of(source);
      const used = [...this.#tools.all.keys()].filter((tool) => this.#names.sourceOf(tool) === source).length;
      return { source, tools: tools.length, tokens: tokensOf(tools), used, ...callsOf(tally), ...latencyOf(tally.ms) };
    });
  }

  #dayFigures(): UseReport['days'] {
    if (this.#first === null || this.#last === null) return [];
    const last = Math.floor(this.#last / dayMs);
    const first = Math.max(Math.floor(this.#first / dayMs), last - most.days + 1);
    return Array.from({ length: last - first + 1 }, (_, i) => {
      const day = dayOf((first + i) * dayMs);
      const tally = this.#days.all.get(day);
      return { day, calls: tally?.calls ?? 0, failed: tally?.failed ?? 0, searches: tally?.searches ?? 0 };
    });
  }

  #carriedFigures(carried: readonly CarriedTool[]): UseReport['carried'] {
    const never = carried.filter(({ tool }) => !this.#tools.all.has(tool));
    const always = carried.filter((tool) => tool.always);
    const [first, last] = [this.#first, this.#last];
    return {
      ...{
        sources: new Set(carried.map(({ source }) => source)).size,
        tools: carried.length,
        tokens: tokensOf(carried),
      },
      always: { tools: always.length, tokens: tokensOf(always) },
      used: this.#tools.all.size,
      days: first === null || last === null ? 0 : Math.floor(last / dayMs) - Math.floor(first / dayMs) + 1,
      never: never
        .sort((a, b) => b.size - a.size || (a.tool < b.tool ? -1 : 1))
        .map(({ tool, source, always: isAlways, ...sizes }) => ({
          tool,
          source,
          always: isAlways,
          tokens: tokensOf([sizes]),
        })),
    };
  }

  /** Pairs among the tools that most sessions call. */
  #pairs(): UseReport['together'] {
    const often = new Set(
      this.#tools
        .sorted(({ sessions }) => sessions)
        .slice(0, most.pairedTools)
        .map(([tool]) => tool),
    );
    const counts = new Map<string, number>();
    for (const all of this.#toolsOfSessions) {
      const tools = all
        .filter((tool) => often.has(tool))
        .slice(0, most.toolsOfSession)
        .sort();
      for (const [i, a] of tools.entries()) {
        for (const b of tools.slice(i + 1)) {
          const key = JSON.stringify([a, b]);
          counts.set(key, (counts.get(key) ?? 0) + 1);
        }
      }
    }
    const top = [...counts].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1)).slice(0, mostUseFigures);
    return top.map(([key, both]) => {
      const [a = '', b = ''] = JSON.parse(key) as string[];
      const of = this.#tools.of(a).sessions + this.#tools.of(b).sessions - both;
      return { tools: [a, b], sessions: both, of };
    });
  }
}

function count(
  into: Map<string, QueryTally>,
  key: string,
  what: Pick<QueryTally, 'query' | 'first' | 'called'>,
  at: number,
): void {
  const known = into.get(key);
  if (known) {
    known.count += 1;
    known.last = Math.max(known.last, at);
  } else into.set(key, { ...what, count: 1, last: at });
}

function topQueries(of: ReadonlyMap<string, QueryTally>): QueryTally[] {
  return [...of.values()].sort((a, b) => b.count - a.count || b.last - a.last).slice(0, mostUseFigures);
}

function tokensOf(tools: readonly Pick<CarriedTool, 'size' | 'o200k'>[]): TokenCount {
  const size = tools.reduce((sum, tool) => sum + tool.size, 0);
  return { estimate: tokensOfSize(size, 'estimate'), o200k: tools.reduce((sum, tool) => sum + tool.o200k, 0) };
}

function dayOf(at: number): string {
  return new Date(at).toISOString().slice(0, 10);
}
