import { skillGetInputSchema } from '#shared/domain/skill-tools.ts';
import { PegboardError } from '#shared/errors.ts';
import { estimateTokens } from '#shared/tokens.ts';
import { type CommandContext, type CommandResult, withWorkspace } from '../command-context.ts';
import { plainText } from '../plain-text.ts';
import { reportPackFindings } from '../skill-findings.ts';

export interface SkillGetOptions {
  readonly raw?: boolean | undefined;
  readonly maxTokens: number;
  readonly persona?: string | undefined;
}

/** `pegboard skills get <name…>`: `skill_get`, as the model would see it. Exit code 1 when a name gave nothing. */
export async function getSkills(
  context: CommandContext,
  names: readonly string[],
  options: SkillGetOptions,
): CommandResult {
  const input = skillGetInputSchema.safeParse({
    names,
    format: options.raw ? 'raw' : 'injection',
    max_tokens: options.maxTokens,
  });
  if (!input.success) {
    throw new PegboardError('usage', 'skills get takes 1 to 10 names.', {
      hint: 'Call it again for the rest.',
    });
  }
  return withWorkspace(context, async (services) => {
    await reportPackFindings(context, services);
    const output = await services.skills.get(
      { input: input.data, caller: { persona: options.persona } },
      { signal: context.io.signal },
    );
    context.reporter.result('skills-get/1', { ...output }, () => plainText(output.formatted_context, { lines: true }));
    context.reporter.note(`${estimateTokens(output.formatted_context)} tokens (estimate) of ${input.data.max_tokens}.`);
    const found = new Set(output.skills.map(({ name }) => name));
    const missing = [...new Set(names)].filter((name) => !found.has(name));
    if (missing.length === 0) return 0;
    context.reporter.note(`Not found, or not for this persona: ${plainText(missing.join(', '))}`);
    return 1;
  });
}
