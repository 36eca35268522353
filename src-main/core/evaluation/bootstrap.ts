import { type EvalMetric, evalMetricSchema } from '#shared/domain/eval-set.ts';

/** How sure a mean is: its 2.5th and 97.5th percentile over resamples of the queries. */
export type Interval = readonly [low: number, high: number];

const resamples = 1000;
const tail = 0.025;

/**
 * Bootstrap intervals (95 %) of the means of each metric over queries: a thousand times as many queries are drawn with
 * replacement and averaged. The generator is seeded, so that the same values give the same interval.
 */
export function bootstrapIntervals(
  values: readonly Readonly<Record<EvalMetric, number>>[],
): Record<EvalMetric, Interval> {
  const metrics = evalMetricSchema.options;
  const columns = metrics.map((metric) => Float64Array.from(values, (value) => value[metric]));
  const means = metrics.map(() => new Float64Array(resamples));
  const next = seededRandom(values.length);
  const sums = new Float64Array(metrics.length);
  for (let sample = 0; sample < resamples; sample++) {
    sums.fill(0);
    for (let draw = 0; draw < values.length; draw++) {
      const at = Math.floor(next() * values.length);
      for (let m = 0; m < columns.length; m++)
        sums[m] = (sums[m] as number) + ((columns[m] as Float64Array)[at] as number);
    }
    for (let m = 0; m < means.length; m++) (means[m] as Float64Array)[sample] = (sums[m] as number) / values.length;
  }
  return Object.fromEntries(metrics.map((metric, m) => [metric, bounds(means[m] as Float64Array)])) as Record<
    EvalMetric,
    Interval
  >;
}

/** The same for the mean of one value over sessions. Without values: 0 to 0. */
export function meanInterval(values: Float64Array, seed = values.length): Interval {
  if (values.length === 0) return [0, 0];
  const means = new Float64Array(resamples);
  const next = seededRandom(seed);
  for (let sample = 0; sample < resamples; sample++) {
    let sum = 0;
    for (let draw = 0; draw < values.length; draw++) sum += values[Math.floor(next() * values.length)] as number;
    means[sample] = sum / values.length;
  }
  return bounds(means);
}

function bounds(means: Float64Array): Interval {
  const sorted = means.toSorted();
  const at = (share: number) => sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? 0;
  return [at(tail), at(1 - tail)];
}

/** Reproducible numbers in [0, 1): a multiplicative congruential generator (Park and Miller's). */
export function seededRandom(seed: number): () => number {
  let state = (seed % 2147483646) + 1;
  return () => {
    state = (state * 48271) % 2147483647;
    return (state - 1) / 2147483646;
  };
}
