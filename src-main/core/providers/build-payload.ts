import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { builtinTools } from '#shared/domain/builtin-tools.ts';
import { type Finding, finding } from '#shared/domain/finding.ts';
import type { Payload, PayloadPart, ProviderName } from '#shared/domain/payload.ts';
import type { CatalogTool } from '#shared/domain/tool.ts';
import { addTokenCounts, type TokenCount } from '#shared/tokens.ts';
import { permittedHistory } from '../history/permitted-history.ts';
import { discoveredTools } from '../history/search-return.ts';
import { findability } from './findability.ts';
import type { Layout, LayoutInput, PayloadInput } from './payload-input.ts';
import { createSentNames, providers } from './providers.ts';
import { sentKey } from './sent-names.ts';

/**
 * The request that a provider would get (area 18). Nothing is sent and nothing is read but the input; the same input gives the
 * same body, byte for byte. `count` gives the tokens of a text by both estimators; they are those of compact JSON.
 */
export function buildPayload(given: PayloadInput, count: (text: string) => TokenCount): Payload {
  const { provider } = given;
  const { input, layout, discovered, findings } = layOut(given);
  const { native, names } = input;
  findings.push(...findability(input, layout), ...checkBody(provider, layout.body));
  const sentTools = native ? [...input.visible, ...input.deferred] : input.visible;
  const parts = partsOf(layout, count);
  const sum = (key: 'tokens' | 'context_tokens') => parts.map((part) => part[key]).reduce(addTokenCounts, none);
  const { url, headers } = providers[provider];
  return {
    provider,
    native,
    method: 'POST',
    url,
    headers: { 'content-type': 'application/json', ...headers, ...layout.headers },
    body: layout.body,
    names: Object.fromEntries(sentTools.map((tool) => [sentKey(names.sentOf(tool)), tool.name])),
    discovered,
    findings,
    parts,
    tokens: sum('tokens'),
    context_tokens: sum('context_tokens'),
  };
}

/** The body of that request alone: neither counted nor checked. */
export function buildBody(given: PayloadInput): Payload['body'] {
  return layOut(given).layout.body;
}

function layOut(given: PayloadInput): {
  input: LayoutInput;
  layout: Layout;
  discovered: string[];
  findings: Finding[];
} {
  const { provider } = given;
  const native = given.native ?? providers[provider].searches(given.providers);
  const findings: Finding[] = [];
  const report = (finding: Finding) => findings.push(finding);
  // A provider that searches by itself has only its own search (R18.08, R18.15).
  const visible = native ? given.visible.filter(({ name }) => !discoveryNames.has(name)) : given.visible;
  const tools = new Map([...visible, ...given.deferred].map((tool) => [tool.name, tool]));
  const names = given.names ?? createSentNames(provider, [...visible, ...given.deferred]);
  // Only tools and namespaces in the request count: names were made for more.
  const named = new Set([...tools.values()].flatMap(({ name, namespace }) => [name, namespace ?? name]));
  for (const finding of names.findings) if (named.has(finding.path ?? '')) report(finding);
  const permits = (name: string) => tools.has(name);
  const { gate = (text: string) => text } = given;
  const said = permittedHistory(given.history ?? [], { permits, gate, whole: true, report });
  const discovered = discoveredTools(said, permits);
  const asked = given.query ? [{ kind: 'user' as const, text: given.query }] : [];
  const input = {
    ...withFound({ ...given, visible }, discovered, native),
    searchName: given.searchName ?? 'tool_search',
    history: [...said, ...asked],
    names,
    tools,
    native,
    report,
  };
  if (input.history.length === 0) report(noMessage);
  return { input, layout: providers[provider].layOut(input), discovered, findings };
}

const discoveryNames = new Set([...builtinTools.map(({ name }) => name), 'pai_tool_search_tool']);

/** A tool that was found joins the visible ones where the provider does not load it by itself. */
function withFound(input: PayloadInput, discovered: readonly string[], native: boolean): PayloadInput {
  if (native) return input;
  const found = discovered.flatMap((name) => input.deferred.find((tool) => tool.name === name) ?? []);
  const isFound = (tool: CatalogTool) => found.includes(tool);
  return { ...input, visible: [...input.visible, ...found], deferred: input.deferred.filter((tool) => !isFound(tool)) };
}

const noMessage: Finding = finding('payload_no_message', {
  message: 'The request has no message yet; a provider requires one.',
  hint: 'Add a query or a history, so that the request has a message to send.',
});

const none: TokenCount = { estimate: 0, o200k: 0 };

function partsOf(layout: Layout, count: (text: string) => TokenCount): PayloadPart[] {
  const { system, searchParts, visibleTools, deferredTools, deferredInContext, messages } = layout;
  const tokensOf = (value: unknown) => count(typeof value === 'string' ? value : JSON.stringify(value));
  const part = (name: PayloadPart['name'], items: readonly unknown[], inContext = items): PayloadPart => ({
    name,
    items: items.length,
    tokens: items.map(tokensOf).reduce(addTokenCounts, none),
    context_tokens: inContext.map(tokensOf).reduce(addTokenCounts, none),
  });
  return [
    part('search_tool', searchParts),
    part('visible_tools', visibleTools),
    part('deferred_tools', deferredTools, deferredInContext),
    part('system', system === null ? [] : [system]),
    part('messages', messages),
  ];
}

const compiled = new Map<ProviderName, ValidateFunction>();

/** Checks a body against our schema of the request; what does not fit would be refused, so it is an error finding. */
export function checkBody(provider: ProviderName, body: unknown): Finding[] {
  const check = compiled.get(provider) ?? new Ajv2020({ strict: false }).compile(providers[provider].bodySchema);
  compiled.set(provider, check);
  if (check(body)) return [];
  // The deepest place says the most: an error of a choice of shapes names each of them.
  const [deepest] = [...(check.errors ?? [])].sort((a, b) => depth(b.instancePath) - depth(a.instancePath));
  return [
    finding('payload_invalid', {
      message: `The request would be refused: ${deepest?.instancePath || 'body'} ${deepest?.message ?? 'is not valid'}.`,
      path: deepest?.instancePath ?? '',
    }),
  ];
}

function depth(pointer: string): number {
  return pointer.split('/').length;
}
