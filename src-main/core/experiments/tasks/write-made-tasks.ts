import { join } from 'node:path';
import { type Finding, finding } from '#shared/domain/finding.ts';
import type { GoldenSet } from '#shared/domain/golden-query.ts';
import { readScenario } from '#shared/text/read-scenario.ts';
import type { Files } from '../../files/files.ts';
import { listScenarios, scenarioText } from '../../planner/scenario/scenario-files.ts';
import { containedPath, type LoadedWorkspace } from '../../workspace/load-workspace.ts';
import { taskOfGolden, taskOfScenario } from './generate-tasks.ts';
import type { MadeTask } from './made-task.ts';

/** Most tasks that are made at once. */
const mostTasks = 500;

interface Making {
  readonly from: 'scenarios' | 'golden';
  readonly apply: boolean;
  readonly files: Files;
  readonly golden: () => Promise<GoldenSet>;
}

/** Makes tasks of what the workspace has, and with `apply` writes them. A file that is there stays as it is. Errors: `folder_read_only`, `disk_full`. */
export async function makeTasks(
  loaded: LoadedWorkspace,
  { from, apply, files, golden }: Making,
): Promise<{ readonly tasks: MadeTask[]; readonly findings: Finding[] }> {
  const all = from === 'golden' ? await ofGolden(loaded, golden) : await ofScenarios(loaded, files);
  const findings: Finding[] = [...all.flatMap((one) => one.findings)];
  const tasks = new Map<string, MadeTask>();
  const wanted = distinct(all.flatMap(({ made }) => made ?? []));
  for (const made of wanted.slice(0, mostTasks)) {
    if (await files.exists(join(loaded.root, made.path))) {
      findings.push(
        finding('task_invalid', { severity: 'info', message: 'The task is there already.', path: made.path }),
      );
    } else tasks.set(made.path, made);
  }
  if (wanted.length > mostTasks) {
    const message = `${wanted.length} tasks could be made; only the first ${mostTasks} are.`;
    findings.push(finding('task_invalid', { severity: 'info', message, path: 'tasks' }));
  }
  const made = [...tasks.values()];
  if (apply) {
    const writes = await Promise.all(
      made.map(async ({ path, text }) => ({ path: await containedPath(loaded.root, 'task', path, files), text })),
    );
    await files.writeAll(writes);
  }
  return { tasks: made, findings };
}

/** Each task once, with a number where another task has the same path. The numbers depend on the order alone, so that a second run finds the same files. */
function distinct(made: readonly MadeTask[]): MadeTask[] {
  const paths = new Set<string>();
  const texts = new Set<string>();
  return made.flatMap(({ path, text }) => {
    if (texts.has(`${path}\n${text}`)) return [];
    texts.add(`${path}\n${text}`);
    let own = path;
    for (let i = 2; paths.has(own); i++) own = path.replace(/\.task\.yaml$/, `-${i}.task.yaml`);
    paths.add(own);
    return [{ path: own, text }];
  });
}

type Made = ReturnType<typeof taskOfGolden>;

async function ofGolden(loaded: LoadedWorkspace, golden: Making['golden']): Promise<Made[]> {
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
