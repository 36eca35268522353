import { dirname, join, posix } from 'node:path';
import { type Finding, finding } from '#shared/domain/finding.ts';
import type { Task, World } from '#shared/domain/task.ts';
import { isPegboardError } from '#shared/errors.ts';
import { locateField, parseYaml } from '#shared/text/parse-yaml.ts';
import type { Files } from '../../files/files.ts';
import { pathsBelow } from '../../files/paths-below.ts';
import { containedPath } from '../../workspace/load-workspace.ts';
import { maximumTaskBytes, readTask, readWorld } from './read-task.ts';
import { taskFindings } from './task-findings.ts';

/** The folder of a workspace that has its tasks. */
const tasksFolder = 'tasks';
/** Most tasks of a workspace, and bytes of all tasks together. */
const limits = { tasks: 2_000, bytes: 64 * 1024 * 1024 } as const;

const isTask = (name: string) => /\.task\.ya?ml$/.test(name);

/** A task of a workspace, with all that it needs. */
export interface LoadedTask {
  /** From the folder `tasks`. */
  readonly path: string;
  readonly text: string;
  /** Null where findings say what is wrong with it. */
  readonly task: Task | null;
  /** What the task begins with: its own fields over those of its world file. Null where that cannot be read. */
  readonly world: World | null;
  readonly findings: readonly Finding[];
}

/** The tasks of a workspace folder, by path. One that cannot be read has findings, and the others are unchanged by it. */
export async function loadTasks(root: string, files: Files): Promise<LoadedTask[]> {
  const { paths } = await pathsBelow(join(root, tasksFolder), files, isTask);
  const worlds: ReadWorlds = new Map();
  const loaded: LoadedTask[] = [];
  let bytes = 0;
  for (const path of paths.slice(0, limits.tasks)) {
    const one = await loadTask(root, path, { files, worlds, room: limits.bytes - bytes });
    bytes += one.text.length;
    loaded.push(one);
  }
  const [left] = paths.slice(limits.tasks);
  if (left !== undefined) {
    const message = `Only ${limits.tasks} tasks are read; ${paths.length - limits.tasks} are left out, from this one on.`;
    loaded.push(unread(left, message));
  }
  return loaded;
}

type ReadWorlds = Map<string, { readonly world: World | null; readonly findings: readonly Finding[] }>;

async function loadTask(
  root: string,
  path: string,
  { files, worlds, room }: { readonly files: Files; readonly worlds: ReadWorlds; readonly room: number },
): Promise<LoadedTask> {
  const shown = posix.join(tasksFolder, path);
  try {
    const full = await containedPath(root, 'task', shown, files);
    const text = await files.readText(full, {
      maximumBytes: Math.max(0, Math.min(maximumTaskBytes, room)),
      regularOnly: true,
    });
    return { path, text, ...(await readWhole(root, { path: shown, text, files, worlds })) };
  } catch (error) {
    if (!isPegboardError(error)) throw error;
    return unread(path, error.message);
  }
}

/** A text as a task of a workspace, with the world that it begins with; `path` is from the workspace. */
export async function taskOfText(
  root: string,
  { path, text }: { readonly path: string; readonly text: string },
  files: Files,
): Promise<LoadedTask> {
  const read = await readWhole(root, { path, text, files, worlds: new Map() });
  return { path: posix.relative(tasksFolder, path), text, ...read };
}

async function readWhole(root: string, place: WorldPlace): Promise<Omit<LoadedTask, 'path' | 'text'>> {
  const { task, findings } = readTask(place.text, place.path);
  if (!task) return { task, world: null, findings };
  const { world, findings: ofWorld } = await worldOf(root, task, place);
  const odd = world ? taskFindings(task, world, place) : [];
  return { task, world, findings: [...findings, ...ofWorld, ...odd] };
}

function unread(path: string, message: string): LoadedTask {
  const shown = posix.join(tasksFolder, path);
  return { path, text: '', task: null, world: null, findings: [finding('task_invalid', { message, path: shown })] };
}

interface WorldPlace {
  readonly path: string;
  readonly text: string;
  readonly files: Files;
  readonly worlds: ReadWorlds;
}

/** The world of a task, with the task's own collections, tools and results in place of those of the same name. */
async function worldOf(
  root: string,
  task: Task,
  { path, text, files, worlds }: WorldPlace,
): Promise<{ world: World | null; findings: readonly Finding[] }> {
  const { records, tools, results } = task;
  if (task.world === undefined) return { world: { records, tools, results }, findings: [] };
  const place = posix.join(dirname(path), task.world);
  let read = worlds.get(place);
  if (!read) {
    try {
      const full = await containedPath(root, 'world', place, files);
      const ofWorld = await files.readText(full, { maximumBytes: maximumTaskBytes, regularOnly: true });
      read = readWorld(ofWorld, place);
    } catch (error) {
      if (!isPegboardError(error)) throw error;
      const message = `world: ${error.message}`;
      return { world: null, findings: [finding('task_invalid', { message, path, ...rangeOf(text, ['world']) })] };
    }
    worlds.set(place, read);
  }
  const { world, findings } = read;
  if (!world) return { world, findings };
  const merged = {
    ...world,
    records: { ...world.records, ...records },
    tools: { ...world.tools, ...tools },
    results: { ...world.results, ...results },
  };
  return { world: merged, findings };
}

/** Where a field of a file stands. */
function rangeOf(text: string, field: readonly PropertyKey[]): Pick<Finding, 'range'> {
  const yaml = parseYaml(text);
  return yaml.ok ? { range: { start: locateField(yaml, field) } } : {};
}
