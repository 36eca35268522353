import { PegboardError } from '#shared/errors.ts';
import { type WorkspaceState, workspaceDifference, workspaceState } from '../../evaluation/workspace-state.ts';
import type { LoadedWorkspace } from '../../workspace/load-workspace.ts';
import type { KeptTask } from '../store/experiment-store.ts';
import type { RunnableTask } from './runnable-task.ts';

/** Changes that a message names. */
const shown = 5;

/** Refuses to go on where the configuration, the tools or the tasks are others than at the beginning. Error: `workspace_changed`. */
export function refuseOthers(
  before: { readonly workspace: WorkspaceState; readonly tasks: readonly KeptTask[] },
  now: { readonly loaded: LoadedWorkspace; readonly tasks: readonly RunnableTask[] },
): void {
  const { lines, tools } = workspaceDifference(before.workspace, workspaceState(now.loaded));
  const changes = [
    ...(lines.length > 0 ? ['pegboard.yaml is another'] : []),
    ...tools.added.map((name) => `tool ${name} is new`),
    ...tools.removed.map((name) => `tool ${name} is gone`),
    ...tools.changed.map((name) => `tool ${name} is another`),
    ...before.tasks.flatMap((task) => taskChange(task, now.tasks)),
  ];
  if (changes.length === 0) return;
  const more = changes.length > shown ? `, and ${changes.length - shown} more` : '';
  throw new PegboardError(
    'workspace_changed',
    `The workspace changed since the experiment began: ${changes.slice(0, shown).join(', ')}${more}.`,
    { hint: 'Put it back as it was, or run a new experiment.', data: { changes: changes.slice(0, 100) } },
  );
}

function taskChange({ path, text, world }: KeptTask, tasks: readonly RunnableTask[]): string[] {
  const task = tasks.find((one) => one.path === path);
  if (!task) return [`task ${path} is gone or cannot be read`];
  if (task.text !== text) return [`task ${path} is another`];
  return JSON.stringify(task.world) === world ? [] : [`the world of task ${path} is another`];
}
