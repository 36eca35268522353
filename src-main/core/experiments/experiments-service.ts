import { posix } from 'node:path';
import type { ExperimentEvent, ExperimentRunInput, TaskFile } from '#shared/contract/experiments.ts';
import type { CallOptions } from '#shared/contract/from-contract.ts';
import type { Experiment, ExperimentReport } from '#shared/domain/experiment.ts';
import type { ModelChoice } from '#shared/domain/scenario.ts';
import { PegboardError } from '#shared/errors.ts';
import type { GoldenQueries } from '../evaluation/golden/golden-queries.ts';
import { eventStream } from '../event-stream.ts';
import type { Files } from '../files/files.ts';
import type { ReadGuidance } from '../guidance/guidance-files.ts';
import type { Logger } from '../logger.ts';
import type { ModelClient } from '../planner/models/model-client.ts';
import type { OpenRunSkills } from '../planner/skills/open-run-skills.ts';
import type { Services } from '../services.ts';
import type { LoadedWorkspace } from '../workspace/load-workspace.ts';
import { experimentReport } from './report/experiment-report.ts';
import { exportReport } from './report/export-report.ts';
import { type CallTool, liveCalls } from './run/live-calls.ts';
import { type PreparedExperiment, prepareExperiment, readExperiment } from './run/prepare-experiment.ts';
import { refuseOthers } from './run/refuse-others.ts';
import type { RunOptions } from './run/run-experiment.ts';
import { ExperimentFiles } from './store/experiment-files.ts';
import type { ExperimentStore, RunHead } from './store/experiment-store.ts';
import { readTask } from './tasks/read-task.ts';
import { type LoadedTask, loadTasks } from './tasks/task-files.ts';
import { importTasks, makeTasks } from './tasks/write-made-tasks.ts';

export interface ExperimentsServiceOptions {
  /** The open workspace. Error: `workspace_not_found`. */
  readonly loaded: () => LoadedWorkspace;
  readonly callTool: CallTool;
  readonly liveModel: (choice: ModelChoice) => Promise<ModelClient>;
  readonly openSkills: OpenRunSkills;
  readonly guidance: (root: string) => ReadGuidance;
  readonly golden: Pick<GoldenQueries, 'read'>;
  readonly fts: 'detect' | 'off';
  readonly files: Files;
  readonly logger: Logger;
  readonly userDataDir: string;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Milliseconds that only grow. */
  readonly stopwatch: () => number;
  /** A UUID. */
  readonly newId: () => string;
}

/** Experiments of the open workspace. */
export function createExperimentsService(options: ExperimentsServiceOptions): Services['experiments'] {
  const { loaded, files } = options;
  const kept = new ExperimentFiles(options);
  const read = <Result>(id: string, work: (store: ExperimentStore, head: RunHead) => Result): Promise<Result> =>
    kept.read(loaded().root, id, async (store, head) => work(store, head));
  return {
    tasks: async () => (await loadTasks(loaded().root, files)).map(taskFile),
    task: ({ path }, call) => checkedTask(path, options, call),
    checkTask: async (input, call) => (await loadPlaying()).checkTask(input, { ...options, signal: call?.signal }),
    generate: ({ from, apply }) => makeTasks(loaded(), { from, apply, files, golden: () => options.golden.read() }),
    importTasks: (input) => importTasks(loaded(), { ...input, files }),
    plan: async (input) => {
      const experiment = await readExperiment(loaded().root, input, files);
      const { planExperiment } = await loadPlaying();
      return planExperiment(await prepareExperiment(loaded(), experiment, files), options);
    },
    run: (input, call) => eventStream(runNew(input, kept, options), { signal: call?.signal, replaces: () => false }),
    resume: (input, call) => eventStream(runOn(input, kept, options), { signal: call?.signal, replaces: () => false }),
    list: () => kept.list(loaded().root),
    report: ({ id, titles }) => read(id, (store, head) => reportOf(store, head, titles)),
    trials: ({ id, arm, task, cause }) =>
      read(id, (store) =>
        store
          .trials()
          .filter((one) => arm === undefined || one.arm === arm)
          .filter((one) => task === undefined || one.task === task)
          .filter((one) => cause === undefined || one.cause === cause),
      ),
    trial: ({ id, number }) => read(id, (store) => trialOf(store, id, number)),
    export: ({ id, format }) => read(id, (store, head) => exportReport(reportOf(store, head), store.trials(), format)),
    remove: async ({ id }) => ({ removed: await kept.remove(loaded().root, id) }),
  };
}

const loadPlaying = () => import('./playing.ts');

type Work = (emit: (event: ExperimentEvent) => void, signal: AbortSignal) => Promise<void>;

function runNew(input: ExperimentRunInput, kept: ExperimentFiles, options: ExperimentsServiceOptions): Work {
  return async (emit, signal) => {
    const { files, newId, now } = options;
    const loaded = options.loaded();
    const { beginExperiment, runExperiment } = await loadPlaying();
    const prepared = await prepareExperiment(loaded, await readExperiment(loaded.root, input, files), files);
    const players = await playersOf(prepared.experiment, options);
    const id = newId();
    await kept.create(loaded.root, id, async (store) => {
      const name = input.path === undefined ? null : posix.basename(input.path).replace(/\.experiment\.ya?ml$/, '');
      const head = beginExperiment(store, prepared, { id, name, loaded, started: new Date(now()).toISOString() });
      await runExperiment(prepared, {
        ...players,
        ...runOptions(loaded, options, input.consent ?? false),
        ...{ store, head, emit, signal },
      });
    });
  };
}

