import type { Task, World } from '#shared/domain/task.ts';

/** A task that can be played. */
export interface RunnableTask {
  /** From the folder `tasks`. */
  readonly path: string;
  readonly text: string;
  readonly task: Task;
  /** What it begins with, its world file included. */
  readonly world: World;
}
