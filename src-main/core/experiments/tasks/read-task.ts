import type { Finding } from '#shared/domain/finding.ts';
import { type Task, taskSchema, type World, worldSchema } from '#shared/domain/task.ts';
import { readYamlFile } from '#shared/text/read-yaml-file.ts';

/** Largest task or world that is read, bytes. */
export const maximumTaskBytes = 4 * 1024 * 1024;

const codes = { syntax: 'task_syntax', invalid: 'task_invalid' } as const;

/** Reads the text of a `*.task.yaml`. `task` is null where findings, with line and column, say all that is wrong. */
export function readTask(
  text: string,
  path: string,
): { readonly task: Task | null; readonly findings: readonly Finding[] } {
  const { value, findings } = readYamlFile(taskSchema, text, path, codes);
  return { task: value, findings };
}

/** Reads the text of a `*.world.yaml`, as `readTask` reads a task. */
export function readWorld(
  text: string,
  path: string,
): { readonly world: World | null; readonly findings: readonly Finding[] } {
  const { value, findings } = readYamlFile(worldSchema, text, path, codes);
  return { world: value, findings };
}
