import { type CatalogTool, isDestructive } from '#shared/domain/tool.ts';

/** What a call may do, as a host's permissions tell calls apart. */
export const callClasses = ['read', 'write', 'destructive'] as const;
export type CallClass = (typeof callClasses)[number];

/**
 * What a call of a tool may do, by what the workspace or its server says. A tool whose effects nobody declared
 * counts as destructive, as in the protocol: a permission for other calls must not cover it.
 */
export function callClass(tool: CatalogTool): CallClass {
  const { side_effects } = tool;
  if (isDestructive(tool) || side_effects === null) return 'destructive';
  return side_effects === 'pure' || side_effects === 'read' ? 'read' : 'write';
}

/** The hints of the protocol that say the same. */
export function hintsOf(kind: CallClass): { readOnlyHint: boolean; destructiveHint: boolean } {
  return { readOnlyHint: kind === 'read', destructiveHint: kind === 'destructive' };
}
