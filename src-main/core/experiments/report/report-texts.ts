import { counted } from '#shared/counted.ts';
import type {
  ArmComparison,
  Estimate,
  ExperimentMetric,
  ExperimentReport,
  TrialCause,
} from '#shared/domain/experiment.ts';

/** Titles of metrics in an exported report. */
export const metricTitles: Readonly<Record<ExperimentMetric, string>> = {
  success: 'Success',
  tokens: 'Tokens (estimate)',
  tokens_o200k: 'Tokens (o200k)',
  cost_usd: 'Cost (US dollars)',
  steps: 'Steps',
  ms: 'Time (ms)',
  wrong_tools: 'Wrong tools',
};

/** Causes of failures in an exported report. */
export const causeTitles: Readonly<Record<TrialCause, string>> = {
  model_failed: 'Model failed',
  forbidden: 'Forbidden act',
  not_searched: 'Not searched',
  not_found: 'Searched, not found',
  wrong_tool: 'Wrong tool',
  wrong_arguments: 'Wrong arguments',
  not_called: 'Found, not called',
  step_limit: 'Step limit',
  wrong_answer: 'Wrong answer',
  other: 'Other',
};

const verdicts: Readonly<Record<ArmComparison['verdict'], string>> = {
  higher: 'higher',
  lower: 'lower',
  not_shown: 'not shown',
  too_few: 'too few tasks',
};

/** A table of texts: the first row has the titles. */
export interface TextTable {
  readonly title: string;
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** The text of a number as people read it: with a real minus sign. */
export function withMinus(text: string): string {
  return text.replace('-', '−');
}

/** A figure of a metric: shares in percent, tokens and times as whole numbers. */
export function figure(metric: ExperimentMetric, value: number): string {
  return withMinus(plainFigure(metric, value));
}

function plainFigure(metric: ExperimentMetric, value: number): string {
  if (metric === 'success') return `${decimals(value * 100, 1)} %`;
  if (metric === 'cost_usd') return value === 0 ? '0' : String(Number(value.toPrecision(3)));
  if (metric === 'steps' || metric === 'wrong_tools') return decimals(value, 2);
  return (Math.round(value) + 0).toLocaleString('en');
}

/** A difference of a metric: shares differ by points, and not by per cent. */
export function differenceFigure(metric: ExperimentMetric, value: number): string {
  return metric === 'success' ? withMinus(`${decimals(value * 100, 1)} points`) : figure(metric, value);
}

export function differenceInterval(metric: ExperimentMetric, { low, high }: Omit<Estimate, 'mean'>): string {
  return `${differenceFigure(metric, low).replace(' points', '')} to ${differenceFigure(metric, high)}`;
}

export function interval(metric: ExperimentMetric, { low, high }: Omit<Estimate, 'mean'>): string {
  return `${figure(metric, low)} to ${figure(metric, high)}`;
}

function decimals(value: number, digits: number): string {
  return String(Number(value.toFixed(digits)) + 0);
}

/** The tables of a report, as Markdown and the page show them. A metric that no arm measured is left out; without failed trials the table of causes is empty. */
export function reportTables(report: ExperimentReport): Record<'arms' | 'comparisons' | 'causes' | 'tasks', TextTable> {
  const { arms, comparisons, tasks } = report;
  const measured = (Object.keys(metricTitles) as ExperimentMetric[]).filter((metric) =>
    arms.some((arm) => arm.metrics[metric]),
  );
  const causes = (Object.keys(causeTitles) as TrialCause[]).filter((cause) => arms.some((arm) => arm.causes[cause]));
  return {
    arms: {
      title: 'Arms: mean over tasks, with its interval',
      head: ['Arm', 'Tasks', 'Trials', 'Not counted', ...measured.map((metric) => metricTitles[metric])],
      rows: arms.map((arm) => [
        arm.arm,
        `${arm.tasks}`,
        `${arm.trials}`,
        `${arm.not_counted}`,
        ...measured.map((metric) => {
          const estimate = arm.metrics[metric];
          return estimate ? `${figure(metric, estimate.mean)} (${interval(metric, estimate)})` : '';
        }),
      ]),
    },
    comparisons: {
      title: 'Differences, in pairs of the same task',
      head: [
        'Metric',
        'Arm less baseline',
        'Tasks',
        'Difference',
        'Interval',
        'p',
        'Verdict',
        'Detectable',
        'More tasks',
      ],
      rows: comparisons.map(({ metric, arm, baseline, tasks: n, difference, p, verdict, detectable, more_tasks }) => [
        metricTitles[metric],
        `${arm} − ${baseline}`,
        `${n}`,
        differenceFigure(metric, difference.mean),
        differenceInterval(metric, difference),
        p < 0.001 ? '< 0.001' : p.toFixed(3),
        verdicts[verdict],
        detectable === null ? '' : differenceFigure(metric, detectable),
        more_tasks === null ? '' : more_tasks.toLocaleString('en'),
      ]),
    },
    causes: {
      title: 'Causes of failed trials',
      head: ['Arm', ...causes.map((cause) => causeTitles[cause])],
      rows:
        causes.length === 0 ? [] : arms.map((arm) => [arm.arm, ...causes.map((cause) => `${arm.causes[cause] ?? 0}`)]),
    },
    tasks: {
      title: 'Tasks: share of successes',
      head: ['Task', 'Level', ...arms.map(({ arm }) => arm)],
      rows: tasks.map(({ name, level, success }) => [
        name,
        level,
        ...arms.map(({ arm }) => {
          const share = success[arm] ?? null;
          return share === null ? '' : figure('success', share);
        }),
      ]),
    },
  };
}

/** When an experiment ran, with which model, and how large it is. */
export function sizeOfRun({ started, model, tasks, repetitions, trials }: ExperimentReport['run']): string {
  const sizes = [
    counted(tasks, 'task'),
    counted(repetitions, 'repetition'),
    `${trials.done} of ${counted(trials.all, 'trial')}`,
  ];
  return `${started}, ${model}, ${sizes.join(', ')}.`;
}
