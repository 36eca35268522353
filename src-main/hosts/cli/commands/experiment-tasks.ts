import { resolve } from 'node:path';
import { nodeFiles } from '#core/files/node-files.ts';
import { counted } from '#shared/counted.ts';
import type { Finding } from '#shared/domain/finding.ts';
import { type CommandContext, type CommandResult, withWorkspace } from '../command-context.ts';
import { plainText } from '../plain-text.ts';

/** `pegboard experiment check`: exit code 1 where a task has an error. */
export async function experimentCheck(context: CommandContext): CommandResult {
  return withWorkspace(context, async (services) => {
    const tasks: { readonly path: string; readonly findings: readonly Finding[] }[] = [];
    for (const { path, findings: known } of await services.experiments.tasks()) {
      // A task that cannot be read has nothing to play.
      const isRead = !known.some(({ severity }) => severity === 'error');
      const { findings } = isRead
        ? await services.experiments.task({ path }, { signal: context.io.signal })
        : { findings: known };
      context.reporter.findings(findings);
      tasks.push({ path, findings });
    }
    const wrong = tasks.filter(({ findings }) => findings.some(({ severity }) => severity === 'error'));
    context.reporter.result('experiment-check/1', { tasks }, () =>
      tasks.length === 0
        ? 'The workspace has no tasks.'
        : `${counted(tasks.length, 'task')}; ${wrong.length === 0 ? 'no errors' : `errors in ${wrong.length}`}.`,
    );
    return wrong.length === 0 ? 0 : 1;
  });
}

/** `pegboard experiment generate`: shows the tasks, or writes them with `--apply`. */
export async function experimentGenerate(
  context: CommandContext,
  { from, apply = false }: { readonly from: 'scenarios' | 'golden'; readonly apply?: boolean },
): CommandResult {
  return withWorkspace(context, async (services) => {
    const { tasks, findings } = await services.experiments.generate({ from, apply });
    showMade(context, { tasks, findings, apply });
    return 0;
  });
}

/** `pegboard experiment import <file>`: as `generate`, of the file of a benchmark. */
export async function experimentImport(
  context: CommandContext,
  file: string,
  { apply = false }: { readonly apply?: boolean },
): CommandResult {
  const text = await nodeFiles.readText(resolve(context.io.cwd, file), {
    maximumBytes: 32 * 1024 * 1024,
    regularOnly: true,
  });
  return withWorkspace(context, async (services) => {
    const { tasks, findings } = await services.experiments.importTasks({ path: file, text, apply });
    showMade(context, { tasks, findings, apply });
    return 0;
  });
}

interface Made {
  readonly tasks: readonly { readonly path: string; readonly text: string }[];
  readonly findings: readonly Finding[];
  readonly apply: boolean;
}

function showMade({ reporter }: CommandContext, { tasks, findings, apply }: Made): void {
  reporter.findings(findings);
  reporter.result('experiment-tasks/1', { tasks, written: apply }, () => {
    if (tasks.length === 0) return 'There are no new tasks to create.';
    if (!apply) return tasks.map(({ path, text }) => `# ${path}\n${plainText(text, { lines: true })}`).join('\n');
    return `Written:\n${tasks.map(({ path }) => `  ${plainText(path)}`).join('\n')}`;
  });
}