function runOn(
  input: { readonly id: string; readonly consent: boolean; readonly limits?: Experiment['limits'] | undefined },
  kept: ExperimentFiles,
  options: ExperimentsServiceOptions,
): Work {
  return async (emit, signal) => {
    const loaded = options.loaded();
    const { runExperiment } = await loadPlaying();
    await kept.resume(loaded.root, input.id, async (store) => {
      const plan = store.plan();
      if (!plan) throw unknownTrial(input.id);
      const experiment = { ...plan.experiment, limits: { ...plan.experiment.limits, ...input.limits } };
      const tasks = store.tasks();
      const prepared = await preparedAgain(
        loaded,
        experiment,
        options.files,
        tasks.map(({ path }) => path),
      );
      refuseOthers({ workspace: plan.workspace, tasks }, { loaded, tasks: prepared.tasks });
      const players = await playersOf(experiment, options);
      store.setExperiment(experiment);
      await runExperiment(prepared, {
        ...players,
        ...runOptions(loaded, options, input.consent),
        ...{ store, head: plan.head, emit, signal },
      });
    });
  };
}

/** The tasks that it began with, also where others fit its patterns now. */
async function preparedAgain(
  loaded: LoadedWorkspace,
  experiment: Experiment,
  files: Files,
  paths: readonly string[],
): Promise<PreparedExperiment> {
  const prepared = await prepareExperiment(loaded, experiment, files);
  return { ...prepared, tasks: prepared.tasks.filter(({ path }) => paths.includes(path)) };
}

async function playersOf(
  { model, judge }: Experiment,
  { liveModel }: ExperimentsServiceOptions,
): Promise<Pick<RunOptions, 'model' | 'judge'>> {
  return {
    model: model.provider === 'scripted' ? null : await liveModel(model),
    judge: judge === undefined ? null : await liveModel(judge),
  };
}

function runOptions(
  { root }: LoadedWorkspace,
  { callTool, openSkills, fts, logger, guidance, now, stopwatch }: ExperimentsServiceOptions,
  consent: boolean,
): Omit<RunOptions, 'model' | 'judge' | 'store' | 'head' | 'emit' | 'signal'> {
  const callLive = liveCalls(callTool, consent);
  return { callLive, openSkills, fts, logger, readGuidance: guidance(root), now, stopwatch };
}

function reportOf(store: ExperimentStore, head: RunHead, titles?: Readonly<Record<string, string>>): ExperimentReport {
  const plan = store.plan();
  if (!plan) throw unknownTrial(head.id);
  const tasks = store.tasks().map(({ path, text }) => {
    const { task } = readTask(text, path);
    return { path, name: task?.name ?? nameOf(path), level: task?.level ?? ('medium' as const) };
  });
  return experimentReport({ run: store.run(head), experiment: plan.experiment, tasks, trials: store.trials(), titles });
}

function trialOf(store: ExperimentStore, id: string, number: number) {
  const trial = store.trials().find((one) => one.number === number);
  if (!trial) throw unknownTrial(`${id}, trial ${number}`);
  // Those of the judge come last.
  const requests = [...store.replies.requests(number), ...store.replies.requests(-number)];
  return { trial, simulation: store.simulation(number), requests };
}

async function checkedTask(
  path: string,
  { loaded, files, guidance, ...options }: ExperimentsServiceOptions,
  call: CallOptions | undefined,
) {
  const workspace = loaded();
  const found = (await loadTasks(workspace.root, files)).find((one) => one.path === path);
  if (!found) {
    throw new PegboardError('file_not_found', `There is no task ${path}.`, {
      hint: 'Tasks are files *.task.yaml in the folder tasks.',
      data: { path },
    });
  }
  const { text, task, world, findings } = found;
  if (!task || !world) return { path, text, findings };
  const environment = { ...options, readGuidance: guidance(workspace.root), signal: call?.signal };
  const { checkSolution } = await loadPlaying();
  const played = await checkSolution(workspace, { path, text, task, world }, environment);
  return { path, text, findings: [...findings, ...played] };
}

function taskFile({ path, task, findings }: LoadedTask): TaskFile {
  return {
    path,
    name: task?.name ?? nameOf(path),
    query: task?.query ?? '',
    level: task?.level ?? null,
    tags: task?.tags ?? [],
    persona: task?.persona ?? null,
    tools: [...new Set((task?.solution ?? []).map(({ tool }) => tool))],
    findings,
  };
}

function nameOf(path: string): string {
  return posix.basename(path).replace(/\.task\.ya?ml$/, '');
}

function unknownTrial(what: string): PegboardError {
  return new PegboardError('unknown_run', `There is no experiment ${what}.`, {
    hint: '"pegboard experiment list" lists those of this workspace.',
  });
}
