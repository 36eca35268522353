import type { PlayedStep } from './played-run.ts';
import { calledName } from './step-labels.ts';

/** A column of the film: the steps of both runs that belong together; null where one has none. */
export interface AlignedStep {
  readonly first: number | null;
  readonly second: number | null;
  /** How they diverge; null where both do the same. */
  readonly differs: 'missing' | 'call' | 'arguments' | 'outcome' | null;
}

/**
 * Two runs side by side, aligned by what they call within each turn and, between two calls that both make, by number. With one run
 * every step stands alone.
 */
export function alignRuns(first: readonly PlayedStep[], second: readonly PlayedStep[] | null): AlignedStep[] {
  if (second === null) return first.map((_, i) => ({ first: i, second: null, differs: null }));
  const aligned: AlignedStep[] = [];
  let [i, j] = [0, 0];
  const pairUntil = (a: number, b: number) => {
    while (i < a || j < b) {
      const [left, right] = [i < a ? i++ : null, j < b ? j++ : null];
      aligned.push({ first: left, second: right, differs: left === null || right === null ? 'missing' : 'call' });
    }
  };
  for (const [a, b] of commonCalls(first.map(keyOf), second.map(keyOf))) {
    pairUntil(a, b);
    aligned.push({ first: i, second: j, differs: divergence(first[i++], second[j++]) });
  }
  pairUntil(first.length, second.length);
  return aligned;
}

function keyOf(played: PlayedStep): string {
  return `${played.simulated?.turn ?? ''}\0${calledName(played)}`;
}

function divergence(left: PlayedStep | undefined, right: PlayedStep | undefined): AlignedStep['differs'] {
  if (!left?.step || !right?.step) return null;
  if (JSON.stringify(left.step.action?.args) !== JSON.stringify(right.step.action?.args)) return 'arguments';
  return left.step.outcome === right.step.outcome ? null : 'outcome';
}

/** The longest common subsequence of two lists, as pairs of places. */
function commonCalls(left: readonly string[], right: readonly string[]): [number, number][] {
  const width = right.length + 1;
  const lengths = new Uint16Array((left.length + 1) * width);
  const at = (i: number, j: number) => lengths[i * width + j] ?? 0;
  for (let i = left.length - 1; i >= 0; i--) {
    for (let j = right.length - 1; j >= 0; j--) {
      const same = left[i] === right[j];
      lengths[i * width + j] = same ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
    }
  }
  const pairs: [number, number][] = [];
  for (let i = 0, j = 0; i < left.length && j < right.length; ) {
    if (left[i] === right[j]) pairs.push([i++, j++]);
    else if (at(i + 1, j) >= at(i, j + 1)) i++;
    else j++;
  }
  return pairs;
}
