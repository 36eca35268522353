import type { ArmComparison, Estimate } from '#shared/domain/experiment.ts';
import { criticalSum, flippedSums, shareAtLeast, tolerance } from './sign-flips.ts';
import { tQuantile, tTail } from './student-t.ts';

/** A normal value that four in five do not exceed: the power that the report promises. */
const power80 = 0.8416;
/** More tasks than this are not told: nobody writes them. */
const mostTasks = 100_000;

export type Difference = Pick<ArmComparison, 'difference' | 'p' | 'verdict' | 'detectable' | 'more_tasks'>;

interface Question {
  /** Comparisons of the metric. */
  readonly comparisons: number;
  /** Of all of them together. */
  readonly confidence: number;
  /** Whether the metric is a share: its differences lie from -1 to 1. */
  readonly share: boolean;
  readonly seed: number;
}

/** The fewest tasks that can show anything: with fewer, even differences that all have one sign are what chance gives too often. */
export function fewestTasks({ comparisons, confidence }: Pick<Question, 'comparisons' | 'confidence'>): number {
  return 1 + Math.ceil(Math.log2(comparisons / (1 - confidence)) - 1e-9);
}

/**
 * What the differences of tasks show, one for each task. The interval excludes 0 exactly where the verdict is `higher` or `lower`.
 *
 * A difference is shown when two tests find it, each at the confidence divided among the comparisons (Bonferroni): signs flipped by chance, which needs
 * no assumption on the values but cannot say much about a few differences among many zeros, and Student's t, which can. Holm's method would find a little
 * more, but no interval agrees with it. The interval takes the wider of the two. Shares get one task more on each side (Bonett and Price), so that a
 * sample without any difference does not look certain.
 */
export function pairedDifference(differences: readonly number[], question: Question): Difference {
  const n = differences.length;
  const sum = differences.reduce((all, value) => all + value, 0);
  const mean = n === 0 ? 0 : sum / n;
  if (n < 2) return oneTask(mean, n, question);
  const squares = differences.reduce((all, value) => all + value * value, 0);
  const size = question.share ? n + 2 : n;
  const spread = spreadOf(size, question.share ? squares + 2 : squares);
  const level = (1 - question.confidence) / question.comparisons + 1e-12;
  const sums = flippedSums(differences, question.seed);
  const t = spread.tOf(Math.abs(sum));
  const chance = Math.max(shareAtLeast(sums, sum), tTail(t, size - 1));
  const shown = chance <= level;
  const byT = tQuantile(level, size - 1);
  const critical = Math.max(byT, spread.tOf(criticalSum(sums, level) + tolerance(sum)));
  const estimate = intervalOf(sum / size, critical * spread.errorOf(sum), { mean, shown, share: question.share });
  const enough = n >= fewestTasks(question);
  const error = spread.errorOf(sum);
  return {
    difference: estimate,
    p: Math.min(1, chance * question.comparisons),
    verdict: !enough ? 'too_few' : !shown ? 'not_shown' : mean > 0 ? 'higher' : 'lower',
    detectable: enough && error > 0 ? (byT + power80) * error : null,
    more_tasks: shown ? 0 : moreTasks({ n, mean, deviation: error * Math.sqrt(size), level, question }),
  };
}

/** The standard error and t of sums of `size` values with these squares: signs change the sum and leave the squares. */
function spreadOf(size: number, squares: number) {
  const errorOf = (sum: number) => {
    const variance = (squares - (sum * sum) / size) / (size - 1);
    // Equal values leave a rest of rounding.
    return variance <= 1e-12 * (squares / size) ? 0 : Math.sqrt(variance / size);
  };
  const tOf = (sum: number) => {
    const error = errorOf(sum);
    if (error > 0) return sum / size / error;
    return sum > 0 ? Number.POSITIVE_INFINITY : 0;
  };
  return { errorOf, tOf };
}

interface Shown {
  readonly mean: number;
  readonly shown: boolean;
  readonly share: boolean;
}

function intervalOf(centre: number, half: number, { mean, shown, share }: Shown): Estimate {
  // Without a spread the critical value may be infinite: then only the verdict limits the interval.
  const width = Number.isFinite(half) ? half : 0;
  const bounds = [centre - width, centre + width, mean, ...(shown ? [] : [0])];
  const [least, most] = share ? [-1, 1] : [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
  return { mean, low: Math.max(least, Math.min(...bounds)), high: Math.min(most, Math.max(...bounds)) };
}

/** One task has no spread: a normal value lies within about ten times itself of its mean nineteen times in twenty. */
function oneTask(mean: number, n: number, { share }: Question): Difference {
  const half = share ? 1 : 10 * Math.abs(mean);
  const difference = share ? { mean, low: -1, high: 1 } : { mean, low: mean - half, high: mean + half };
  return {
    difference: n === 0 && !share ? { mean: 0, low: 0, high: 0 } : difference,
    p: 1,
    verdict: 'too_few',
    detectable: null,
    more_tasks: null,
  };
}

interface More {
  readonly n: number;
  readonly mean: number;
  readonly deviation: number;
  readonly level: number;
  readonly question: Question;
}

function moreTasks({ n, mean, deviation, level, question }: More): number | null {
  if (mean === 0) return null;
  let needed = n;
  for (let round = 0; round < 5; round++) {
    needed = (((tQuantile(level, Math.max(1, Math.ceil(needed) - 1)) + power80) * deviation) / mean) ** 2;
    if (!(needed <= mostTasks)) return null;
  }
  return Math.max(1, fewestTasks(question) - n, Math.ceil(needed) - n);
}

/**
 * A mean over tasks with its interval by Student's t. For a share, two tasks more that succeed and two that fail (Agresti and Coull) keep few tasks from
 * looking certain. Null without a task.
 */
export function meanOverTasks(
  values: readonly number[],
  { confidence, share }: Pick<Question, 'confidence' | 'share'>,
): Estimate | null {
  const n = values.length;
  if (n === 0) return null;
  const sum = values.reduce((all, value) => all + value, 0);
  const squares = values.reduce((all, value) => all + value * value, 0);
  const mean = sum / n;
  const most = share ? 1 : Number.POSITIVE_INFINITY;
  if (n === 1) return { mean, low: 0, high: share ? 1 : 11 * mean };
  const [size, total, all] = share ? [n + 4, sum + 2, squares + 2] : [n, sum, squares];
  const variance = Math.max(0, (all - (total * total) / size) / (size - 1));
  const half = tQuantile(1 - confidence, size - 1) * Math.sqrt(variance / size);
  const centre = total / size;
  return { mean, low: Math.max(0, Math.min(mean, centre - half)), high: Math.min(most, Math.max(mean, centre + half)) };
}
