import type { ProviderName } from '#shared/domain/payload.ts';
import { promptText } from '#shared/domain/prompt-block.ts';
import type { CatalogTool } from '#shared/domain/tool.ts';
import { renderPrompt } from '../../prompt/render-prompt.ts';
import { buildBody } from '../../providers/build-payload.ts';
import { providers as providerTable } from '../../providers/providers.ts';
import type { LayoutContext } from './layout-context.ts';
import { entriesOf } from './layout-context.ts';
import type { RequestPart, SentStep } from './sent-step.ts';

/** With more deferred tools than these, a layout with namespaces knows only those that are named. */
const manyTools = 1000;

/**
 * A step as a provider reads its request: tools, system, messages, each as compact JSON. What a provider holds back until it is
 * found is not part of it. Marks for a cache are left out: they are not content.
 */
export function providerParts(
  provider: ProviderName,
  step: SentStep,
  { providers, named, names }: LayoutContext,
): RequestPart[] {
  const { input, always, messages } = step;
  const native = providerTable[provider].searches(providers);
  const visible = native ? always.filter(({ mode }) => mode === 'always') : always;
  const body = buildBody({
    provider,
    visible,
    deferred: knownTools(provider, step, visible, named),
    system: promptText(renderPrompt({ ...input, tools: [] }).filter(({ name }) => name !== 'available_tools')),
    history: entriesOf(messages),
    providers,
    examples: input.examples,
    cache: false,
    names: names[provider],
  });
  const { tools, system, instructions, messages: said, input: items } = body;
  return [
    ...listOf(tools).flatMap(toolPart),
    ...[system ?? instructions].flatMap((text) => (text === undefined ? [] : [part('system', text)])),
    ...listOf(said ?? items).flatMap((message, i) => messageParts(message, `message ${i + 1}`)),
  ];
}

/**
 * The deferred tools that a request has to know: those that the run names at any time, and one more, since without any a provider
 * gets no search. A request with namespaces describes each of them, so it needs all deferred tools, unless there are very many.
 */
function knownTools(
  provider: ProviderName,
  { deferred }: SentStep,
  visible: readonly CatalogTool[],
  named: ReadonlySet<string>,
): CatalogTool[] {
  const shown = new Set(visible.map(({ name }) => name));
  const isDescribed = providerTable[provider].name.namespaces && deferred.length <= manyTools;
  return deferred.filter(({ name }, i) => !shown.has(name) && (isDescribed || named.has(name) || i === 0));
}

/** A tool as it is read; none that is deferred. */
function toolPart(tool: unknown): RequestPart[] {
  const { defer_loading, tools, ...rest } = tool as Record<string, unknown>;
  if (defer_loading === true) return [];
  if (!Array.isArray(tools)) return [part('tools', tool)];
  const read = tools.filter((inner) => (inner as Record<string, unknown>).defer_loading !== true);
  return [part('tools', read.length > 0 ? { ...rest, tools: read } : rest)];
}

/** A message block by block: one that gets another block has grown, whatever brackets end it. */
function messageParts(message: unknown, place: string): RequestPart[] {
  const { content, ...rest } = message as Record<string, unknown>;
  if (!Array.isArray(content)) return [part(place, message)];
  return [part(place, rest), ...content.map((block) => part(place, block))];
}

function part(place: string, value: unknown): RequestPart {
  return { place, text: typeof value === 'string' ? value : JSON.stringify(value) };
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
