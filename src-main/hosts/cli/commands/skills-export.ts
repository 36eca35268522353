import { join, resolve } from 'node:path';
import { isUncommitted, startBranch } from '#core/export/git-branch.ts';
import { nodeFiles } from '#core/files/node-files.ts';
import { recordName } from '#core/skills/export/export-journal.ts';
import { counted } from '#shared/counted.ts';
import type { SkillFormat } from '#shared/domain/skill.ts';
import type { SkillExport } from '#shared/domain/skill-export.ts';
import { PegboardError } from '#shared/errors.ts';
import { type CommandContext, type CommandResult, withServices } from '../command-context.ts';
import { plainText } from '../plain-text.ts';
import { noBranch } from '../run-export.ts';
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
    const started =
      options.branch !== undefined && (await isNewToGit(plan))
        ? await startBranch(input.target, options.branch, nodeFiles)
        : null;
    const done = await services.skills.export({ ...input, apply: true, overwrite }, call);
    if (started) await started.commit(pathsOf(done), messageOf(done));
    const branch = started && options.branch !== undefined ? { branch: options.branch } : {};
    reporter.result('skills-export/1', { ...done, ...branch }, () =>
      options.branch !== undefined && !started ? `${describe(done)}\n${noBranch}` : describe(done),
    );
    return done.findings.some(({ severity }) => severity === 'error') ? 1 : 0;
  });
}

async function agrees({ io, reporter }: CommandContext, plan: SkillExport): Promise<boolean> {
  if (!io.ask) return false;
  reporter.note(describe(plan));
  return io.ask(`Replace ${counted(plan.edited.length, 'file')} that people changed: ${plan.edited.join(', ')}?`);
}

/** Everything that the record of the export names, also what an export before wrote and nobody committed. */
function pathsOf({ target, added, changed, removed, kept }: SkillExport): string[] {
  return [...added, ...changed, ...removed, ...kept, recordName].map((path) => join(target, path));
}

/** Whether the export writes something, or git lacks what an export before wrote. */
async function isNewToGit(plan: SkillExport): Promise<boolean> {
  const { target, added, changed, removed } = plan;
  return (
    added.length + changed.length + removed.length > 0 ||
    !(await nodeFiles.exists(join(target, recordName))) ||
    isUncommitted(target, pathsOf(plan), nodeFiles)
  );
}

function messageOf({ added, changed, removed }: SkillExport): string {
  return `Export skills: ${added.length} added, ${changed.length} changed, ${removed.length} removed`;
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
