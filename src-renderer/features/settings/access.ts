import type { ToolSummary } from '#shared/contract/catalog.ts';
import { allowedNames, type Persona, type ToolPolicy } from '#shared/domain/tool-policy.ts';

/** Who is chosen on the tab: the policy, which holds for everybody, or a persona. */
export interface Access {
  /** Name of the persona; null for the policy. */
  readonly persona: Persona | null;
  /** Names of the tools that may be seen. */
  readonly seen: ReadonlySet<string>;
}

/** What the policy, and then each persona under it, may see. */
export function accessOf(
  tools: readonly ToolSummary[],
  { policy, personas }: { policy: ToolPolicy; personas: readonly Persona[] },
): readonly [Access, ...Access[]] {
  const permitted = allowedNames(tools, { policies: [policy], persona: null });
  const left = tools.filter(({ name }) => permitted.has(name));
  return [
    { persona: null, seen: permitted },
    ...personas.map((persona) => ({ persona, seen: allowedNames(left, { policies: [], persona }) })),
  ];
}
