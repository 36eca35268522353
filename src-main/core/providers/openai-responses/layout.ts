import { finding } from '#shared/domain/finding.ts';
import type { CatalogTool } from '#shared/domain/tool.ts';
import type { Layout, LayoutInput } from '../payload-input.ts';
import type { Provider } from '../provider.ts';
import { openaiResponsesSchema } from './body-schema.ts';
import { definitionOf, format, functionsByNamespace } from './functions.ts';
import { responsesInput } from './input.ts';

/** Functions of a namespace below which it is searched best (developers.openai.com, guide "Tool search"). */
const recommendedNamespaceSize = 10;

/**
 * Responses of OpenAI: functions of a namespace together, each deferred one marked, and the hosted tool_search beside them. The
 * model reads name and description of a namespace, and of a deferred function without one, before it searches.
 */
function layOut(input: LayoutInput): Layout {
  const { native, visible, deferred, system, providers, report, names } = input;
  const sent = native ? deferred : [];
  const functions = functionsByNamespace(input, visible, sent);
  for (const { name, tools } of functions.namespaces) {
    if (tools.length < recommendedNamespaceSize || !tools.some(({ defer_loading }) => defer_loading)) continue;
    report(
      finding('payload_large_namespace', {
        message: `The namespace ${name} has ${tools.length} functions. A search finds them best when there are fewer than ${recommendedNamespaceSize}.`,
        path: name,
        hint: 'Give some of its tools another namespace.',
      }),
    );
  }
  const searchTool = sent.length > 0 ? { type: 'tool_search' } : null;
  const tools = [...(searchTool ? [searchTool] : []), ...functions.alone, ...functions.namespaces];
  const messages = responsesInput(input, functions.namespaces);
  return {
    body: {
      model: providers.openai_responses.model,
      ...(tools.length > 0 ? { tools } : {}),
      ...(system === null ? {} : { instructions: system }),
      input: messages,
    },
    headers: {},
    system,
    searchParts: [
      ...(searchTool ? [searchTool] : []),
      ...functions.namespaces.map(({ type, name, description }) => ({ type, name, description })),
    ],
    searches: searchTool !== null,
    visibleTools: functionTools(input, visible, false),
    deferredTools: functionTools(input, sent, true),
    deferredInContext: sent
      .filter((tool) => names.sentOf(tool).namespace === null)
      .map((tool) => ({ name: names.sentOf(tool).name, description: tool.description })),
    messages,
  };
}

/** Responses of OpenAI. */
export const openaiResponses: Provider = {
  ...format,
  layOut,
  bodySchema: openaiResponsesSchema,
  searches: ({ openai_responses: { native_search } }) => native_search,
};

function functionTools(input: LayoutInput, tools: readonly CatalogTool[], isDeferred: boolean): unknown[] {
  return tools.map((tool) => definitionOf(tool, { ...input, report: () => {} }, isDeferred));
}
