import type { z } from 'zod';
import type { Services } from '#core/services.ts';
import { matchStrength } from '#shared/domain/match-strength.ts';
import {
  hybridInputSchema,
  type Ranking,
  type SearchType,
  toolSearchInputSchema,
} from '#shared/domain/search-request.ts';
import type { MatchStrength, SearchResponse } from '#shared/domain/search-result.ts';
import { type WhyNotRequest, whyNotRequestSchema } from '#shared/domain/why-not.ts';
import { PegboardError } from '#shared/errors.ts';
import { type CommandContext, type CommandResult, withWorkspace } from '../command-context.ts';
import { consentShown } from '../consent-shown.ts';
import { describeHit, describeSearch } from '../describe-explanation.ts';
import { describeWhyNot } from '../describe-why-not.ts';
import { plainText } from '../plain-text.ts';
import { excerpt, type Reporter, table } from '../reporter.ts';
import { warnFallback } from '../warn-fallback.ts';

export interface SearchOptions {
  readonly type: SearchType | 'hybrid';
  readonly limit?: number | undefined;
  readonly includeAlwaysLoaded?: boolean | undefined;
  readonly persona?: string | undefined;
  readonly explain?: boolean | undefined;
  readonly ranking?: Ranking | undefined;
  readonly yes?: boolean | undefined;
  readonly whyNot?: string | undefined;
}

/** `pegboard search <query>`: `tool_search`, as the model would see it, or with the whole arithmetic; or a hybrid search. */
export async function search(context: CommandContext, query: string, options: SearchOptions): CommandResult {
  return withWorkspace(context, async (services) => {
    const explain = options.explain ?? false;
    if (options.type === 'hybrid')
      return tell(context, services, await hybrid(context, services, query, options), explain);
    const input = checked(toolSearchInputSchema, { ...fieldsOf(query, options), search_type: options.type });
    const request = { input, caller: { persona: options.persona }, ranking: options.ranking };
    const response = await withConsentToModel(context, options, {
      services,
      ask: () => services.search.toolSearch({ ...request, explain: true }, { signal: context.io.signal }),
    });
    warnFallback(context.reporter, response.explanation?.fallback_reason);
    if (options.whyNot !== undefined) {
      return tellWhyNot(context, services, { ...request, tool: options.whyNot }, asJson(response, explain));
    }
    return tell(context, services, response, explain);
  });
}

async function tell(
  context: CommandContext,
  services: Services,
  response: SearchResponse,
  explain: boolean,
): CommandResult {
  context.reporter.result('search/1', asJson(response, explain), () => asText(response, context.reporter, explain));
  if (response.output.tools.length === 0)
    adviseOnNothing(response, context.reporter, (await services.catalog.list()).length);
  return 0;
}

async function hybrid(
  context: CommandContext,
  services: Services,
  query: string,
  options: SearchOptions,
): Promise<SearchResponse> {
  const { io } = context;
  if (options.whyNot !== undefined) {
    throw new PegboardError('usage', '--why-not works with tool_search only. For a hybrid search use --explain.', {
      hint: 'Leave --type hybrid out, or --why-not.',
    });
  }
  if (options.ranking !== undefined) {
    throw new PegboardError('usage', '--ranking works with fts only; hybrid has a ranking of its own.', {
      hint: 'Leave one of the two out.',
    });
  }
  const request = {
    input: checked(hybridInputSchema, fieldsOf(query, options)),
    caller: { persona: options.persona },
    explain: options.explain ?? false,
  };
  return withConsentToModel(context, options, {
    services,
    ask: () => services.search.hybridSearch(request, { signal: io.signal }),
  });
}

/** Asks the user, if possible, before anything is sent; without consent the search does without, and the result reports it. */
async function withConsentToModel(
  { io, reporter }: Pick<CommandContext, 'io' | 'reporter'>,
  { yes }: Pick<SearchOptions, 'yes'>,
  { services, ask }: { readonly services: Services; readonly ask: () => Promise<SearchResponse> },
): Promise<SearchResponse> {
  const response = await ask();
  const problem = response.embedder_problem;
  const shown = problem ? consentShown(problem) : null;
  const isAgreed = problem && shown && (yes || (io.ask && (await io.ask(problem.message))));
  if (isAgreed) await services.search.agreeToEmbedder(shown);
  const last = isAgreed ? await ask() : response;
  noteProblem(last, reporter);
  return last;
}

