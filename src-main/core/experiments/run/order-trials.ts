import type { Arm, Experiment } from '#shared/domain/experiment.ts';
import { seededRandom } from '#shared/seeded-random.ts';

/** A trial before it is played. */
export interface PlannedTrial {
  /** From 1. */
  readonly number: number;
  /** Path of the task. */
  readonly task: string;
  readonly arm: string;
  /** From 1. */
  readonly repetition: number;
}

/**
 * All trials in a random order that the seed fixes. A task stands with all of its arms in one block, so that a service that becomes slower or
 * better while the experiment runs does so for all arms alike; each repetition of all tasks comes before the next one.
 */
export function orderTrials(
  tasks: readonly string[],
  {
    arms,
    repetitions,
    seed,
  }: Pick<Experiment, 'repetitions' | 'seed'> & { readonly arms: readonly Pick<Arm, 'name'>[] },
): PlannedTrial[] {
  const random = seededRandom(seed);
  const rounds = Array.from({ length: repetitions }, (_, i) => i + 1);
  return rounds
    .flatMap((repetition) =>
      shuffled(tasks, random).flatMap((task) =>
        shuffled(arms, random).map(({ name: arm }) => ({ task, arm, repetition })),
      ),
    )
    .map((trial, i) => ({ number: i + 1, ...trial }));
}

function shuffled<Item>(items: readonly Item[], random: () => number): Item[] {
  return items
    .map((item) => ({ item, at: random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ item }) => item);
}
