import type { SearchResponse, SearchStep, SearchSummary } from '#shared/domain/search-result.ts';
import type { SkillSearchStep } from '#shared/domain/skill-tools.ts';
import { formatCount } from '../../strings/count.ts';
import { strings } from '../../strings/playground.ts';
import { formatFixed } from '../../ui/format-number.ts';

/** A step of a search, of tools or of skills. */
export type ShownStep = SearchStep['step'] | SkillSearchStep['step'];

/** The name of a step. */
export function stepText(step: ShownStep): string {
  return strings.searchPathText.steps[step];
}

/** The steps of a search in one line: `No tool matches all words; 14 tools match at least one word; best 8 shown · 2.1 ms`. */
export function searchPathText({ output, elapsed_ms }: SearchResponse, summary: SearchSummary | null): string {
  if (!summary)
    return `${strings.searchPathText.results(output.tools.length)} · ${strings.searchPathText.ms(formatFixed(elapsed_ms, 1))}`;
  const hasFailed = summary.fallback_reason !== null;
  return pathSentence({
    parts: summary.path.map(({ step, candidates }) =>
      step === 'vector' && hasFailed ? strings.searchPathText.vectorsGaveNoAnswer : foundText(step, candidates, 'tool'),
    ),
    found: summary.candidates,
    shown: output.tools.length,
    elapsed_ms,
  });
}

/** What a step found: `95 tools match a word in any form`. */
export function foundText(step: ShownStep, count: number, noun: 'tool' | 'skill'): string {
  return strings.searchPathText.found[step](matchText(count, noun));
}

function matchText(count: number, noun: string): string {
  if (count === 0) return strings.searchPathText.noneMatches(noun);
  return count === 1
    ? strings.searchPathText.oneMatches(noun)
    : strings.searchPathText.manyMatch(formatCount(count), noun);
}

/** Joins what the steps found with the number that is shown, unless that is all or none, and the duration. */
export function pathSentence({
  parts,
  found,
  shown,
  elapsed_ms,
}: {
  readonly parts: readonly string[];
  /** How many match, before the limit. */
  readonly found: number;
  readonly shown: number;
  readonly elapsed_ms: number;
}): string {
  const text = [...parts, ...(shown > 0 && shown < found ? [strings.searchPathText.bestShown(shown)] : [])].join('; ');
  return `${text.charAt(0).toUpperCase()}${text.slice(1)} · ${strings.searchPathText.ms(formatFixed(elapsed_ms, 1))}`;
}
