import { join } from 'node:path';
import { type Finding, finding } from '#shared/domain/finding.ts';
import type { GoldenSet } from '#shared/domain/golden-query.ts';
import { readScenario } from '#shared/text/read-scenario.ts';
import type { Files } from '../../files/files.ts';
import { listScenarios, scenarioText } from '../../planner/scenario/scenario-files.ts';
import { containedPath, type LoadedWorkspace } from '../../workspace/load-workspace.ts';
import { importBenchmark } from './benchmarks/import-benchmark.ts';
import { taskOfGolden, taskOfScenario } from './generate-tasks.ts';
import { distinct, type MadeTask } from './made-task.ts';

/** Most tasks that are made at once. */
const mostTasks = 500;

interface Making {
  readonly apply: boolean;
  readonly files: Files;
}

interface MadeTasks {
  readonly tasks: readonly MadeTask[];
  readonly findings: readonly Finding[];
}

/** Makes tasks of what the workspace has, and with `apply` writes them. A file that is there stays as it is. Errors: `folder_read_only`, `disk_full`. */
export async function makeTasks(
  loaded: LoadedWorkspace,
  {
    from,
    golden,
    ...how
  }: Making & { readonly from: 'scenarios' | 'golden'; readonly golden: () => Promise<GoldenSet> },
): Promise<MadeTasks> {
  const all = from === 'golden' ? await ofGolden(loaded, golden) : await ofScenarios(loaded, how.files);
  const kept = await newTasks(
    loaded,
    all.flatMap(({ made }) => made ?? []),
    how,
  );
  return { ...kept, findings: [...all.flatMap(({ findings }) => findings), ...kept.findings] };
}

/** Makes tasks of the text of a benchmark, as `makeTasks` does. Errors: those of `importBenchmark` too. */
export async function importTasks(
  loaded: LoadedWorkspace,
  { path, text, ...how }: Making & { readonly path: string; readonly text: string },
): Promise<MadeTasks> {
  const { tasks, findings } = importBenchmark(text, path, { names: [...loaded.registry.keys()] });
  const kept = await newTasks(loaded, tasks, how);
  return { ...kept, findings: [...findings, ...kept.findings] };
}

/** Those whose file is not there, written with `apply`. */
async function newTasks(
  { root }: LoadedWorkspace,
  all: readonly MadeTask[],
  { apply, files }: Making,
): Promise<MadeTasks> {
  const findings: Finding[] = [];
  const tasks: MadeTask[] = [];
  const wanted = distinct(all);
  for (const made of wanted.slice(0, mostTasks)) {
    if (await files.exists(join(root, made.path))) {
      findings.push(
        finding('task_invalid', { severity: 'info', message: 'The task is there already.', path: made.path }),
      );
    } else tasks.push(made);
  }
  if (wanted.length > mostTasks) {
    const message = `${wanted.length} tasks could be made; only the first ${mostTasks} are.`;
    findings.push(finding('task_invalid', { severity: 'warning', message, path: 'tasks' }));
  }
  if (apply) {
    const writes = await Promise.all(
      tasks.map(async ({ path, text }) => ({ path: await containedPath(root, 'task', path, files), text })),
    );
    await files.writeAll(writes);
  }
  return { tasks, findings };
}

type Made = ReturnType<typeof taskOfGolden>;

async function ofGolden(loaded: LoadedWorkspace, golden: () => Promise<GoldenSet>): Promise<Made[]> {
  const { queries, findings } = await golden();
  return [{ made: null, findings }, ...queries.map((query) => taskOfGolden(query, loaded))];
}

async function ofScenarios(loaded: LoadedWorkspace, files: Files): Promise<Made[]> {
  const made: Made[] = [];
  for (const { path, hash } of await listScenarios(loaded.root, files)) {
    if (hash === null) continue;
    const { text } = await scenarioText(loaded.root, path, files);
    const { scenario, findings } = readScenario(text, path);
    made.push(scenario ? taskOfScenario(path, scenario, loaded) : { made: null, findings });
  }
  return made;
}