/** Distinguishes a search that fell back to words from one that chose them, and says why a model did not answer. */
function noteProblem({ embedder_problem: problem, meaning_model: model }: SearchResponse, reporter: Reporter): void {
  if (model && model.state !== 'answered') reporter.note(plainText(model.message));
  else if (problem) reporter.note(`${plainText(problem.message)} Only words were used.`);
  if (model?.state === 'preparing') reporter.note('pegboard models prepare makes the vectors and waits for them.');
  if (problem?.hint) reporter.note(plainText(problem.hint));
}

function fieldsOf(query: string, { limit, includeAlwaysLoaded }: SearchOptions) {
  return {
    query,
    include_always_loaded: includeAlwaysLoaded ?? false,
    ...(limit === undefined ? {} : { limit }),
  };
}

function checked<Schema extends z.ZodType>(schema: Schema, fields: unknown): z.output<Schema> {
  const input = schema.safeParse(fields);
  if (input.success) return input.data;
  const issue = input.error.issues[0];
  throw new PegboardError('usage', `--${issue?.path.join('.')}: ${issue?.message}.`, {
    hint: 'limit is a whole number from 1 to 20; type is fts, regex, exact or hybrid.',
  });
}

function asJson(response: SearchResponse, explain: boolean) {
  const { output, explanation, hits, output_tokens, always_loaded_matches, related } = response;
  const { embedder_problem, meaning_model } = response;
  return {
    ...output,
    tools: output.tools.map((tool, i) => {
      const strength = strengthOf(response, i);
      return { ...tool, ...(strength ? { strength } : {}), ...(explain ? { explanation: hits[i] } : {}) };
    }),
    output_tokens,
    always_loaded_matches,
    ...(embedder_problem ? { embedder_problem } : {}),
    ...(meaning_model ? { meaning_model } : {}),
    ...(related ? { related } : {}),
    ...(explain && explanation ? { explanation } : {}),
  };
}

function strengthOf({ hits, explanation }: SearchResponse, i: number): MatchStrength | null {
  const hit = hits[i];
  return hit && explanation ? matchStrength(hit, explanation) : null;
}

function asText(response: SearchResponse, reporter: Reporter, explain: boolean): string {
  const { output, explanation, hits, elapsed_ms, output_tokens } = response;
  if (!explain || !explanation) {
    return table(
      output.tools.map((tool, i) => [
        tool.score.toFixed(3),
        strengthOf(response, i) ?? '',
        tool.name,
        tool.loading_mode,
        excerpt(tool.description, 80),
      ]),
    );
  }
  const parts = [describeSearch(explanation, elapsed_ms)];
  for (const [i, tool] of output.tools.entries()) {
    const hit = hits[i];
    if (hit) parts.push(describeHit(tool, hit, explanation, reporter));
  }
  parts.push(`The model gets ${output_tokens.estimate} tokens (estimate), ${output_tokens.o200k} (o200k).`);
  return parts.join('\n\n');
}

/** Why there may be nothing; said to the user on stderr, never part of what a model gets. */
function adviseOnNothing(
  { always_loaded_matches, explanation }: SearchResponse,
  reporter: Reporter,
  tools: number,
): void {
  if (explanation?.weak_results?.left_out) {
    reporter.note('Every result is weak, and tool_search.weak_results is drop. To see them, set it to mark.');
  } else if (tools === 0)
    reporter.note('There are no tools, or the policy permits none. Import some: pegboard import <file>');
  else if (always_loaded_matches > 0) {
    const others =
      always_loaded_matches === 1 ? '1 always-loaded tool does' : `${always_loaded_matches} always-loaded tools do`;
    reporter.note(`No deferred tool matches, but ${others}. Add --include-always-loaded to see more.`);
  } else reporter.note('No tool matches.');
}

/** `pegboard search … --why-not <tool>`: the search's own json with the answer beside it; for people the answer alone. */
async function tellWhyNot(
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
