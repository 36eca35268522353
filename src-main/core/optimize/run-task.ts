import type { BoardChoice, BoardJob } from './board/board-job.ts';
import { chooseBoard } from './board/choose-board.ts';
import { chooseTexts, type TextChoice, type TextJob } from './texts/choose-texts.ts';

/** Work that takes seconds, as plain data. */
export type OptimizeTask =
  | { readonly kind: 'board'; readonly job: BoardJob }
  | { readonly kind: 'texts'; readonly job: TextJob };

export type TaskResult<Task extends OptimizeTask> = Task extends { readonly kind: 'board' } ? BoardChoice : TextChoice;

export interface TaskOptions {
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((done: number, total: number) => void) | undefined;
}

/** Does the work in this thread. Error: `cancelled`. */
export async function runTask<Task extends OptimizeTask>(task: Task, options: TaskOptions): Promise<TaskResult<Task>> {
  const result =
    task.kind === 'board' ? chooseBoard(task.job, options.onProgress) : await chooseTexts(task.job, options);
  return result as TaskResult<Task>;
}
