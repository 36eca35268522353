import { counted } from '#shared/counted.ts';
import type { ArmComparison, ExperimentReport } from '#shared/domain/experiment.ts';
import { isStandardArm } from '#shared/domain/standard-arms.ts';
import { fewestTasks } from './paired-difference.ts';
import { withMinus } from './report-texts.ts';

/** Losses of two arms that differ by this share of their trials are told. */
const unequalLoss = 0.1;

/** What a report shows and what it cannot show, in sentences. Metrics other than success are told where a difference is shown. */
export function reportNotes(
  report: Omit<ExperimentReport, 'notes'>,
  titles: Readonly<Record<string, string>> = {},
): string[] {
  const { run, experiment } = report;
  const standard = new Set(experiment.arms.filter(isStandardArm).map(({ name }) => name));
  const called = (name: string) => `“${(standard.has(name) && titles[name]) || name}”`;
  const comparisons = report.comparisons.map((one) => ({
    ...one,
    arm: called(one.arm),
    baseline: called(one.baseline),
  }));
  const arms = report.arms.map((one) => ({ ...one, arm: called(one.arm) }));
  const success = comparisons.filter(({ metric }) => metric === 'success');
  const others = comparisons.filter(
    ({ metric, verdict }) =>
      (metric === 'tokens' || metric === 'cost_usd') && (verdict === 'higher' || verdict === 'lower'),
  );
  return [
    ...unfinished(run),
    ...success.map((comparison) => successNote(comparison, experiment)),
    ...others.map(otherNote),
    ...lossNotes({ arms }),
    ...(experiment.model.provider === 'scripted'
      ? [
          'Scripted agents ran the tasks, not a model. Their mistakes are deliberate: the report shows how well the experiment finds them, and says nothing about a model.',
        ]
      : []),
    ...(success.length > 1
      ? [
          `The intervals of one metric hold simultaneously with ${percent(experiment.confidence)} confidence. Several metrics were compared, so a difference in one of them can still be chance.`,
        ]
      : []),
    'The results apply to other tasks only if those tasks are similar. The intervals show how much chance moves a figure, not whether the tasks were chosen well.',
  ];
}

function unfinished({ trials, stopped_by }: ExperimentReport['run']): string[] {
  const left = trials.all - trials.done - trials.failed;
  if (left <= 0) return [];
  const why = stopped_by ? ` It stopped: ${stopped_by.replace(/\.$/, '')}.` : '';
  return [`${counted(left, 'trial')} of ${trials.all} did not run yet.${why} The figures are those of the others.`];
}

function successNote(comparison: ArmComparison, { confidence, arms }: ExperimentReport['experiment']): string {
  const { arm, baseline, tasks, difference, verdict } = comparison;
  const { mean, low, high } = difference;
  const range = `${points(low)} to ${points(high)}`;
  if (verdict === 'too_few') {
    const fewest = fewestTasks({ comparisons: arms.length - 1, confidence });
    return `${counted(tasks, 'task')} cannot compare ${arm} with ${baseline}: it takes at least ${fewest}, since fewer tasks can all point one way by chance.`;
  }
  if (verdict !== 'not_shown') {
    const more = verdict === 'higher' ? 'more' : 'less';
    return `${arm} succeeds ${more} often than ${baseline}: by ${points(Math.abs(mean))} points over ${tasks} tasks (interval ${range}).`;
  }
  const begin = `A difference in success between ${arm} and ${baseline} is not shown: ${points(mean)} points over ${tasks} tasks (interval ${range}).`;
  return `${begin}${detectableNote(comparison)}${moreNote(comparison)}`;
}

function detectableNote({ detectable }: ArmComparison): string {
  if (detectable === null) return '';
  if (detectable > 1) return ' So few tasks cannot reliably show any difference.';
  return ` With this number of tasks, a difference of ${points(detectable)} points is detected with 80 % probability.`;
}

function moreNote({ more_tasks, difference }: ArmComparison): string {
  if (difference.mean === 0) return '';
  if (more_tasks === null) return ' Detecting a difference this small would take more tasks than anyone would write.';
  return ` Detecting a difference this large with 80 % probability takes about ${counted(more_tasks, 'more task')}.`;
}

function otherNote({ arm, baseline, metric, difference, verdict }: ArmComparison): string {
  const figure = (value: number) => {
    const size = Math.abs(value);
    const text = metric === 'cost_usd' ? `$${size.toPrecision(3)}` : Math.round(size).toLocaleString('en');
    return value < 0 && /[1-9]/.test(text) ? `−${text}` : text;
  };
  const what = metric === 'cost_usd' ? 'costs' : 'uses';
  const range = `${figure(difference.low)} to ${figure(difference.high)}`;
  const [more, less, unit] = metric === 'cost_usd' ? ['more', 'less', ''] : ['more', 'fewer', ' tokens (estimate)'];
  const amount = `${figure(Math.abs(difference.mean))} ${verdict === 'higher' ? more : less}${unit}`;
  return `${arm} ${what} ${amount} in a trial than ${baseline} (interval ${range}).`;
}

function lossNotes({ arms }: Pick<ExperimentReport, 'arms'>): string[] {
  const lost = arms.filter(({ not_counted }) => not_counted > 0);
  if (lost.length === 0) return [];
  const list = lost
    .map(({ arm, not_counted, trials }) => `${arm} ${not_counted} of ${not_counted + trials}`)
    .join(', ');
  const shares = arms.map(({ not_counted, trials }) => not_counted / Math.max(1, not_counted + trials));
  const unequal = Math.max(...shares) - Math.min(...shares) >= unequalLoss;
  const warning = unequal
    ? ' One arm lost many more than another: what is left may be the easier part. Resume, or read the figures with care.'
    : '';
  return [`Trials whose model or judge gave no answer are not counted: ${list}.${warning}`];
}

function points(share: number): string {
  const text = (share * 100).toFixed(1).replace(/\.0$/, '');
  return text === '-0' ? '0' : withMinus(text);
}

function percent(share: number): string {
  return `${Number((share * 100).toFixed(1))} %`;
}
