import type { RelevantSkillsExplanation } from '#shared/domain/skill-tools.ts';
import { type CommandContext, type CommandResult, withWorkspace } from '../command-context.ts';
import { plainText } from '../plain-text.ts';
import { figure } from '../reporter.ts';
import { reportPackFindings } from '../skill-findings.ts';

export interface RelevantSkillsOptions {
  readonly persona?: string | undefined;
  readonly explain?: boolean | undefined;
}

/** `pegboard skills relevant <task>`: what a run with this task would start with. Looking does not count as a use. */
export async function relevantSkills(
  context: CommandContext,
  task: string,
  { persona, explain = false }: RelevantSkillsOptions,
): CommandResult {
  return withWorkspace(context, async (services) => {
    await reportPackFindings(context, services);
    const { explanation, ...relevant } = await services.skills.relevant(
      { task, caller: { persona }, explain: true },
      { signal: context.io.signal },
    );
    const value = { ...relevant, ...(explain && explanation ? { explanation } : {}) };
    context.reporter.result('skills-relevant/1', value, () => {
      const why = explain && explanation ? `${describeChoice(explanation)}\n\n` : '';
      return why + plainText(relevant.text, { lines: true });
    });
    if (relevant.text === '') context.reporter.note('No skill matches this task: nothing is injected.');
    else if (explanation) {
      const { tokens, raw_tokens, budget } = explanation;
      context.reporter.note(
        `${tokens.estimate} tokens (estimate) of ${budget}, ${tokens.o200k} (o200k); before any cut ${raw_tokens.estimate} (estimate).`,
      );
    }
    return 0;
  });
}

function describeChoice({ search, skills }: RelevantSkillsExplanation): string {
  const lines = search.output.skills.map(({ name, score }, i) => {
    const hit = search.explanation.hits[i];
    const bm25 = hit?.kind === 'fts' ? `  bm25 ${figure(hit.raw_bm25)} → ${figure(hit.score_raw)}` : '';
    const fit = skills[i];
    const left = !fit?.shown
      ? 'left out: over the budget'
      : fit.cut.length > 0
        ? `cut: ${fit.cut.join(', ')}`
        : 'whole';
    return `${i + 1}. ${plainText(name)}  ${score.toFixed(3)}${bm25}  ${left}`;
  });
  return [
    search.explanation.candidates === 1 ? '1 skill matches.' : `${search.explanation.candidates} skills match.`,
    ...lines,
  ].join('\n');
}
