import { create } from 'zustand';
import type { CheckedTask } from '#shared/contract/experiments.ts';
import type { PegboardError } from '#shared/errors.ts';
import { thisWindow } from '../../platform/this-window.ts';
import { toPegboardError } from '../../ui/pegboard-error.ts';

/** What a check of a task gave; null while it is under way. */
export interface TaskCheck {
  /** The text that is checked. */
  readonly text: string;
  readonly outcome: { readonly checked: CheckedTask } | { readonly error: PegboardError } | null;
}

interface TaskAt {
  /** Path of the workspace. */
  readonly root: string;
  /** Path of the task in it. */
  readonly path: string;
}

/** The last check of each task, by `taskKey`. */
export const useTaskChecks = create<Readonly<Record<string, TaskCheck>>>()(() => ({}));

export const taskKey = ({ root, path }: TaskAt) => `${root}\n${path}`;

/** Plays the solution of a task as it is written now, and an agent that does nothing. A check of the same text that is under way is enough. */
export async function playTask({ root, path, text }: TaskAt & { readonly text: string }): Promise<void> {
  const key = taskKey({ root, path });
  const before = useTaskChecks.getState()[key];
  if (before?.outcome === null && before.text === text) return;
  const started: TaskCheck = { text, outcome: null };
  useTaskChecks.setState({ [key]: started });
  const outcome = await thisWindow()
    .client.experiments.checkTask({ path, text, play: true })
    .then(
      (checked) => ({ checked }),
      (error: unknown) => ({ error: toPegboardError(error) }),
    );
  // A later check, of another text, has taken its place.
  if (useTaskChecks.getState()[key] === started) useTaskChecks.setState({ [key]: { text, outcome } });
}
