import {
  type ArmComparison,
  type ArmReport,
  type Experiment,
  type ExperimentMetric,
  type ExperimentReport,
  type ExperimentRun,
  experimentMetricSchema,
  type Trial,
  type TrialCause,
} from '#shared/domain/experiment.ts';
import type { Task } from '#shared/domain/task.ts';
import type { TokenCount } from '#shared/tokens.ts';
import { meanOverTasks, pairedDifference } from './paired-difference.ts';
import { reportNotes } from './report-notes.ts';

export interface ReportInput {
  readonly run: ExperimentRun;
  readonly experiment: Experiment;
  readonly tasks: readonly { readonly path: string; readonly name: string; readonly level: Task['level'] }[];
  readonly trials: readonly Trial[];
  /** What the sentences call the standard arms; their names without it. */
  readonly titles?: Readonly<Record<string, string>> | undefined;
}

const metrics = experimentMetricSchema.options;
type Values = Readonly<Record<ExperimentMetric, number | null>>;
/** Means over the counted repetitions, by the path of the task. */
type MeansOfTasks = ReadonlyMap<string, Values>;

/**
 * What an experiment shows: each arm with intervals over tasks, each arm beside the first one over the tasks that both have, causes of failures, and what
 * the sample cannot show. A trial that could not be asked or judged is not counted. The same trials give the same report.
 */
export function experimentReport({ run, experiment, tasks, trials, titles }: ReportInput): ExperimentReport {
  const names = experiment.arms.map(({ name }) => name);
  const ofArm = new Map(names.map((name) => [name, trials.filter(({ arm }) => arm === name)]));
  const isScripted = experiment.model.provider === 'scripted';
  const means = new Map(names.map((name) => [name, meansOfTasks(ofArm.get(name) ?? [], isScripted)]));
  const arms = names.map((arm) =>
    armReport(arm, {
      trials: ofArm.get(arm) ?? [],
      means: means.get(arm) ?? new Map(),
      confidence: experiment.confidence,
    }),
  );
  const comparisons = compareArms(experiment, means);
  const successes = tasks.map(({ path, name, level }) => ({
    task: path,
    name,
    level,
    success: Object.fromEntries(names.map((arm) => [arm, means.get(arm)?.get(path)?.success ?? null])),
  }));
  const report = { schema: 'pegboard.experiment/1', run, experiment, arms, comparisons, tasks: successes } as const;
  return { ...report, notes: reportNotes(report, titles) };
}

/** Whether a trial says something about its arm. */
export function isCounted({ state, success, cause }: Trial): boolean {
  return state === 'done' && success !== null && cause !== 'model_failed';
}

/** The time of scripted agents says how quick this computer is, and nothing about an arm. */
function valuesOf({ success, tokens, cost_usd, steps, ms, wrong_tools }: Trial, isScripted: boolean): Values {
  return {
    success: success ? 1 : 0,
    tokens: tokens.sent.estimate + tokens.received.estimate,
    tokens_o200k: tokens.sent.o200k + tokens.received.o200k,
    cost_usd,
    steps,
    ms: isScripted ? null : ms,
    wrong_tools,
  };
}

function meansOfTasks(trials: readonly Trial[], isScripted: boolean): MeansOfTasks {
  const byTask = Map.groupBy(trials.filter(isCounted), ({ task }) => task);
  return new Map(
    [...byTask].map(([task, repetitions]) => {
      const values = repetitions.map((trial) => valuesOf(trial, isScripted));
      const means = metrics.map((metric) => [metric, meanOf(values.flatMap((value) => value[metric] ?? []))]);
      return [task, Object.fromEntries(means) as Values];
    }),
  );
}

function meanOf(values: readonly number[]): number | null {
  return values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;
}

interface ArmData {
  readonly trials: readonly Trial[];
  readonly means: MeansOfTasks;
  readonly confidence: number;
}

function armReport(arm: string, { trials, means, confidence }: ArmData): ArmReport {
  const counted = trials.filter(isCounted);
  const estimates = metrics.map((metric) => {
    const values = [...means.values()].flatMap((value) => value[metric] ?? []);
    return [metric, meanOverTasks(values, { confidence, share: metric === 'success' })];
  });
  const causes: Partial<Record<TrialCause, number>> = {};
  for (const { cause } of counted) if (cause) causes[cause] = (causes[cause] ?? 0) + 1;
  return {
    arm,
    tasks: means.size,
    trials: counted.length,
    not_counted: trials.filter((trial) => trial.state !== 'waiting' && !isCounted(trial)).length,
    metrics: Object.fromEntries(estimates) as ArmReport['metrics'],
    tokens: {
      sent: meanTokens(counted, 'sent'),
      searches: meanTokens(counted, 'searches'),
      cacheable: meanTokens(counted, 'cacheable'),
      received: meanTokens(counted, 'received'),
    },
    causes,
  };
}

function meanTokens(trials: readonly Trial[], part: keyof Omit<Trial['tokens'], 'reported'>): TokenCount {
  const mean = (estimator: keyof TokenCount) =>
    Math.round(meanOf(trials.map(({ tokens }) => tokens[part][estimator])) ?? 0);
  return { estimate: mean('estimate'), o200k: mean('o200k') };
}

/** A metric that neither arm measured, such as a cost without prices, is not compared. */
function compareArms(
  { arms, confidence, seed }: Experiment,
  means: ReadonlyMap<string, MeansOfTasks>,
): ArmComparison[] {
  const [first, ...others] = arms.map(({ name }) => name);
  if (first === undefined) return [];
  return metrics.flatMap((metric) =>
    others.flatMap((arm) => {
      const differences = differencesOf(metric, means.get(arm), means.get(first));
      if (differences.length === 0 && metric !== 'success') return [];
      const question = { comparisons: others.length, confidence, share: metric === 'success', seed };
      const found = pairedDifference(differences, question);
      return [{ arm, baseline: first, metric, tasks: differences.length, ...found }];
    }),
  );
}

function differencesOf(metric: ExperimentMetric, arm?: MeansOfTasks, baseline?: MeansOfTasks): number[] {
  return [...(arm ?? [])]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .flatMap(([task, values]) => {
      const value = values[metric];
      const base = baseline?.get(task)?.[metric] ?? null;
      return value === null || base === null ? [] : [value - base];
    });
}
