import { finding } from '#shared/domain/finding.ts';
import type { NativeSearch } from '#shared/domain/payload.ts';
import type { CatalogTool } from '#shared/domain/tool.ts';
import type { CheckBudget } from '../../json/bounded-schema.ts';
import type { Layout, LayoutInput } from '../payload-input.ts';
import type { Provider } from '../provider.ts';
import { sentKey } from '../sent-names.ts';
import { sentDescription, sentExamples, sentSchema } from '../tool-definition.ts';
import { anthropicMessagesSchema } from './body-schema.ts';
import { anthropicSearchNames, format } from './format.ts';
import { anthropicMessages } from './messages.ts';

/** Steps for the examples of all tools of a request: about two seconds. */
const stepsOfRequest = 8_000_000;
const cached = { cache_control: { type: 'ephemeral' } };

/**
 * Messages of Anthropic (R18.15). The deferred tools are all sent, marked, after the search tool, which never is deferred; a mark
 * for the cache is never on one of them, since the API refuses both on one tool. What is cached comes first in the body too.
 */
function layOut(input: LayoutInput): Layout {
  const { native, visible, deferred, system, cache = true, providers, report } = input;
  const { anthropic } = providers;
  const search = native && deferred.length > 0 ? chosenSearch(input) : null;
  const searchTool = search && {
    type: search === 'bm25' ? anthropic.bm25_type : anthropic.regex_type,
    name: anthropicSearchNames[search],
  };
  const budget: CheckBudget = { steps: stepsOfRequest };
  const visibleTools: Record<string, unknown>[] = visible.map((tool) => definition(tool, input, budget));
  const deferredTools = native
    ? deferred.map((tool) => ({ ...definition(tool, input, budget), defer_loading: true }))
    : [];
  if (format.maximumDeferred !== null && deferredTools.length > format.maximumDeferred) {
    report(
      finding('payload_too_many_deferred', {
        message: `The request has ${deferredTools.length} deferred tools, but the provider accepts ${format.maximumDeferred}, so its search would find none.`,
      }),
    );
  }
  const prompted = [...(searchTool ? [searchTool] : []), ...visibleTools];
  const last = prompted.at(-1);
  const marked = cache && last ? [...prompted.slice(0, -1), { ...last, ...cached }] : prompted;
  const tools = [...marked, ...deferredTools];
  const systemBlocks = system === null ? null : [{ type: 'text', text: system, ...(cache ? cached : {}) }];
  const messages = anthropicMessages(input, search ?? 'bm25');
  return {
    body: {
      model: anthropic.model,
      max_tokens: anthropic.max_tokens,
      ...(tools.length > 0 ? { tools } : {}),
      ...(systemBlocks ? { system: systemBlocks } : {}),
      messages,
    },
    headers: searchTool && anthropic.beta.length > 0 ? { 'anthropic-beta': anthropic.beta.join(',') } : {},
    system: systemBlocks,
    searchParts: marked.slice(0, searchTool ? 1 : 0),
    searches: searchTool !== null,
    visibleTools: marked.slice(searchTool ? 1 : 0),
    deferredTools,
    deferredInContext: [],
    messages,
  };
}

/** Messages of Anthropic. */
export const anthropic: Provider = {
  ...format,
  layOut,
  bodySchema: anthropicMessagesSchema,
  searches: ({ anthropic: { native_search } }) => native_search,
};

function chosenSearch({ search, providers, report }: LayoutInput): NativeSearch {
  const { supports_bm25_search } = providers.anthropic;
  if ((search ?? 'bm25') === 'regex') return 'regex';
  if (supports_bm25_search) return 'bm25';
  report(
    finding('payload_bm25_not_supported', {
      message: 'The model has no bm25 search; the request has the regex search.',
      path: 'providers.anthropic.supports_bm25_search',
    }),
  );
  return 'regex';
}

function definition(
  tool: CatalogTool,
  { names, examples, report }: LayoutInput,
  budget: CheckBudget,
): Record<string, unknown> {
  const description = sentDescription(tool, format, report);
  const input_examples = sentExamples(tool, { config: examples, budget, report });
  return {
    name: sentKey(names.sentOf(tool)),
    ...(description === '' ? {} : { description }),
    input_schema: sentSchema(tool, format, report),
    ...(input_examples.length > 0 ? { input_examples } : {}),
  };
}
