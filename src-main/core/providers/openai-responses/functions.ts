import type { CatalogTool } from '#shared/domain/tool.ts';
import type { LayoutInput } from '../payload-input.ts';
import type { ProviderFormat } from '../provider.ts';
import { sentDescription, sentSchema } from '../tool-definition.ts';

export const format: ProviderFormat = {
  url: 'https://api.openai.com/v1/responses',
  headers: {},
  name: { maximumLength: 64, reserved: [], namespaces: true },
  maximumTools: null,
  maximumDeferred: null,
  maximumDescription: null,
  propertyName: null,
  sources: ['https://developers.openai.com/api/docs/guides/tools-tool-search'],
};

/** Names of members that the description of a namespace lists. */
const listedMembers = 8;

export interface Namespace {
  readonly type: 'namespace';
  readonly name: string;
  readonly description: string;
  readonly tools: Record<string, unknown>[];
}

/**
 * Functions of these tools as a response lists what it loaded: in their namespaces, which say of themselves what they say in the
 * request.
 */
export function loadedTools(tools: readonly CatalogTool[], input: LayoutInput, whole: readonly Namespace[]): unknown[] {
  const { alone, namespaces } = functionsByNamespace({ ...input, report: () => {} }, [], tools);
  return [
    ...alone,
    ...namespaces.map((space) => ({
      ...space,
      description: whole.find(({ name }) => name === space.name)?.description ?? space.description,
    })),
  ];
}

/** Functions in their namespaces, those without one by themselves. */
export function functionsByNamespace(
  input: LayoutInput,
  visible: readonly CatalogTool[],
  deferred: readonly CatalogTool[],
): { alone: Record<string, unknown>[]; namespaces: Namespace[] } {
  const alone: Record<string, unknown>[] = [];
  const namespaces = new Map<string, Namespace>();
  for (const [list, isDeferred] of [
    [visible, false],
    [deferred, true],
  ] as const) {
    for (const tool of list) {
      const { namespace } = input.names.sentOf(tool);
      const definition = definitionOf(tool, input, isDeferred);
      if (namespace === null) {
        alone.push(definition);
        continue;
      }
      const space = namespaces.get(namespace) ?? newNamespace(namespace, tool.namespace ?? namespace);
      space.tools.push(definition);
      namespaces.set(namespace, space);
    }
  }
  const described = [...namespaces.values()].map((space) => ({ ...space, description: describe(space) }));
  return { alone, namespaces: described };
}

function newNamespace(name: string, description: string): Namespace {
  return { type: 'namespace', name, description, tools: [] };
}

/** The description of a namespace. A search goes by this text, since nothing else describes it. */
function describe({ description, tools }: Namespace): string {
  const listed = tools.slice(0, listedMembers).map(({ name }) => name);
  const more = tools.length > listed.length ? ` and ${tools.length - listed.length} more` : '';
  return `Tools of ${description}: ${listed.join(', ')}${more}.`;
}

/** A function as Responses has it. */
export function definitionOf(
  tool: CatalogTool,
  { names, report }: LayoutInput,
  isDeferred: boolean,
): Record<string, unknown> {
  const description = sentDescription(tool, format, report);
  return {
    type: 'function',
    name: names.sentOf(tool).name,
    ...(description === '' ? {} : { description }),
    parameters: sentSchema(tool, format, report),
    // Without it the API rewrites schemas that it can make strict.
    strict: false,
    ...(isDeferred ? { defer_loading: true } : {}),
  };
}
