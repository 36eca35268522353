import { reservedToolNames } from '#shared/domain/builtin-tools.ts';
import type { ImportConflict } from '#shared/domain/import-plan.ts';
import type { Tool } from '#shared/domain/tool.ts';

/**
 * Tools that share a name, tools named like a built-in, and aliases that somebody else answers to, with the sources and the
 * way out (R1.21–R1.23). `live` are the sources that are servers.
 */
export function nameConflicts(
  tools: readonly Pick<Tool, 'name' | 'source' | 'aliases'>[],
  live: ReadonlySet<string> = new Set(),
): ImportConflict[] {
  const sources = new Map<string, string[]>();
  for (const { name, source } of tools) {
    const owners = sources.get(name);
    if (owners) owners.push(source);
    else sources.set(name, [source]);
  }
  const conflicts: ImportConflict[] = [];
  for (const [tool, owners] of sources) {
    if (reservedToolNames.has(tool)) {
      conflicts.push({
        kind: 'reserved',
        tool,
        sources: owners,
        message: `Source ${owners[0]} has a tool "${tool}", but Pegboard reserves that name.`,
        hint: `Rename the tool in its source. Reserved names: ${[...reservedToolNames].join(', ')}.`,
      });
    } else if (owners.length > 1) {
      conflicts.push({ kind: 'duplicate', tool, sources: [...new Set(owners)], ...duplicateWords(tool, owners, live) });
    }
  }
  return [...conflicts, ...aliasConflicts(tools)];
}

/** A call by an alias must mean one tool. */
function aliasConflicts(tools: readonly Pick<Tool, 'name' | 'source' | 'aliases'>[]): ImportConflict[] {
  const owners = new Map(tools.map((tool) => [tool.name, tool]));
  const seen = new Map<string, Pick<Tool, 'name' | 'source'>>();
  const conflicts: ImportConflict[] = [];
  for (const tool of tools) {
    for (const alias of new Set(tool.aliases)) {
      const other = owners.get(alias) ?? seen.get(alias);
      seen.set(alias, tool);
      const isReserved = reservedToolNames.has(alias);
      if (!isReserved && (!other || other === tool)) continue;
      const whose = isReserved
        ? 'a reserved name of Pegboard'
        : alias === other?.name
          ? 'a tool'
          : `an alias of ${other?.name}`;
      conflicts.push({
        kind: isReserved ? 'reserved' : 'duplicate',
        tool: alias,
        sources: [tool.source, ...(other && other.source !== tool.source ? [other.source] : [])],
        message: `The alias "${alias}" of ${tool.name} in source ${tool.source} is ${whose} too.`,
        hint: `Give ${tool.name} other aliases: overlays: {${tool.name}: {aliases: []}} in pegboard.yaml.`,
      });
    }
  }
  return conflicts;
}

function duplicateWords(
  tool: string,
  owners: readonly string[],
  live: ReadonlySet<string>,
): { message: string; hint: string } {
  const [first, second] = [...new Set(owners)];
  if (second === undefined && first !== undefined && live.has(first)) {
    return {
      message: `The server of ${first} lists the tool "${tool}" ${owners.length} times.`,
      hint: 'Report it to the authors of the server. Until then, save its list to a file, rename the tool there, and import the file.',
    };
  }
  if (second === undefined) {
    return {
      message: `Source ${first} lists the tool "${tool}" ${owners.length} times.`,
      hint: 'Rename or remove all but one of them in the file and import it again.',
    };
  }
  return {
    message: `The tool "${tool}" is in source ${first} and in source ${second}.`,
    hint: `Rename it in one of the two, for example to "${second}_${tool}", or disable one source.`,
  };
}
