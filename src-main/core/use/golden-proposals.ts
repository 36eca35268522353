import type { UseSession } from '#shared/domain/use.ts';
import { useSearchWindowMs } from '#shared/domain/use.ts';
import type { UseGoldenProposal } from '#shared/domain/use-golden.ts';
import { hideNamedSecrets } from '../secrets/named-secrets.ts';

export interface ProposalOptions {
  /** Only searches of this persona; null: of those without one. */
  readonly persona: string | null;
  /** Tools that this persona may use, with their sources. */
  readonly allowed: ReadonlyMap<string, { readonly source: string }>;
  /** Queries that are golden already. */
  readonly golden: readonly string[];
  readonly limit: number;
}

/** Queries that are compared with each other, the most frequent ones; characters of the longest one that is proposed. */
const most = { queries: 2000, characters: 300 } as const;

/** Queries that share this part of their words ask the same. */
const nearlySame = 0.8;

/** The part of the searches of a query that must have led to the same tool. */
const clear = 2 / 3;

/** A query in all its wordings. */
interface Asked {
  readonly words: ReadonlySet<string>;
  readonly wordings: Map<string, { count: number; last: number }>;
  readonly tools: Map<string, { count: number; rank: number | null }>;
  count: number;
  last: number;
}

/**
 * Golden queries in the words of real searches, each with the tool that was called next and succeeded. Queries with the same or nearly
 * the same words are one; a query after which several tools were called is left out, and so is one with a hidden secret or the path of a file. The result has a query of each tool before the
 * second one of any.
 */
export function goldenProposals(sessions: readonly UseSession[], options: ProposalOptions): UseGoldenProposal[] {
  const known = options.golden.map(wordsOf);
  const asked = merged(answeredQueries(sessions, options)).filter(
    ({ words }) => !known.some((other) => likeness(words, other) >= nearlySame),
  );
  const proposals = asked.flatMap((one) => proposalOf(one, options) ?? []);
  return inTurns(
    proposals.sort((a, b) => b.count - a.count || b.last_at - a.last_at || (a.query < b.query ? -1 : 1)),
  ).slice(0, options.limit);
}

function answeredQueries(sessions: readonly UseSession[], { persona, allowed }: ProposalOptions): Asked[] {
  const byWords = new Map<string, Asked>();
  for (const session of sessions) {
    if (session.persona !== persona) continue;
    for (const { at, query, found, called } of session.searches) {
      if (called === null || !allowed.has(called) || !isProposable(query)) continue;
      const succeeded = session.calls.some(
        (call) => call.tool === called && call.ok === true && call.at >= at && call.at <= at + useSearchWindowMs,
      );
      if (!succeeded) continue;
      const words = wordsOf(query);
      const key = [...words].sort().join(' ');
      const asked: Asked = byWords.get(key) ?? { words, wordings: new Map(), tools: new Map(), count: 0, last: 0 };
      byWords.set(key, asked);
      const rank = found ? found.indexOf(called) + 1 || null : null;
      note(asked, { wording: query.trim(), tool: called, rank, at });
    }
  }
  return [...byWords.values()].sort((a, b) => b.count - a.count || b.last - a.last).slice(0, most.queries);
}

function note(
  asked: Asked,
  {
    wording,
    tool,
    rank,
    at,
  }: { readonly wording: string; readonly tool: string; readonly rank: number | null; readonly at: number },
): void {
  const words = asked.wordings.get(wording) ?? { count: 0, last: 0 };
  asked.wordings.set(wording, { count: words.count + 1, last: Math.max(words.last, at) });
  asked.tools.set(tool, { count: (asked.tools.get(tool)?.count ?? 0) + 1, rank });
  asked.count += 1;
  asked.last = Math.max(asked.last, at);
}

/** Queries with nearly the same words as one, under the words of the most frequent. */
function merged(all: readonly Asked[]): Asked[] {
  const kept: Asked[] = [];
  for (const one of all) {
    const same = kept.find(({ words }) => likeness(words, one.words) >= nearlySame);
    if (!same) {
      kept.push(one);
      continue;
    }
    for (const [tool, { count, rank }] of one.tools) {
      same.tools.set(tool, { count: (same.tools.get(tool)?.count ?? 0) + count, rank });
    }
    same.count += one.count;
    same.last = Math.max(same.last, one.last);
  }
  return kept;
}

function proposalOf({ wordings, tools, count, last }: Asked, { allowed }: ProposalOptions): UseGoldenProposal | null {
  const [top] = [...tools].sort(([a, x], [b, y]) => y.count - x.count || (a < b ? -1 : 1));
  const [wording] = [...wordings].sort(([a, x], [b, y]) => y.count - x.count || y.last - x.last || (a < b ? -1 : 1));
  const source = top && allowed.get(top[0])?.source;
  if (!top || !wording || source === undefined || top[1].count < clear * count) return null;
  return { query: wording[0], tool: top[0], source, count, last_at: last, rank: top[1].rank };
}

/** The first proposal of each tool, then the second of each, and so on. */
function inTurns(proposals: readonly UseGoldenProposal[]): UseGoldenProposal[] {
  const seen = new Map<string, number>();
  const turns = proposals.map((proposal) => {
    const turn = seen.get(proposal.tool) ?? 0;
    seen.set(proposal.tool, turn + 1);
    return { proposal, turn };
  });
  return turns.sort((a, b) => a.turn - b.turn).map(({ proposal }) => proposal);
}

/** A path of two parts or more, or one that starts at a home folder, a drive or another computer. */
const path = /(?<![\w/:])(?:file:\/\/|~\/|\.{0,2}\/[\w.~-]+\/|[A-Za-z]:[\\/]|\\\\)[\w.~-]/;

function isProposable(query: string): boolean {
  const isHidden = hideNamedSecrets(query) !== query || query.includes('[hidden]') || query.includes('${env:');
  return (
    !isHidden && !path.test(query) && query.length <= most.characters && !query.endsWith('…') && wordsOf(query).size > 0
  );
}

function wordsOf(query: string): Set<string> {
  return new Set(
    query
      .toLowerCase()
      .normalize('NFKC')
      .match(/[\p{L}\p{N}]+/gu) ?? [],
  );
}

/** The part of the words of both that both have, 0 to 1. */
function likeness(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const [small, large] = a.size < b.size ? [a, b] : [b, a];
  if (large.size === 0 || small.size / large.size < nearlySame) return 0;
  let both = 0;
  for (const word of small) if (large.has(word)) both += 1;
  return both / (a.size + b.size - both);
}
