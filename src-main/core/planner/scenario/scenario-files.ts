import { join, posix } from 'node:path';
import type { z } from 'zod';
import type { RunFileKind, ScenarioFile, ScenarioText } from '#shared/contract/planner.ts';
import { scenarioSchema } from '#shared/domain/scenario.ts';
import { taskSchema, worldSchema } from '#shared/domain/task.ts';
import { isPegboardError, PegboardError } from '#shared/errors.ts';
import { maximumScenarioBytes } from '#shared/text/read-scenario.ts';
import { readYamlFile } from '#shared/text/read-yaml-file.ts';
import type { Files } from '../../files/files.ts';
import { pathsBelow } from '../../files/paths-below.ts';
import { textHash } from '../../skills/export/export-journal.ts';
import { containedPath } from '../../workspace/load-workspace.ts';

/** How many scenarios are listed, how many tasks and worlds, and how many bytes of all of them are read. */
const limits = { scenarios: 500, tasks: 2_000, bytes: 64 * 1024 * 1024 } as const;

/** The folder of tasks and worlds. */
const tasksFolder = 'tasks';

/** What a file is by its name; null for another one. */
export function kindOf(path: string): RunFileKind | null {
  const [, kind = null] = /\.(scenario|task|world)\.ya?ml$/.exec(path) ?? [];
  return kind as RunFileKind | null;
}

/** The scenarios of a workspace folder and of its `scenarios`, by path. One that cannot be read is listed without a name. */
export async function listScenarios(root: string, files: Files): Promise<ScenarioFile[]> {
  return listed(root, await scenarioPaths(root, files), files);
}

/** The same with the tasks and worlds below `tasks` after them; `folders` are those of the workspace where they may lie. */
export async function listRunFiles(
  root: string,
  files: Files,
): Promise<{ readonly listed: ScenarioFile[]; readonly folders: readonly string[] }> {
  const below = await pathsBelow(join(root, tasksFolder), files, (name) => /\.(task|world)\.ya?ml$/.test(name));
  const inTasks = below.paths.slice(0, limits.tasks).map((path) => posix.join(tasksFolder, path));
  const tasks = inTasks.filter((path) => kindOf(path) === 'task');
  const worlds = inTasks.filter((path) => kindOf(path) === 'world');
  const paths = [...(await scenarioPaths(root, files)), ...tasks, ...worlds];
  const folders = ['', 'scenarios', ...below.folders.map((folder) => posix.join(tasksFolder, folder))];
  return { listed: await listed(root, paths, files), folders };
}

async function scenarioPaths(root: string, files: Files): Promise<string[]> {
  const inFolder = async (folder: string) =>
    (await files.list(join(root, folder)))
      .filter((name) => kindOf(name) === 'scenario')
      .map((name) => posix.join(folder, name));
  return (await Promise.all(['', 'scenarios'].map(inFolder))).flat().sort().slice(0, limits.scenarios);
}

async function listed(root: string, paths: readonly string[], files: Files): Promise<ScenarioFile[]> {
  const all: ScenarioFile[] = [];
  let bytes = 0;
  for (const path of paths) {
    const kind = kindOf(path) ?? 'scenario';
    try {
      const { text, hash } = await scenarioText(root, path, files);
      bytes += text.length;
      all.push({ kind, path, ...(bytes > limits.bytes ? noName : namesOf(kind, text, path)), hash });
      if (bytes > limits.bytes) break;
    } catch (error) {
      if (!isPegboardError(error)) throw error;
      all.push({ kind, path, ...noName, hash: null });
    }
  }
  return all;
}

type Names = Pick<ScenarioFile, 'name' | 'description'>;

const noName: Names = { name: null, description: null };

function namesOf(kind: RunFileKind, text: string, path: string): Names {
  const read = <Schema extends z.ZodType>(schema: Schema) =>
    readYamlFile(schema, text, path, { syntax: 'task_syntax', invalid: 'task_invalid' }).value;
  if (kind === 'task') {
    const task = read(taskSchema);
    return { name: task?.name ?? null, description: task?.description ?? task?.query ?? null };
  }
  const { name = null, description = null } = read(kind === 'world' ? worldSchema : scenarioSchema) ?? {};
  return { name, description };
}

/** The text of a scenario, task or world of the workspace. Errors: those of `runFilePath`, `file_not_found`, `file_too_large`. */
export async function scenarioText(root: string, path: string, files: Files): Promise<ScenarioText> {
  const full = await runFilePath(root, path, files);
  const text = await files.readText(full, { maximumBytes: maximumScenarioBytes, regularOnly: true });
  return { path, text, hash: textHash(text) };
}

/** Where a scenario, task or world of the workspace lies. Errors: `usage` for a name of another kind, `config_invalid` for a path outside. */
export async function runFilePath(root: string, path: string, files: Files): Promise<string> {
  const kind = kindOf(path);
  if (kind === null || (kind !== 'scenario' && !posix.normalize(path).startsWith(`${tasksFolder}/`))) {
    throw new PegboardError('usage', `${path} is not a scenario, a task or a world.`, {
      hint: 'Scenarios are named *.scenario.yaml. In the folder tasks, tasks are named *.task.yaml and worlds *.world.yaml.',
    });
  }
  return containedPath(root, kind, path, files);
}

/** Where a scenario of the workspace lies. Errors: those of `runFilePath`, also for a task and a world. */
export async function scenarioPath(root: string, path: string, files: Files): Promise<string> {
  if (kindOf(path) === 'scenario') return runFilePath(root, path, files);
  throw new PegboardError('usage', `${path} is not a scenario.`, { hint: 'Scenarios are named *.scenario.yaml.' });
}
