import { canonicalJson } from '#shared/canonical-json.ts';
import type { DuplicateGroup } from '#shared/domain/curation.ts';
import type { CatalogTool } from '#shared/domain/tool.ts';

/**
 * Tools that say the same of themselves, and tools that two sources call the same; the largest group first. A tool without
 * a description has nothing that another could say too. Schemas are compared only where descriptions are the same, so a
 * catalog without duplicates costs one pass.
 */
export function duplicateTools(tools: Iterable<CatalogTool>): DuplicateGroup[] {
  const all = [...tools];
  const described = all.filter(({ description }) => description.trim() !== '');
  const sameDescription = groupsOf(described, ({ description }) => description.trim());
  const groups = [
    ...sameDescription
      .flatMap((group) => groupsOf(group, ({ input_schema }) => canonicalJson(input_schema)))
      .map((group) => asGroup('definition', group)),
    ...groupsOf(all, ({ upstream_name }) => upstream_name)
      .filter((group) => new Set(group.map(({ source }) => source)).size > 1)
      .map((group) => asGroup('name', group)),
  ];
  return groups.sort((a, b) => b.tools.length - a.tools.length || (a.tools.join() < b.tools.join() ? -1 : 1));
}

function groupsOf<T>(all: readonly T[], keyOf: (one: T) => string): T[][] {
  return [...Map.groupBy(all, keyOf).values()].filter((group) => group.length > 1);
}

function asGroup(kind: DuplicateGroup['kind'], tools: readonly CatalogTool[]): DuplicateGroup {
  return { kind, tools: tools.map(({ name }) => name).sort() };
}
