import { counted } from '#shared/counted.ts';
import { matchesGlob } from '#shared/domain/glob.ts';
import { PegboardError } from '#shared/errors.ts';
import type { LoadedTask } from '../tasks/task-files.ts';
import type { RunnableTask } from './runnable-task.ts';

/**
 * The tasks that one of the patterns chooses: a glob of paths, `tag:…` or `level:…`. Those that cannot be read are left out. Errors: `tasks_missing`
 * where the workspace has no tasks, `invalid_input` where none is left.
 */
export function chooseTasks(loaded: readonly LoadedTask[], patterns: readonly string[]): RunnableTask[] {
  const readable = loaded.flatMap(({ path, text, task, world }) =>
    task && world ? [{ path, text, task, world }] : [],
  );
  const chosen = readable.filter((one) => patterns.some((pattern) => chooses(pattern, one)));
  if (chosen.length > 0) return chosen;
  if (loaded.length === 0) {
    throw new PegboardError('tasks_missing', 'The folder tasks of this workspace has no *.task.yaml.', {
      hint: 'Make tasks from scenarios, or with --from golden from golden queries: pegboard experiment generate --apply\nOr try the tasks of the demo: pegboard init --demo <folder>',
      data: { field: 'tasks' },
    });
  }
  const unread = loaded.length - readable.length;
  const left = unread === 0 ? '' : `; ${unread} of them cannot be read`;
  throw new PegboardError('invalid_input', `No task fits ${patterns.join(', ')}.`, {
    hint: [`The folder tasks has ${counted(loaded.length, 'task')}${left}.`, ...choices(readable)].join(' '),
    data: { field: 'tasks' },
  });
}

/** Names of one kind that a message shows. */
const shownNames = 20;

/** The levels and tags that tasks have. */
function choices(tasks: readonly RunnableTask[]): string[] {
  const named = (kind: string, names: readonly string[]) => {
    const all = [...new Set(names)].sort();
    const more = all.length > shownNames ? ` and ${all.length - shownNames} more` : '';
    return all.length === 0 ? [] : [`${kind} are ${all.slice(0, shownNames).join(', ')}${more}.`];
  };
  return [
    ...named(
      'Levels',
      tasks.flatMap(({ task }) => task.level ?? []),
    ),
    ...named(
      'Tags',
      tasks.flatMap(({ task }) => task.tags),
    ),
  ];
}

function chooses(pattern: string, { path, task }: RunnableTask): boolean {
  if (pattern.startsWith('tag:')) return task.tags.some((tag) => matchesGlob(pattern.slice(4), tag));
  if (pattern.startsWith('level:')) return task.level === pattern.slice(6);
  return matchesGlob(pattern, path) || matchesGlob(pattern, path.replace(/\.task\.ya?ml$/, ''));
}
