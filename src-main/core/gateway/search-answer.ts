import { matchStrength, missingFromBest } from '#shared/domain/match-strength.ts';
import type { MatchStrength, ToolSearchOutput } from '#shared/domain/search-result.ts';
import { estimateTokens } from '#shared/tokens.ts';
import type { SearchOutcome } from '../search/tool-search.ts';
import { callClass } from './call-class.ts';
import { firstSentence, oneLine } from './one-line.ts';
import { callToolFor } from './own-tools.ts';
import { signatureOf } from './signature.ts';
import type { GatewayView } from './view.ts';

/** Longest sentence of a line, characters. */
const sentenceLength = 160;

/** Near words of the catalog for a word of a query, at most a few. */
export type NearWords = (word: string) => readonly string[];

export interface SearchAnswer {
  readonly text: string;
  /** The strength of the best hit; null when words do not decide, or nothing was found. */
  readonly strength: MatchStrength | null;
}

/**
 * What a model reads of a search: a line for each hit, within the budget of the workspace, and what to try where nothing fits.
 * A line has the name, what calls it with which arguments, one sentence, and the hint of the workspace where it gives one.
 */
export function searchAnswer(
  view: GatewayView,
  { outcome, output, nearWords }: { outcome: SearchOutcome; output: ToolSearchOutput; nearWords: NearWords },
): SearchAnswer {
  const { answer_tokens } = view.config.gateway;
  const [best] = outcome.hits;
  const { explanation } = outcome;
  const strength =
    best && explanation ? matchStrength(best, explanation) : explanation?.weak_results?.weak ? 'weak' : null;
  const advice = adviceFor(view, outcome, { strength, nearWords });
  const notes = [output.workflowGuidance, output.instruction].filter((note) => note !== undefined);
  const end = [...notes.map((note) => oneLine(note, 600)), ...(advice === '' ? [] : [advice])].join('\n');
  let left = answer_tokens - estimateTokens(end) - 30;
  const lines: string[] = [];
  for (const hit of output.tools) {
    const line = lineOf(view, hit);
    if (line === null) continue;
    left -= estimateTokens(`${line}\n`);
    if (left < 0 && lines.length > 0) break;
    lines.push(line);
  }
  const missing = output.tools.length - lines.length;
  const cut = missing > 0 ? [`… ${missing} more results did not fit: search for something narrower.`] : [];
  return { text: [...lines, ...cut, ...(end === '' ? [] : [end])].join('\n'), strength };
}

function lineOf(view: GatewayView, hit: ToolSearchOutput['tools'][number]): string | null {
  const tool = view.tools.get(hit.name);
  if (!tool) return null;
  const { gateway } = view.config;
  const name = view.names.sentOf(tool.name);
  const through = view.listedNames.has(name) ? 'call it by its name' : callToolFor(callClass(tool), gateway.call_tools);
  const signature = signatureOf(tool.input_schema, gateway.signature_arguments);
  const related = (hit.related_tools ?? []).map((other) => view.names.sentOf(other)).join(', ');
  return [
    `- ${name}(${signature}) [${through}]: ${firstSentence(tool.description, sentenceLength) || 'no description'}`,
    ...(hit.hint === undefined ? [] : [`Use: ${oneLine(hit.hint, sentenceLength)}`]),
    ...(related === '' ? [] : [`Goes with: ${related}`]),
    ...(hit.strength === undefined ? [] : ['(weak match)']),
  ].join(' ');
}

/** What to try where nothing was found, or the best hit mentions little of what was asked. */
function adviceFor(
  view: GatewayView,
  outcome: SearchOutcome,
  { strength, nearWords }: { strength: MatchStrength | null; nearWords: NearWords },
): string {
  const { tools: found, query } = outcome.output;
  const missing = missingFromBest(outcome);
  if (found.length > 0 && strength !== 'weak' && missing === null) return '';
  const unknown =
    found.length > 0 ? (missing?.fromCatalog ?? []) : [...new Set(query.toLowerCase().match(/[\p{L}\p{N}]{3,}/gu))];
  const near = [...new Set(unknown.slice(0, 12).flatMap(nearWords))].slice(0, 12);
  const groups = groupsOf(view);
  return [
    found.length === 0 && strength === null ? 'Nothing was found.' : 'No result fits well.',
    ...(missing && missing.fromCatalog.length > 0
      ? [`No tool mentions ${missing.fromCatalog.map((word) => `"${oneLine(word, 40)}"`).join(', ')}.`]
      : []),
    ...(near.length > 0 ? [`Near words here: ${near.join(', ')}.`] : []),
    ...(groups === '' ? [] : [`Groups: ${groups}.`]),
    'Try other words for the same thing, in English, or the name of a group.',
  ].join(' ');
}

/** Most groups that an answer lists. */
const toldGroups = 15;

/** The groups of each view in words: many searches ask for them. */
const groupWords = new WeakMap<GatewayView, string>();

/** The largest groups of tools, by name. */
function groupsOf(view: GatewayView): string {
  const known = groupWords.get(view);
  if (known !== undefined) return known;
  const groups = [...Map.groupBy(view.tools.values(), ({ namespace, source }) => namespace ?? source)].sort(
    ([a, x], [b, y]) => y.length - x.length || (a < b ? -1 : 1),
  );
  const told = groups.slice(0, toldGroups).map(([group]) => oneLine(view.gate.text(group), 60));
  const words = [...told, ...(groups.length > toldGroups ? ['…'] : [])].join(', ');
  groupWords.set(view, words);
  return words;
}
