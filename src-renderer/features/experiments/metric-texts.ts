import type { ExperimentMetric, ExperimentReport, Trial } from '#shared/domain/experiment.ts';
import type { Estimator } from '../../state/preferences-store.ts';
import { formatCount } from '../../strings/count.ts';
import { strings } from '../../strings/experiments.ts';
import { formatFixed, formatMoney } from '../../ui/format-number.ts';

const order: readonly ExperimentMetric[] = [
  'success',
  'tokens',
  'tokens_o200k',
  'cost_usd',
  'steps',
  'ms',
  'wrong_tools',
];

/** The metrics that some arm has a figure of; tokens by the chosen tokenizer only. */
export function shownMetrics({ arms }: ExperimentReport, estimator: Estimator): readonly ExperimentMetric[] {
  const other: ExperimentMetric = estimator === 'o200k' ? 'tokens' : 'tokens_o200k';
  return order.filter((metric) => metric !== other && arms.some((arm) => arm.metrics[metric]));
}

/** A figure of a metric: `62.8 %`, `1,204`, `$0.0132`, `2.40`, `310 ms`. */
export function metricText(metric: ExperimentMetric, value: number): string {
  if (metric === 'success') return `${formatFixed(value * 100, 1)} %`;
  if (metric === 'cost_usd') return costText(value);
  if (metric === 'steps' || metric === 'wrong_tools') return formatFixed(value, 2);
  const rounded = formatCount(Math.round(value)).replace('-', '−');
  return metric === 'ms' ? `${rounded} ms` : rounded;
}

/** The size of a difference; success in points. */
export const sizeText = (metric: ExperimentMetric, value: number): string =>
  metric === 'success' ? strings.report.points(formatFixed(value * 100, 1)) : metricText(metric, value);

/** The same with its sign. */
export function differenceText(metric: ExperimentMetric, value: number): string {
  const text = sizeText(metric, value);
  if (!/[1-9]/.test(text)) return text.replace('−', '');
  return value > 0 ? `+${text}` : text;
}

/** An interval, with its unit once: `70.2 to 97.6 %`. */
export const rangeText = (low: string, high: string): string =>
  strings.report.range(low.replace(/ (%|ms|points)$/, ''), high);

/** US dollars: cents, and below a dollar as many digits as say something. */
export const costText = (value: number): string =>
  formatMoney(value, 'USD', Math.abs(value) >= 1 || value === 0 ? 2 : 4);

/** Whether more of it is better. */
export const isBetterHigher = (metric: ExperimentMetric): boolean => metric === 'success';

/** How a trial ended, in words and as a tone. */
export function resultOf({ state, success, cause }: Trial): {
  readonly text: string;
  readonly tone: 'good' | 'bad' | 'none';
} {
  if (state === 'waiting') return { text: strings.trials.waiting, tone: 'none' };
  if (success === true) return { text: strings.trials.solved, tone: 'good' };
  if (cause !== null) return { text: strings.words.causes[cause], tone: 'bad' };
  return { text: strings.trials.notJudged, tone: 'none' };
}
