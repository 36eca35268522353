import { queryOptions } from '@tanstack/react-query';
import { type KeptRun, longestFilm } from '#shared/domain/kept-run.ts';
import { runSummary } from '#shared/domain/run-summary.ts';
import type { Simulation } from '#shared/domain/simulation.ts';
import { PegboardError } from '#shared/errors.ts';
import { thisWindow } from '../../platform/this-window.ts';
import { tellError } from '../../platform/undo-change.ts';
import { packJson, unpackJson } from '../../state/packed-json.ts';
import { holdPrompts } from '../../state/run-prompts.ts';
import { formatPlural } from '../../ui/format-number.ts';
import { profileOfRun, type Run } from './run.ts';
import { stepLabel } from './step-labels.ts';

/** Another one means another shape: a film of it cannot be shown. */
const version = 1;

/** The query of the kept runs of a workspace. Another window may have played one since, so each look asks again. */
export const keptRunsQuery = (workspace: string) =>
  queryOptions({
    queryKey: ['runs', workspace],
    queryFn: ({ signal }) => thisWindow().client.runs.list({ workspace }, { signal }),
    staleTime: 0,
  });

/** Reads the list of kept runs anew where it is on screen. */
export function refreshKeptRuns(workspace: string): Promise<void> {
  return thisWindow().queries.invalidateQueries({ queryKey: keptRunsQuery(workspace).queryKey });
}

/** Keeps a run that is over, for the list of runs. A failure is said. */
export async function keepRun(run: Run): Promise<void> {
  const { workspace } = run.played;
  const at = new Date();
  hold(run, at.getTime());
  const film = packJson({ version, at: at.toISOString(), run });
  try {
    if (film.length > longestFilm) throw tooLong();
    await thisWindow().client.runs.keep({ workspace, run: headOf(run, at.toISOString()), film });
    await refreshKeptRuns(workspace);
  } catch (error) {
    tellError(error, 'The run is not in the list');
  }
}

/** Reads a run that is kept. Error: `unknown_run`. */
export async function readRun(workspace: string, id: string): Promise<Run> {
  const film = await thisWindow().client.runs.film({ workspace, id });
  const kept = film === null ? null : (unpackJson(film) as { version: number; at: string; run: Run });
  if (kept?.version !== version) throw gone();
  hold(kept.run, Date.parse(kept.at));
  return kept.run;
}

function hold({ id, played, steps }: Run, at: number): void {
  holdPrompts({
    id,
    workspace: played.workspace,
    title: played.title,
    profile: profileOfRun(played),
    at,
    steps: steps.map((step) => ({ label: stepLabel(step), prompt: step.prompt })),
  });
}

/** What the list says of a run. */
export function headOf({ id, played, steps, simulation }: Run, at: string): KeptRun {
  const { path, title, profile, live } = played;
  return {
    id,
    at,
    path,
    title: title.slice(0, 500),
    profile,
    live,
    steps: steps.length,
    tokens: simulation?.tokens ?? null,
    ...(simulation ? resultOf(simulation) : { result: 'Cancelled', outcome: 'cancelled' }),
  };
}

const outcomes = { good: 'passed', waits: 'mixed', bad: 'failed' } as const;

function resultOf(simulation: Simulation): Pick<KeptRun, 'result' | 'outcome'> {
  const { expectations } = simulation;
  const failed = expectations.filter(({ passed }) => !passed).length;
  if (failed > 0) {
    return { result: `${failed} of ${formatPlural(expectations.length, 'expectation')} failed`, outcome: 'failed' };
  }
  if (expectations.length > 0) {
    return { result: `${formatPlural(expectations.length, 'expectation')} passed`, outcome: 'passed' };
  }
  const { text, tone } = runSummary(simulation);
  return { result: text, outcome: outcomes[tone] };
}

function tooLong(): PegboardError {
  return new PegboardError('file_too_large', 'This run is too long to keep.', {
    hint: 'It stays on the screen until you run another one.',
  });
}

function gone(): PegboardError {
  return new PegboardError('unknown_run', 'This run is not kept any more.', {
    hint: 'Run its scenario again.',
  });
}
