import { type Experiment, experimentSchema } from '#shared/domain/experiment.ts';
import { type Finding, finding } from '#shared/domain/finding.ts';
import { isPegboardError, PegboardError } from '#shared/errors.ts';
import { readYamlFile } from '#shared/text/read-yaml-file.ts';
import type { Files } from '../../files/files.ts';
import { findPersona } from '../../workspace/allowed-tools.ts';
import { containedPath, type LoadedWorkspace } from '../../workspace/load-workspace.ts';
import { overriddenConfig, withConfig } from '../../workspace/with-config.ts';
import { loadTasks } from '../tasks/task-files.ts';
import { chooseTasks } from './choose-tasks.ts';
import type { RunnableTask } from './runnable-task.ts';
import { armWorkspace } from './trial-scenario.ts';

/** Largest `*.experiment.yaml`, bytes. */
const maximumBytes = 1024 * 1024;
const longestTimeoutMs = 3_600_000;

/** All that an experiment runs. */
export interface PreparedExperiment {
  readonly experiment: Experiment;
  readonly tasks: readonly RunnableTask[];
  /** The workspace as each arm has it, by name. */
  readonly arms: ReadonlyMap<string, LoadedWorkspace>;
  readonly findings: readonly Finding[];
}

/** Where an experiment stands, and what differs from it. */
interface AskedExperiment {
  readonly path?: string | undefined;
  readonly settings?: object | undefined;
  readonly arms?: readonly string[] | undefined;
}

/** An experiment of a workspace: its file, and the fields that replace those of the file. Errors: `config_invalid`, those of reading. */
export async function readExperiment(
  root: string,
  { path, settings = {}, arms }: AskedExperiment,
  files: Files,
): Promise<Experiment> {
  const file = path === undefined ? {} : await experimentFile(root, path, files);
  const limits = { ...fieldOf(file, 'limits'), ...fieldOf(settings, 'limits') };
  const parsed = experimentSchema.safeParse({ ...file, ...settings, limits });
  if (parsed.success) return arms ? { ...parsed.data, arms: chosenArms(parsed.data, arms) } : parsed.data;
  const issues = parsed.error.issues.map((issue) => {
    const keys = issue.code === 'unrecognized_keys' ? issue.keys : [];
    return { field: [...issue.path, ...keys].join('.'), message: issue.message };
  });
  const lacksAddress = issues.every(({ message }) => message.startsWith('base_url'));
  throw new PegboardError(
    'config_invalid',
    listed(issues.map(({ field, message }) => `experiment: ${field}: ${message}`)),
    {
      hint: lacksAddress
        ? 'Give the address of the model, as model.base_url or --base-url http://…, to openai-compatible and to no other provider.'
        : 'docs/reference/experiment.md of Pegboard lists every field of an experiment with its values.',
      data: { field: issues[0]?.field ?? '' },
    },
  );
}

function chosenArms({ arms }: Experiment, names: readonly string[]): Experiment['arms'] {
  return [...new Set(names)].map((name) => {
    const arm = arms.find((one) => one.name === name);
    if (arm) return arm;
    throw new PegboardError('config_invalid', `arms: the experiment has no arm "${name}".`, {
      hint: `It has ${arms.map((one) => one.name).join(', ')}.`,
      data: { field: 'arms' },
    });
  });
}

async function experimentFile(root: string, path: string, files: Files): Promise<Experiment> {
  if (!/\.experiment\.ya?ml$/.test(path)) {
    throw new PegboardError('usage', `${path} is not an experiment.`, {
      hint: 'Experiments are named *.experiment.yaml.',
    });
  }
  const text = await files.readText(await containedPath(root, 'experiment', path, files), {
    maximumBytes,
    regularOnly: true,
  });
  const codes = { syntax: 'task_syntax', invalid: 'task_invalid' } as const;
  const { value, findings } = readYamlFile(experimentSchema, text, path, codes);
  if (value) return value;
  const [first] = findings;
  const { line, column } = first?.range?.start ?? { line: 1, column: 1 };
  const mistakes = findings.map(({ message, range }) => {
    const start = range?.start ?? { line: 1, column: 1 };
    return `${path}:${start.line}:${start.column}: ${message}`;
  });
  throw new PegboardError('config_invalid', listed(mistakes), {
    hint: 'docs/reference/experiment.md of Pegboard lists every field of an experiment with its values.',
    data: { path, line, column, findings },
  });
}

/** Most mistakes that one message names. */
const shownMistakes = 20;

/** Mistakes, a line each. */
function listed(mistakes: readonly string[]): string {
  const more = mistakes.length > shownMistakes ? [`and ${mistakes.length - shownMistakes} more`] : [];
  return [...mistakes.slice(0, shownMistakes), ...more].join('\n');
}

function fieldOf(value: object, field: string): object {
  const found: unknown = (value as Readonly<Record<string, unknown>>)[field];
  return typeof found === 'object' && found !== null ? found : {};
}

/**
 * What an experiment runs in a workspace: a task that cannot be played is left out, with a finding. Errors: `config_invalid`, also where no task is left;
 * `unknown_profile`.
 */
export async function prepareExperiment(
  loaded: LoadedWorkspace,
  experiment: Experiment,
  files: Files,
): Promise<PreparedExperiment> {
  const arms = new Map(experiment.arms.map((arm) => [arm.name, paced(armWorkspace(loaded, arm), experiment)]));
  const read = await loadTasks(loaded.root, files);
  const chosen = chooseTasks(read, experiment.tasks);
  const strangers = new Map(chosen.map((task) => [task.path, unknownPersona(task, arms)]));
  const tasks = chosen.filter(({ path }) => !strangers.get(path));
  if (tasks.length === 0) {
    throw new PegboardError(
      'config_invalid',
      strangers.get(chosen[0]?.path ?? '')?.message ?? 'No task can be played.',
    );
  }
  const judged = experiment.judge ? [] : tasks.filter(({ task }) => task.expect.judge !== undefined);
  return {
    experiment,
    tasks,
    arms,
    findings: [
      ...read.flatMap(({ findings }) => findings),
      ...[...strangers.values()].flatMap((one) => one ?? []),
      ...judged.map(({ path }) => withoutJudge(path)),
    ],
  };
}

/** A request waits for its turn within the time of its reply, so the wait is added to it. */
function paced(workspace: LoadedWorkspace, { requests_per_minute, at_once }: Experiment): LoadedWorkspace {
  if (requests_per_minute === undefined) return workspace;
  const { config } = workspace.file;
  const wait = Math.ceil((at_once * 60_000) / requests_per_minute);
  const model_timeout_ms = Math.min(config.planner.model_timeout_ms + wait, longestTimeoutMs);
  return withConfig(workspace, overriddenConfig(config, { planner: { model_timeout_ms } }, 'requests_per_minute'));
}

function unknownPersona({ path, task }: RunnableTask, arms: PreparedExperiment['arms']): Finding | null {
  for (const { file } of arms.values()) {
    try {
      findPersona(file.config, task.persona);
    } catch (error) {
      if (!isPegboardError(error)) throw error;
      return finding('task_invalid', { message: `persona: ${error.message}`, path: `tasks/${path}` });
    }
  }
  return null;
}

function withoutJudge(path: string): Finding {
  return finding('task_invalid', {
    severity: 'warning',
    message: 'expect.judge: the experiment names no judge model, so trials that nothing else decides do not count.',
    path: `tasks/${path}`,
    hint: 'Give the experiment a judge: model.',
  });
}
