import type { ConfusableReport } from '#shared/domain/confusable.ts';
import type { GoldenSet } from '#shared/domain/golden-query.ts';
import type { UsageEntry } from '#shared/domain/usage-view.ts';
import { strings } from '../../strings/evaluate.ts';
import { clientOf, goldenOfRow, trafficRows } from '../gateway/traffic.ts';

/** A golden query that somebody may accept. */
export interface GoldenSuggestion {
  readonly key: string;
  readonly query: string;
  /** The tool that would be right. */
  readonly tool: string;
  readonly from: 'use' | 'catalog';
  /** Why it is worth a test, in a sentence. */
  readonly why: string;
}

interface Facts {
  readonly golden: GoldenSet;
  /** Requests of hosts, the newest first. */
  readonly entries: readonly UsageEntry[];
  /** The persona that searches run as; null for nobody. Requests of others are not looked at. */
  readonly persona: string | null;
  readonly confusable: Pick<ConfusableReport, 'pairs'> | null;
  /** The tools that are there. */
  readonly tools: readonly { readonly name: string; readonly description: string }[];
  /** Keys of suggestions that somebody does not want. */
  readonly dismissed: readonly string[];
}

/**
 * What hosts asked and then called first, the misses before the rest; then queries of the catalog that find another tool; then a query
 * for each tool that no golden query asks for.
 */
export function goldenSuggestions({ golden, dismissed, tools, ...facts }: Facts): readonly GoldenSuggestion[] {
  const asked = new Set(golden.queries.map(({ query }) => query.trim()));
  const unwanted = new Set(dismissed);
  const seen = new Set<string>();
  const names = new Set(tools.map(({ name }) => name));
  // Which tools a persona may use is not known here.
  const untested = facts.persona === null ? untestedTools(tools, golden) : [];
  const all = [...suggestionsOfUse(facts), ...confusedTools(facts.confusable), ...untested];
  return all.filter(({ key, query, tool }) => {
    if (asked.has(query) || unwanted.has(key) || seen.has(query) || !names.has(tool)) return false;
    seen.add(query);
    return true;
  });
}

const keyOf = (query: string, tool: string) => JSON.stringify([query, tool]);

function suggestionsOfUse({ entries, persona }: Pick<Facts, 'entries' | 'persona'>): GoldenSuggestion[] {
  const own = entries.filter((entry) => entry.persona === persona);
  const taught = trafficRows(own, { client: null, failuresOnly: false }).flatMap((row) => {
    const learned = goldenOfRow(row);
    if (!('tool' in learned) || row.called === null) return [];
    const query = learned.query.trim();
    const { tool } = learned;
    return [{ query, tool, wasFound: row.called.wasFound, client: clientOf(row.entry) }];
  });
  const groups = [...Map.groupBy(taught, ({ query, tool }) => keyOf(query, tool))].map(([key, same]) => ({
    key,
    same,
  }));
  const missed = ({ same }: (typeof groups)[number]) => same.some(({ wasFound }) => !wasFound);
  return groups
    .toSorted((a, b) => Number(missed(b)) - Number(missed(a)) || b.same.length - a.same.length)
    .flatMap(({ key, same }) => {
      const [first] = same;
      if (!first) return [];
      const { query, tool, client } = first;
      const why = missed({ key, same })
        ? strings.goldenSuggestions.searchedAndMissed(client, same.length)
        : strings.goldenSuggestions.searchedAndFound(client, same.length);
      return [
        {
          key,
          query,
          tool,
          from: 'use' as const,
          why,
        },
      ];
    });
}

const parts = strings.goldenSuggestions.parts;

function confusedTools(report: Facts['confusable']): GoldenSuggestion[] {
  return (report?.pairs ?? []).flatMap(({ confusions }) =>
    confusions.flatMap(({ kind, query, right, wrong, right_rank, wrong_rank }) => {
      if (kind === 'golden') return [];
      const ranks = strings.goldenSuggestions.ranksExpectedTool(wrong, wrong_rank, right_rank);
      return [
        {
          key: keyOf(query.trim(), right),
          query: query.trim(),
          tool: right,
          from: 'catalog' as const,
          why: `${parts[kind]}: ${ranks}.`,
        },
      ];
    }),
  );
}

/** Characters of the longest query that a description becomes. */
const longestQuery = 200;

function untestedTools(tools: Facts['tools'], { queries }: GoldenSet): GoldenSuggestion[] {
  const tested = new Set(queries.flatMap(({ relevant }) => relevant.flat()));
  return tools.flatMap(({ name, description }) => {
    const sentence = /^.*?(?:[.!?](?=\s|$)|$)/m.exec(description.trim())?.[0].replace(/[.!?]$/, '') ?? '';
    if (tested.has(name) || sentence === '' || sentence.length > longestQuery) return [];
    const why = strings.goldenSuggestions.noGoldenQueryExpects;
    return [{ key: keyOf(sentence, name), query: sentence, tool: name, from: 'catalog' as const, why }];
  });
}
