import { matchesGlob } from '#shared/domain/glob.ts';
import { PegboardError } from '#shared/errors.ts';
import type { LoadedTask } from '../tasks/task-files.ts';
import type { RunnableTask } from './runnable-task.ts';

/**
 * The tasks that one of the patterns chooses: a glob of paths, `tag:…` or `level:…`. Those that cannot be read are left out. Error: `config_invalid`
 * where none is left.
 */
export function chooseTasks(loaded: readonly LoadedTask[], patterns: readonly string[]): RunnableTask[] {
  const chosen = loaded.flatMap(({ path, text, task, world }) => {
    if (!task || !world) return [];
    const one = { path, text, task, world };
    return patterns.some((pattern) => chooses(pattern, one)) ? [one] : [];
  });
  if (chosen.length > 0) return chosen;
  const unread = loaded.filter(({ task, world }) => !task || !world).length;
  throw new PegboardError('config_invalid', `tasks: no task fits ${patterns.join(', ')}.`, {
    hint:
      loaded.length === 0
        ? 'The workspace has no tasks: write tasks/*.task.yaml.'
        : `The folder tasks has ${loaded.length} tasks; ${unread} of them cannot be read.`,
    data: { field: 'tasks' },
  });
}

function chooses(pattern: string, { path, task }: RunnableTask): boolean {
  if (pattern.startsWith('tag:')) return task.tags.some((tag) => matchesGlob(pattern.slice(4), tag));
  if (pattern.startsWith('level:')) return task.level === pattern.slice(6);
  return matchesGlob(pattern, path) || matchesGlob(pattern, path.replace(/\.task\.ya?ml$/, ''));
}
