import type { ProviderName } from '#shared/domain/payload.ts';
import { buildPayload } from '../../providers/build-payload.ts';
import { createSentNames } from '../../providers/providers.ts';
import type { CatalogWriter, ToolLoss, WrittenCatalog } from './catalog-format.ts';
import type { CatalogView } from './catalog-view.ts';
import { fieldsLost } from './tool-fields.ts';

/** `tools` of a request to Anthropic: the search first, then what is always loaded, then the deferred ones, marked. */
export const anthropicTools: CatalogWriter = (view) =>
  toolArray(view, 'anthropic', new Set(['description', 'examples']));

/** `tools` of a request to OpenAI's Responses, the one of its APIs that can defer: functions in their namespaces, the deferred marked. */
export const openaiTools: CatalogWriter = (view) => toolArray(view, 'openai-responses', new Set(['description']));

function toolArray(view: CatalogView, provider: ProviderName, kept: ReadonlySet<string>): WrittenCatalog {
  const { config, tools, all } = view;
  const inMode = (mode: 'always' | 'deferred') => tools.filter((tool) => tool.mode === mode);
  const payload = buildPayload(
    {
      provider,
      visible: inMode('always'),
      deferred: inMode('deferred'),
      system: null,
      // The array is that of a request with some message.
      query: 'hello',
      providers: config.providers,
      // An array without the deferred tools would say nothing of them.
      native: true,
      examples: config.tool_examples,
      // The program that builds the request decides where a cache may end.
      cache: false,
      names: createSentNames(provider, all),
    },
    // Nobody asks for the tokens.
    () => ({ estimate: 0, o200k: 0 }),
  );
  const renamed = Object.entries(payload.names).filter(([sent, name]) => sent !== name);
  return {
    document: payload.body.tools ?? [],
    names: payload.names,
    losses: [
      ...renamed.map(([, name]): ToolLoss => ({ name, field: 'name', kind: 'changed', message: nameMessage })),
      ...fieldsLost(tools, kept),
      ...(provider === 'anthropic' ? exampleTexts(view) : []),
    ],
    wholeLosses: patternsLost,
    findings: payload.findings,
  };
}

const nameMessage = 'the API forbids this name; the file of names maps it back';

const patternsLost = [
  {
    field: 'always_loaded_patterns',
    kind: 'changed' as const,
    message: 'each tool has the mode that they gave it; tools that you add later are not covered',
  },
];

/** Examples arrive as their arguments alone. */
function exampleTexts({ tools }: CatalogView): ToolLoss[] {
  return tools
    .filter(({ examples }) => examples.some(({ description, tags }) => description || tags.length > 0))
    .map(({ name }) => ({ name, field: 'examples', kind: 'changed', message: 'without their descriptions and tags' }));
}
