import { queryOptions } from '@tanstack/react-query';
import type { ExperimentRunInput } from '#shared/contract/experiments.ts';
import type { ExperimentRun } from '#shared/domain/experiment.ts';
import { type OpenRevision, thisWindow } from '../../platform/this-window.ts';
import { strings } from '../../strings/experiments.ts';
import type { TrialFilter } from './experiments-store.ts';

/** How often an experiment that another process runs is looked at, milliseconds. */
const lookEveryMs = 2000;

const isRunning = (runs: readonly ExperimentRun[] | undefined) => runs?.some(({ state }) => state === 'running');

/** The kept experiments. Another process may have run one since, so each look asks again. */
export const experimentsQuery = (path: string) =>
  queryOptions({
    queryKey: ['experiments', path],
    queryFn: ({ signal }) => thisWindow().client.experiments.list(undefined, { signal }),
    staleTime: 0,
    refetchInterval: (query) => (isRunning(query.state.data) ? lookEveryMs : false),
  });

export const tasksQuery = ({ path, revision }: OpenRevision) =>
  queryOptions({
    queryKey: ['tasks', path, revision],
    queryFn: ({ signal }) => thisWindow().client.experiments.tasks(undefined, { signal }),
    staleTime: 0,
  });

export const profilesQuery = ({ path, revision }: OpenRevision) =>
  queryOptions({
    queryKey: ['profiles', path, revision],
    queryFn: ({ signal }) => thisWindow().client.prompt.profiles(undefined, { signal }),
    staleTime: 0,
  });

/** What a new experiment would take. */
export const planQuery = ({ path, revision }: OpenRevision, input: ExperimentRunInput | null) =>
  queryOptions({
    queryKey: ['experiment-plan', path, revision, input],
    queryFn: ({ signal }) => thisWindow().client.experiments.plan(input ?? {}, { signal }),
    enabled: input !== null,
    retry: false,
    gcTime: 60_000,
  });

/** Tells apart what an experiment was at two moments: its report and its trials change only while it runs. */
const momentOf = ({ state, ended, trials }: ExperimentRun) => `${state} ${ended} ${trials.done} ${trials.failed}`;

/** What an experiment shows. */
export const reportQuery = (path: string, run: ExperimentRun) =>
  queryOptions({
    queryKey: ['experiment-report', path, run.id, momentOf(run)],
    queryFn: ({ signal }) =>
      thisWindow().client.experiments.report({ id: run.id, titles: strings.draft.armTitles }, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });

/** The trials of a figure. */
export const trialsQuery = (path: string, run: ExperimentRun, filter: TrialFilter) =>
  queryOptions({
    queryKey: ['experiment-trials', path, run.id, momentOf(run), filter],
    queryFn: async ({ signal }) => {
      const { success, uncounted, ...asked } = filter;
      const trials = await thisWindow().client.experiments.trials({ id: run.id, ...asked }, { signal });
      return trials.filter(
        (trial) =>
          (success === undefined || trial.success === success) &&
          (uncounted === undefined || (trial.state !== 'waiting' && trial.success === null)),
      );
    },
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });

/** One trial with its requests. */
export const trialQuery = (path: string, run: ExperimentRun, number: number) =>
  queryOptions({
    queryKey: ['experiment-trial', path, run.id, momentOf(run), number],
    queryFn: async ({ signal }) => {
      const { client } = thisWindow();
      const { trial, simulation, requests } = await client.experiments.trial({ id: run.id, number }, { signal });
      return { trial, hasFilm: simulation !== null, requests };
    },
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    gcTime: 60_000,
  });

/** Reads the list anew, for the cache too. */
export const freshExperiments = (path: string): Promise<readonly ExperimentRun[]> =>
  thisWindow().queries.fetchQuery({ ...experimentsQuery(path), staleTime: 0 });
