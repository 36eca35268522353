import { counted } from '#shared/counted.ts';
import { skillListInputSchema } from '#shared/domain/skill-tools.ts';
import { PegboardError } from '#shared/errors.ts';
import { type CommandContext, type CommandResult, withWorkspace } from '../command-context.ts';
import { excerpt, table } from '../reporter.ts';
import { reportPackFindings } from '../skill-findings.ts';

export interface SkillListOptions {
  readonly page: number;
  readonly pageSize: number;
  readonly taskType?: string | undefined;
  readonly origin?: string | undefined;
  readonly scope?: string | undefined;
  readonly persona?: string | undefined;
}

/** `pegboard skills list`: `skill_list`, as the model would see it. Exit code 1 when a pack could not be loaded. */
export async function listSkills(context: CommandContext, options: SkillListOptions): CommandResult {
  const { page, pageSize: page_size, taskType: task_type, origin, scope, persona } = options;
  const given = Object.entries({ page, page_size, task_type, origin, scope }).filter(
    ([, value]) => value !== undefined,
  );
  const input = skillListInputSchema.safeParse(Object.fromEntries(given));
  if (!input.success) {
    const issue = input.error.issues[0];
    throw new PegboardError('usage', `--${issue?.path.join('.').replace('_', '-')}: ${issue?.message}.`, {
      hint: 'page starts at 1; page-size is from 1 to 100.',
    });
  }
  return withWorkspace(context, async (services) => {
    const isWhole = await reportPackFindings(context, services);
    const output = await services.skills.list(
      { input: input.data, caller: { persona } },
      { signal: context.io.signal },
    );
    context.reporter.result('skills-list/1', { ...output }, () => {
      const rows = output.skills.map(({ name, task_type: type, title, trigger }) => [
        name,
        type,
        excerpt(title ?? trigger, 80),
      ]);
      const shown =
        rows.length === output.total
          ? counted(output.total, 'skill')
          : `page ${output.page}: ${rows.length} of ${counted(output.total, 'skill')}`;
      return rows.length === 0 ? `${shown}.` : `${table(rows)}\n\n${shown}.`;
    });
    return isWhole ? 0 : 1;
  });
}
