import { setImmediate } from 'node:timers/promises';
import type { EditedField, ToolEdit } from '#shared/domain/why-not.ts';
import { throwIfCancelled } from '../../cancellation.ts';
import type { SearchScope } from '../../search/search-scope.ts';
import { sentencesOf } from '../../why-not/apply-edit.ts';
import type { LabelledQuery } from '../../why-not/golden-cost.ts';
import { toolRankOf } from '../../why-not/tool-rank.ts';
import { isSaidAlready, isVerbatim, type PoolWord, wordPool } from '../../why-not/word-pool.ts';

/** Words of one query that are tried, alone and in pairs. */
const wordsTried = 4;
/** Candidates that are tried at most, those that serve most queries first. */
const mostCandidates = 150;
const batch = 20;

/**
 * Edits that may lift a tool for a query whose first result is another: one or two words of the query, never all of it, and no names or
 * numbers; and a later sentence of the description that has words of the query, at its front, where `ranking` reads phrases. Those that several queries for the tool suggest come first. Error: `cancelled`.
 */
export async function textCandidates(
  scope: SearchScope,
  queries: readonly LabelledQuery[],
  { field, signal }: { readonly field: EditedField; readonly signal?: AbortSignal | undefined },
): Promise<ToolEdit[]> {
  const found = new Map<string, { readonly edit: ToolEdit; times: number; readonly worth: number }>();
  const askedOf = new Map<string, string[]>();
  for (const { query, relevant } of queries) {
    for (const [tool] of relevant) if (tool) askedOf.set(tool, [...(askedOf.get(tool) ?? []), query]);
  }
  for (const [i, { query, relevant }] of queries.entries()) {
    if (i % batch === 0) {
      await setImmediate();
      throwIfCancelled(signal);
    }
    for (const [name] of relevant) {
      const tool = name === undefined ? undefined : scope.tools.get(name);
      if (!tool) continue;
      const input = { query, search_type: 'fts', limit: 10, include_always_loaded: true } as const;
      const standing = toolRankOf(scope, input, tool.name);
      if (standing.rank === 1) continue;
      const others = (askedOf.get(tool.name) ?? []).filter((other) => other !== query);
      const pool = wordPool(scope, query, standing, others).filter(({ isParticular }) => !isParticular);
      const note = (edit: ToolEdit, worth: number) => {
        const key = JSON.stringify(edit);
        const known = found.get(key);
        if (known) known.times += 1;
        else found.set(key, { edit, times: 1, worth });
      };
      if (field === 'phrases') {
        for (const { sentence, shared } of sentencesFor(tool.description, query)) {
          note({ tool: tool.name, field: 'first_sentence', text: sentence }, shared);
        }
      }
      for (const words of upToTwo(pool.slice(0, wordsTried))) {
        const texts = words.map(({ text }) => text);
        const text = texts
          .toSorted((a, b) => query.toLowerCase().indexOf(a) - query.toLowerCase().indexOf(b))
          .join(' ');
        if (isVerbatim(texts, query) || isSaidAlready(tool, field, text)) continue;
        note(
          { tool: tool.name, field, text },
          words.reduce((sum, one) => sum + one.worth, 0),
        );
      }
    }
  }
  return [...found.values()]
    .sort((a, b) => b.times - a.times || b.worth - a.worth)
    .slice(0, mostCandidates)
    .map(({ edit }) => edit);
}

/** A sentence that begins so needs the one before it. */
const leansBack = /^(it|its|this|these|those|that|they|them|also|then|otherwise|however|instead|and|but|or|so)\b/i;
const longWords = /[\p{L}\p{N}]{4,}/gu;

/** Later sentences of a description that have words of a query which the first one has not, and could stand first. */
function sentencesFor(description: string, query: string): { readonly sentence: string; readonly shared: number }[] {
  const [first = '', ...later] = sentencesOf(description).map((sentence) => ({
    sentence,
    words: new Set(sentence.toLowerCase().match(longWords)),
  }));
  const asked = [...new Set(query.toLowerCase().match(longWords))];
  const missing = asked.filter((word) => first !== '' && !first.words.has(word));
  return later.flatMap(({ sentence, words }) => {
    const shared = missing.filter((word) => words.has(word)).length;
    return shared === 0 || leansBack.test(sentence) ? [] : [{ sentence, shared }];
  });
}

function upToTwo(words: readonly PoolWord[]): PoolWord[][] {
  const pairs = words.flatMap((word, i) => words.slice(i + 1).map((other) => [word, other]));
  return [...words.map((word) => [word]), ...pairs];
}
