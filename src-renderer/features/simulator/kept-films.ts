import { queryOptions } from '@tanstack/react-query';
import { type KeptRun, longestFilm } from '#shared/domain/kept-run.ts';
import { runSummary } from '#shared/domain/run-summary.ts';
import type { Simulation } from '#shared/domain/simulation.ts';
import { PegboardError } from '#shared/errors.ts';
import { thisWindow } from '../../platform/this-window.ts';
import { tellError } from '../../platform/undo-change.ts';
import { packJson, unpackJson } from '../../state/packed-json.ts';
import { holdPrompts } from '../../state/run-prompts.ts';
import { strings } from '../../strings/simulator.ts';
import { profileOfRun, type Run } from './run.ts';
import { stepLabel } from './step-labels.ts';
import { readTrialRun } from './trial-films.ts';

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

/** Keeps a run that is over, for the list of runs. A notice shows a failure. */
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
    tellError(error, strings.keptFilms.runWasNotSaved);
  }
}

/** Reads a run that is kept, or a trial of an experiment. Error: `unknown_run`. */
export async function readRun(workspace: string, id: string): Promise<Run> {
  const trial = await readTrialRun(workspace, id);
  if (trial) {
    hold(trial, Date.now());
    return trial;
  }
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

/** The facts about a run in the list. */
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
    ...(simulation ? resultOf(simulation) : { result: strings.keptFilms.cancelled, outcome: 'cancelled' }),
  };
}

const outcomes = { good: 'passed', waits: 'mixed', bad: 'failed' } as const;

function resultOf(simulation: Simulation): Pick<KeptRun, 'result' | 'outcome'> {
  const { expectations } = simulation;
  const failed = expectations.filter(({ passed }) => !passed).length;
  if (failed > 0) {
    return { result: strings.keptFilms.expectationsFailed(failed, expectations.length), outcome: 'failed' };
  }
  if (expectations.length > 0) {
    return { result: strings.keptFilms.expectationsPassed(expectations.length), outcome: 'passed' };
  }
  const { text, tone } = runSummary(simulation);
  return { result: text, outcome: outcomes[tone] };
}

function tooLong(): PegboardError {
  return new PegboardError('file_too_large', strings.keptFilms.thisRunIsToo, {
    hint: strings.keptFilms.itStaysOnScreen,
  });
}

function gone(): PegboardError {
  return new PegboardError('unknown_run', strings.keptFilms.thisRun, {
    hint: strings.keptFilms.runItsScenarioAgain,
  });
}
