import { type Ranking, type SearchType, toolSearchInputSchema } from '#shared/domain/search-request.ts';
import type { SearchResponse } from '#shared/domain/search-result.ts';
import { PegboardError } from '#shared/errors.ts';
import { type CommandContext, type CommandResult, withWorkspace } from '../command-context.ts';
import { describeHit, describeSearch } from '../describe-explanation.ts';
import { excerpt, type Reporter, table } from '../reporter.ts';
import { tellWhyNot } from './search-why-not.ts';

export interface SearchOptions {
  readonly type: SearchType;
  readonly limit: number;
  readonly includeAlwaysLoaded?: boolean | undefined;
  readonly persona?: string | undefined;
  readonly explain?: boolean | undefined;
  readonly ranking?: Ranking | undefined;
  readonly whyNot?: string | undefined;
}

/** `pegboard search <query>`: `tool_search`, as the model would see it, or with the whole arithmetic. */
export async function search(context: CommandContext, query: string, options: SearchOptions): CommandResult {
  const input = toolSearchInputSchema.safeParse({
    query,
    search_type: options.type,
    limit: options.limit,
    include_always_loaded: options.includeAlwaysLoaded ?? false,
  });
  if (!input.success) {
    const issue = input.error.issues[0];
    throw new PegboardError('usage', `--${issue?.path.join('.')}: ${issue?.message}.`, {
      hint: 'limit is a whole number from 1 to 20; type is fts, regex or exact.',
    });
  }
  return withWorkspace(context, async (services) => {
    const explain = options.explain ?? false;
    const request = { input: input.data, caller: { persona: options.persona }, ranking: options.ranking };
    const response = await services.search.toolSearch({ ...request, explain });
    if (options.whyNot !== undefined) {
      return tellWhyNot(context, services, { ...request, tool: options.whyNot }, asJson(response));
    }
    context.reporter.result('search/1', asJson(response), () => asText(response, context.reporter));
    if (response.output.tools.length === 0)
      adviseOnNothing(response, context.reporter, (await services.catalog.list()).length);
    return 0;
  });
}

function asJson({ output, explanation, hits, output_tokens, always_loaded_matches }: SearchResponse) {
  return {
    query: output.query,
    search_type: output.search_type,
    tools: output.tools.map((tool, i) => (explanation ? { ...tool, explanation: hits[i] } : tool)),
    output_tokens,
    always_loaded_matches,
    ...(explanation ? { explanation } : {}),
  };
}

function asText({ output, explanation, hits, elapsed_ms, output_tokens }: SearchResponse, reporter: Reporter): string {
  if (!explanation) {
    return table(
      output.tools.map((tool) => [tool.score.toFixed(3), tool.name, tool.loading_mode, excerpt(tool.description, 80)]),
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
function adviseOnNothing({ always_loaded_matches }: SearchResponse, reporter: Reporter, tools: number): void {
  if (tools === 0) reporter.note('There are no tools, or the policy permits none. Import some: pegboard import <file>');
  else if (always_loaded_matches > 0) {
    reporter.note(
      `No deferred tool matches; ${always_loaded_matches} always-loaded tools do: add --include-always-loaded.`,
    );
  } else reporter.note('No tool matches.');
}
