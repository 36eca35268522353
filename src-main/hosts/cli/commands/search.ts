import { type SearchType, toolSearchInputSchema } from '#shared/domain/search-request.ts';
import type {
  HitExplanation,
  SearchExplanation,
  SearchResponse,
  TermShare,
  ToolSearchHit,
} from '#shared/domain/search-result.ts';
import { PegboardError } from '#shared/errors.ts';
import { type CommandContext, type CommandResult, withWorkspace } from '../command-context.ts';
import { plainText } from '../plain-text.ts';
import { excerpt, type Reporter, table } from '../reporter.ts';

export interface SearchOptions {
  readonly type: SearchType;
  readonly limit: number;
  readonly includeAlwaysLoaded?: boolean | undefined;
  readonly persona?: string | undefined;
  readonly explain?: boolean | undefined;
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
    const response = await services.search.toolSearch({
      input: input.data,
      caller: { persona: options.persona },
      explain,
    });
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
  const parts = [describePath(explanation, elapsed_ms)];
  for (const [i, tool] of output.tools.entries()) {
    const hit = hits[i];
    if (hit) parts.push(describeHit(tool, hit, explanation, reporter));
  }
  parts.push(`The model gets ${output_tokens.estimate} tokens (estimate), ${output_tokens.o200k} (o200k).`);
  return parts.join('\n\n');
}

function describePath(
  { path, fallback_reason, terms, candidates, limit, corpus }: SearchExplanation,
  elapsed: number,
): string {
  const lines = path.map(
    (step) => `${step.step}  ${plainText(step.expression)}\n  ${step.reason}: ${step.candidates} candidates`,
  );
  if (fallback_reason) lines.push(`fallback: ${fallback_reason}`);
  for (const term of terms) {
    lines.push(
      term.dropped
        ? `  "${term.text}" was not searched: ${term.dropped}`
        : `  "${term.text}" → ${term.index_term}: in ${term.document_frequency} of ${corpus.tools} tools, idf ${figure(term.idf)}`,
    );
  }
  const shown = Math.min(candidates, limit.effective);
  lines.push(
    `${candidates} candidates, ${shown} shown (limit ${limit.requested}, configured maximum ${limit.config_maximum}), ${elapsed.toFixed(1)} ms`,
  );
  return lines.join('\n');
}

function describeHit(
  tool: ToolSearchHit,
  hit: HitExplanation,
  { normalisation }: SearchExplanation,
  reporter: Reporter,
): string {
  const { arithmetic, order } = hit;
  const lines = [
    `${hit.rank}. ${reporter.paint('bold', plainText(tool.name))}  ${hit.score.toFixed(3)}  ${reporter.paint('dim', excerpt(tool.description, 90))}`,
  ];
  if (arithmetic.kind === 'fts') {
    const widest = Math.max(...arithmetic.terms.map((term) => term.contribution), 1e-9);
    const rows = arithmetic.terms.map((term) => describeTerm(term, widest));
    lines.push(table(rows, [false, false, false, true, true, true]).replace(/^/gm, '   '));
    lines.push(
      `   bm25 ${figure(arithmetic.raw_bm25)} over ${arithmetic.length} tokens → ${figure(arithmetic.score_raw)} (printed formula: ${figure(arithmetic.score_raw_literal)})`,
      normalisation.rule === 'all_equal'
        ? `   all candidates are equal → ${hit.score.toFixed(3)}`
        : `   normalised between ${figure(normalisation.min)} and ${figure(normalisation.max)} → ${hit.score.toFixed(3)}`,
    );
  } else {
    lines.push(
      `   ${arithmetic.kind === 'regex' ? `tier ${arithmetic.tier}` : 'exact name'} → ${arithmetic.score_raw}`,
    );
  }
  lines.push(
    `   order: score, namespace ${order.namespace_rank}, effects ${order.side_effects ?? 'unknown'} ${order.side_effects_rank}, length ${order.name_length}`,
  );
  return lines.join('\n');
}

function describeTerm(term: TermShare, widest: number): string[] {
  if (!term.matched) return [term.term, '', 'no match', '', '', ''];
  const fields = (['name', 'description', 'tags'] as const).filter((field) => term.tf[field] > 0);
  const bar = '█'.repeat(Math.max(1, Math.round((term.contribution / widest) * 10)));
  return [
    term.term,
    bar,
    fields.map((field) => `${field} ×${term.tf[field]}`).join(', '),
    `idf ${figure(term.idf)}`,
    `· ${figure(term.saturated)}`,
    `+${figure(term.contribution)}`,
  ];
}

/** Three decimals; a number too small for them in full, since a word in most tools has an idf of 1e-6 and still counts. */
function figure(value: number): string {
  return value !== 0 && Math.abs(value) < 0.001 ? value.toPrecision(3) : value.toFixed(3);
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
