import type { CheckedTask, CheckTaskInput } from '#shared/contract/experiments.ts';
import type { Files } from '../../files/files.ts';
import type { ReadGuidance } from '../../guidance/guidance-files.ts';
import type { LoadedWorkspace } from '../../workspace/load-workspace.ts';
import type { PlayEnvironment } from '../run/play-trial.ts';
import { playSolution } from './check-solution.ts';
import { readWorld } from './read-task.ts';
import { taskOfText } from './task-files.ts';

interface Environment extends Omit<PlayEnvironment, 'readGuidance'> {
  /** The open workspace. Error: `workspace_not_found`. */
  readonly loaded: () => LoadedWorkspace;
  readonly guidance: (root: string) => ReadGuidance;
  readonly files: Files;
}

/**
 * What is wrong with the text of a task or a world, which need not be saved. With `play`, also what the solution and doing nothing come to, where the
 * task has no error. The world file of the task is read from the disk. Errors: `workspace_not_found`, and those of `playSolution`.
 */
export async function checkTask(
  { path, text, play }: CheckTaskInput,
  { loaded, guidance, files, ...environment }: Environment,
): Promise<CheckedTask> {
  if (/\.world\.ya?ml$/.test(path)) return { findings: readWorld(text, path).findings, played: null };
  const workspace = loaded();
  const { task, world, findings } = await taskOfText(workspace.root, { path, text }, files);
  const isWrong = findings.some(({ severity }) => severity === 'error');
  if (!play || !task || !world || isWrong) return { findings, played: null };
  const how = { ...environment, readGuidance: guidance(workspace.root) };
  return { findings, played: await playSolution(workspace, { task, world }, how) };
}
