import { type SkillScore, type SkillSearchResponse, skillSearchInputSchema } from '#shared/domain/skill-tools.ts';
import { PegboardError } from '#shared/errors.ts';
import { type CommandContext, type CommandResult, withWorkspace } from '../command-context.ts';
import { plainText } from '../plain-text.ts';
import { excerpt, figure, table } from '../reporter.ts';
import { reportPackFindings } from '../skill-findings.ts';
import { warnFallback } from '../warn-fallback.ts';

export interface SkillSearchOptions {
  readonly type: string;
  readonly limit: number;
  readonly taskType?: string | undefined;
  readonly persona?: string | undefined;
  readonly explain?: boolean | undefined;
}

/** `pegboard skills search <query>`: `skill_search`, as the model would see it, or with the whole arithmetic. */
export async function searchSkills(context: CommandContext, query: string, options: SkillSearchOptions): CommandResult {
  const { type: search_type, limit, taskType: task_type, persona, explain = false } = options;
  const input = skillSearchInputSchema.safeParse({
    query,
    search_type,
    limit,
    ...(task_type === undefined ? {} : { task_type }),
  });
  if (!input.success) {
    const issue = input.error.issues[0];
    throw new PegboardError('usage', `--${issue?.path.join('.')}: ${issue?.message}.`, {
      hint: 'limit is a whole number from 1 to 20.',
    });
  }
  return withWorkspace(context, async (services) => {
    await reportPackFindings(context, services);
    const { explanation: known, ...response } = await services.skills.search(
      { input: input.data, caller: { persona }, explain: true },
      { signal: context.io.signal },
    );
    warnFallback(context.reporter, known?.fallback_reason);
    const { output, output_tokens } = response;
    const explanation = explain ? known : undefined;
    const value = { ...output, output_tokens, ...(explanation ? { explanation } : {}) };
    context.reporter.result('skills-search/1', value, () => describe(response, explanation));
    if (output.skills.length === 0) context.reporter.note('No skill matches.');
    return 0;
  });
}

function describe(
  { output, output_tokens, elapsed_ms }: Omit<SkillSearchResponse, 'explanation'>,
  explanation: SkillSearchResponse['explanation'] | undefined,
): string {
  const rows = output.skills.map(({ score, name, title, trigger }) => [
    score.toFixed(3),
    name,
    excerpt(title ?? trigger, 70),
  ]);
  if (!explanation) return table(rows);
  const path = explanation.path.map(
    ({ step, expression, reason, candidates }) => `${step}  ${plainText(expression)}\n  ${reason}: ${candidates} found`,
  );
  const terms = explanation.terms.map(({ text, index_term, document_frequency, idf, dropped }) =>
    dropped
      ? `  "${plainText(text)}" was not searched: ${dropped}`
      : `  "${plainText(text)}" → ${index_term}: in ${document_frequency} of ${explanation.corpus.skills} skills, idf ${figure(idf)}`,
  );
  const hits = output.skills.map(
    ({ name, score }, i) => `${i + 1}. ${plainText(name)}  ${score.toFixed(3)}  ${arithmetic(explanation.hits[i])}`,
  );
  const { min, max, rule } = explanation.normalisation;
  const normalised = rule === 'min_max' ? [`normalised between ${figure(min)} and ${figure(max)}`] : [];
  return [
    ...path,
    ...terms,
    ...normalised,
    ...hits,
    `The model gets ${output_tokens.estimate} tokens (estimate); ${elapsed_ms.toFixed(1)} ms.`,
  ].join('\n');
}

function arithmetic(score: SkillScore | undefined): string {
  if (score?.kind === 'regex') return `tier ${score.tier}`;
  if (score?.kind !== 'fts') return 'exact name';
  const parts = score.terms
    .filter(({ matched }) => matched)
    .map(({ term, contribution }) => `${plainText(term)} ${figure(contribution)}`);
  return `bm25 ${figure(score.raw_bm25)} → ${figure(score.score_raw)}${parts.length > 0 ? ` = ${parts.join(' + ')}` : ''}`;
}
