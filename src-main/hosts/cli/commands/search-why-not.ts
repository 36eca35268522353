import type { Services } from '#core/services.ts';
import { type WhyNotRequest, whyNotRequestSchema } from '#shared/domain/why-not.ts';
import { PegboardError } from '#shared/errors.ts';
import type { CommandContext, CommandResult } from '../command-context.ts';
import { describeWhyNot } from '../describe-why-not.ts';

/** `pegboard search … --why-not <tool>`: the search's own json with the answer beside it; for people the answer alone. */
export async function tellWhyNot(
  { io, reporter }: CommandContext,
  services: Services,
  question: Omit<WhyNotRequest, 'suggest'>,
  search: Record<string, unknown>,
): CommandResult {
  const request = whyNotRequestSchema.safeParse(question);
  if (!request.success) {
    throw new PegboardError('usage', '--why-not needs the name of a tool.', { hint: 'pegboard tools lists them.' });
  }
  const answer = await services.search.whyNot(request.data, { signal: io.signal });
  const { reason } = answer;
  if (reason.kind === 'unknown_name') {
    const near = reason.did_you_mean.map((name) => `"${name}"`).join(', ');
    throw new PegboardError('tool_not_found', `--why-not: there is no tool "${answer.tool}".`, {
      hint: near === '' ? 'pegboard tools lists them.' : `Did you mean ${near}?`,
      data: { tool: answer.tool, did_you_mean: reason.did_you_mean },
    });
  }
  reporter.result('search/1', { ...search, why_not: answer }, () => describeWhyNot(answer, reporter));
  for (const problem of answer.golden.problems) reporter.note(`Golden queries left out: ${problem}`);
  return 0;
}
