import { dirname, join, resolve } from 'node:path';
import { simpleGit } from 'simple-git';
import { nodeFiles } from '#core/files/node-files.ts';
import type { SkillFormat } from '#shared/domain/skill.ts';
import type { SkillExport } from '#shared/domain/skill-export.ts';
import { PegboardError } from '#shared/errors.ts';
import { type CommandContext, type CommandResult, withServices } from '../command-context.ts';
import { plainText } from '../plain-text.ts';
import { describeLoss } from './skills-convert.ts';

export interface ExportOptions {
  readonly to: SkillFormat;
  readonly out: string;
  readonly dryRun?: boolean | undefined;
  readonly yes?: boolean | undefined;
  readonly branch?: string | undefined;
}

/** `pegboard skills export <path>`: shows the plan, asks before it replaces what people changed, writes, may commit. */
export async function exportSkills(context: CommandContext, path: string, options: ExportOptions): CommandResult {
  const { io, reporter } = context;
  const input = { path: resolve(io.cwd, path), target: resolve(io.cwd, options.out), format: options.to };
  return withServices(context, async (services) => {
    const call = { signal: io.signal };
    const plan = await services.skills.export({ ...input, apply: false, overwrite: false }, call);
    if (options.dryRun) {
      reporter.result('skills-export/1', { ...plan }, () => describe(plan));
      return 0;
    }
    const overwrite = options.yes ?? (plan.edited.length > 0 && (await agrees(context, plan)));
    if (plan.edited.length > 0 && !overwrite && options.branch !== undefined) {
      // Before the branch is made: a command that writes nothing leaves the repository where it was.
      throw new PegboardError(
        'confirmation_required',
        `People changed ${plan.edited.join(', ')} after the last export.`,
        {
          hint: 'Agree with --yes to replace them. Nothing was written, and no branch was made.',
          data: { edited: plan.edited },
        },
      );
    }
    const commit = options.branch === undefined ? null : await startBranch(input.target, options.branch);
    const done = await services.skills.export({ ...input, apply: true, overwrite }, call);
    if (commit) await commit(done);
    const branch = options.branch === undefined ? {} : { branch: options.branch };
    reporter.result('skills-export/1', { ...done, ...branch }, () => describe(done));
    return done.findings.some(({ severity }) => severity === 'error') ? 1 : 0;
  });
}

async function agrees({ io, reporter }: CommandContext, plan: SkillExport): Promise<boolean> {
  if (!io.ask) return false;
  reporter.note(describe(plan));
  return io.ask(`Replace ${plan.edited.length} files that people changed: ${plan.edited.join(', ')}?`);
}

/** Makes the branch before anything is written, and gives what commits to it. Nothing else that waits is committed. */
async function startBranch(target: string, branch: string): Promise<(done: SkillExport) => Promise<void>> {
  const refuse = (message: string, hint: string) =>
    new PegboardError('git_refused', message, { hint, data: { branch } });
  try {
    const git = simpleGit(await nearestFolder(target));
    if (!(await git.checkIsRepo()))
      throw refuse(`${target} is in no git repository.`, 'Leave --branch out, or run git init there.');
    const { staged } = await git.status();
    if (staged.length > 0) throw refuse('Changes are staged already.', 'Commit them or unstage them first.');
    if ((await git.branchLocal()).all.includes(branch))
      throw refuse(`The branch ${plainText(branch)} is there already.`, 'Name another one.');
    await git.checkoutLocalBranch(branch);
    return async ({ added, changed, removed, written }) => {
      if (!written) return;
      const paths = [...added, ...changed, ...removed, '.pegboard-export.json'].map((path) => join(target, path));
      await git.raw(['add', '--all', '--', ...paths]);
      await git.commit(
        `Export skills: ${added.length} added, ${changed.length} changed, ${removed.length} removed`,
        paths,
      );
    };
  } catch (error) {
    if (error instanceof PegboardError) throw error;
    throw refuse(
      `git: ${error instanceof Error ? error.message : String(error)}`,
      'Check the folder and the name of the branch.',
    );
  }
}

/** The folder, or the nearest one around it that is there: an export may make the folder itself. */
async function nearestFolder(path: string): Promise<string> {
  return (await nodeFiles.isDirectory(path)) || dirname(path) === path ? path : nearestFolder(dirname(path));
}

function describe({ target, added, changed, removed, kept, edited, loss, recovered, written }: SkillExport): string {
  const mark = (path: string) => (edited.includes(path) ? `${path}  (changed by hand)` : path);
  const sum = `${added.length} added, ${changed.length} changed, ${removed.length} removed, ${kept.length} kept in ${target}.`;
  const lines = [
    ...(recovered
      ? [`An export that was interrupted was ${recovered.outcome === 'finished' ? 'finished' : 'undone'} first.`]
      : []),
    ...added.map((path) => `+ ${path}`),
    ...changed.map((path) => `~ ${mark(path)}`),
    ...removed.map((path) => `- ${mark(path)}`),
    ...describeLoss(loss),
    written ? sum : `${sum} Nothing was written.`,
  ];
  return plainText(lines.join('\n'), { lines: true });
}
