import { reservedToolNames } from '../builtin-tools.ts';
import { toolSearchConfigSchema } from '../config.ts';
import { compileGlob } from '../glob.ts';
import type { BoardRules, BoardTool } from './board.ts';

/** The list of a workspace that says none: for tools that are always of use where they are. */
export const corePatterns: readonly string[] = toolSearchConfigSchema.parse({}).always_loaded_patterns;

/** A pattern of the list with what it does in this catalog. */
export interface PatternMatches {
  readonly pattern: string;
  /** Names of the tools it matches, in the order of the catalog. */
  readonly names: readonly string[];
  /** Matches a tool of our own, such as `tool_search`, which no catalog has. */
  readonly builtin: boolean;
}

export type PatternWarning =
  | { readonly kind: 'no_match' }
  /** All that it matches another one matches too: the list says the same without it. */
  | { readonly kind: 'shadowed'; readonly by: string }
  /** Tools that an overlay put into a drawer and this pattern puts back. */
  | { readonly kind: 'overrides_overlay'; readonly names: readonly string[] };

export function matchPattern(pattern: string, tools: readonly BoardTool[]): PatternMatches {
  const matches = compileGlob(pattern);
  const names: string[] = [];
  for (const { name } of tools) if (matches(name)) names.push(name);
  return { pattern, names, builtin: [...reservedToolNames].some(matches) };
}

/** What is wrong with each pattern of a list, in its order. */
export function patternWarnings(
  list: readonly PatternMatches[],
  { overlays }: Pick<BoardRules, 'overlays'>,
): readonly (readonly PatternWarning[])[] {
  return list.map((own, at) => {
    const { pattern, names, builtin } = own;
    // Those of the core are in every workspace, whether it has such tools or not.
    if (names.length === 0 && !builtin) return corePatterns.includes(pattern) ? [] : [{ kind: 'no_match' }];
    const warnings: PatternWarning[] = [];
    const by = list.find((other, index) => index !== at && holds(other, own) && (index < at || !holds(own, other)));
    if (by) warnings.push({ kind: 'shadowed', by: by.pattern });
    const overridden = overlays.size === 0 ? [] : names.filter((name) => overlays.get(name) === 'deferred');
    if (overridden.length > 0) warnings.push({ kind: 'overrides_overlay', names: overridden });
    return warnings;
  });
}

/** Whether one matches all that another one does; of our own tools, by the patterns themselves. */
function holds(wide: PatternMatches, narrow: PatternMatches): boolean {
  if (
    narrow.builtin &&
    !reservedNamesOf(narrow.pattern).every((name) => reservedNamesOf(wide.pattern).includes(name))
  ) {
    return false;
  }
  if (wide.names.length < narrow.names.length) return false;
  const matches = compileGlob(wide.pattern);
  return narrow.names.every(matches);
}

function reservedNamesOf(pattern: string): string[] {
  return [...reservedToolNames].filter(compileGlob(pattern));
}
