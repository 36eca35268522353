import type { OptimizeTextsInput, TextsReport } from '#shared/domain/optimize.ts';
import type { UseSession } from '#shared/domain/use.ts';
import { editAsChange, overlayKey } from '../../why-not/apply-edit.ts';
import type { LabelledQuery } from '../../why-not/golden-cost.ts';
import { allowedTools } from '../../workspace/allowed-tools.ts';
import type { OpenWorkspace } from '../../workspace/open-workspace.ts';
import { revisionOf } from '../../workspace/workspace-file.ts';
import { askedQueries } from './asked-queries.ts';
import { type TextChoice, type TextJob, withEdits } from './choose-texts.ts';

/** With fewer queries nothing is proposed. */
const fewestQueries = 20;
const mostEdits = 12;
const textFolds = 5;
const seed = 20_262;

/** The queries of a proposal for texts and the catalog that they search. Error: `unknown_persona`. */
export function prepareTexts(
  { loaded }: OpenWorkspace,
  {
    input,
    sessions,
    golden,
    fts,
  }: {
    readonly input: OptimizeTextsInput;
    readonly sessions: readonly UseSession[];
    readonly golden: readonly LabelledQuery[];
    readonly fts: 'detect' | 'off';
  },
): TextJob {
  const tools = allowedTools(loaded, input.persona === undefined ? {} : { persona: input.persona });
  const known = golden.filter(({ relevant }) => relevant.some((group) => group.some((name) => tools.has(name))));
  const asked = askedQueries(sessions, tools);
  const said = new Set(known.map(({ query }) => query.trim().toLowerCase()));
  return {
    tools: [...tools.values()],
    ...{ config: loaded.file.config.tool_search, fts, most: mostEdits, folds: textFolds, seed },
    queries: [...known, ...asked.filter(({ query }) => !said.has(query.toLowerCase()))],
  };
}

/** Whether the job has enough to choose from. */
export function isEnough({ queries, config }: TextJob): boolean {
  return config.enabled && queries.length >= fewestQueries;
}

/** A choice as a report; null where nothing was chosen, since there was too little. */
export function textsReport(
  { loaded }: OpenWorkspace,
  {
    input,
    job,
    choice,
  }: { readonly input: OptimizeTextsInput; readonly job: TextJob; readonly choice: TextChoice | null },
): TextsReport {
  const { heldOut, inSample, edits, cost } = choice ?? nothing;
  const proven = heldOut.interval[0] > 0;
  const proposed = proven ? edits : [];
  const after = withEdits(job.tools, proposed);
  const changes = proposed.flatMap((edit, i) => {
    // The last edit of a field: the value has those before it.
    const isLast = !proposed
      .slice(i + 1)
      .some((later) => later.tool === edit.tool && overlayKey(later) === overlayKey(edit));
    const tool = after.find(({ name }) => name === edit.tool);
    return isLast && tool ? [editAsChange(tool, edit)] : [];
  });
  const count = job.queries.length;
  const gain = `${heldOut.mean.toFixed(3)} (95 %: ${heldOut.interval.map((end) => end.toFixed(3)).join(' to ')})`;
  const verdict = !job.config.enabled ? 'search_off' : choice === null ? 'too_little_use' : proven ? 'better' : 'keep';
  const reason = {
    search_off: 'Tool search is off, so no text decides what is found.',
    too_little_use: `There ${count === 1 ? 'is 1 query' : `are ${count} queries`}; a proposal needs ${fewestQueries}.`,
    better: `For queries that they were not chosen from, these words raise the reciprocal rank by ${gain}.`,
    keep: `Keep what you have: for queries that they were not chosen from, words raise the reciprocal rank by ${gain}, which proves no gain.`,
  }[verdict];
  return {
    ...{
      verdict,
      reason,
      from: input.from,
      persona: input.persona ?? null,
      queries: count,
      level: 0.95,
      folds: textFolds,
    },
    ...{ in_sample: inSample, held_out: heldOut, edits, cost, changes, base: revisionOf(loaded.file.text) },
  };
}

const nothing: TextChoice = {
  edits: [],
  inSample: { mean: 0, interval: [0, 0] },
  heldOut: { mean: 0, interval: [0, 0] },
  cost: { queries: 0, hit_at_1: { before: 0, after: 0 }, better: 0, worse: 0, changed: [] },
};
