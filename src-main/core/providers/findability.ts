import { type Finding, finding } from '#shared/domain/finding.ts';
import type { CatalogTool } from '#shared/domain/tool.ts';
import { schemaArguments } from '../catalog/lint/schema-arguments.ts';
import type { Layout, LayoutInput } from './payload-input.ts';

/**
 * Why a deferred tool could not be found: no search is in the request, or the tool has no word to search by. Every other deferred
 * tool of the request can be found by its search.
 */
export function findability(input: LayoutInput, { searches }: Pick<Layout, 'searches'>): Finding[] {
  const { deferred, native } = input;
  if (deferred.length === 0) return [];
  if (!searches) return [noSearch(deferred)];
  // Ours finds every tool by its name too.
  if (!native) return [];
  return deferred.filter((tool) => !hasWords(tool, input)).map(noWords);
}

function noSearch(deferred: readonly CatalogTool[]): Finding {
  const count =
    deferred.length === 1 ? `${deferred[0]?.name} is deferred, and` : `${deferred.length} tools are deferred, and`;
  return finding('payload_nothing_findable', {
    message: `${count} the request has no search to find them with.`,
    hint: 'Turn tool_search.enabled on, or always load them.',
  });
}

function noWords({ name }: CatalogTool): Finding {
  return finding('payload_not_findable', {
    message: `${name} can hardly be found: its name, description and arguments have no word to search for.`,
    path: name,
    hint: 'Give it a description with an overlay.',
  });
}

/** A letter in anything that the providers search: name, description, names and descriptions of arguments. */
function hasWords(tool: CatalogTool, { names }: LayoutInput): boolean {
  const { name } = names.sentOf(tool);
  const texts = [
    name.replace(/_[0-9a-f]{8,32}$/, ''),
    tool.description,
    ...schemaArguments(tool.input_schema).map((argument) => argument.name),
  ];
  return texts.some((text) => /\p{L}/u.test(text));
}
