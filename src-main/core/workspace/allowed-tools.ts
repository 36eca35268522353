import type { Caller } from '#shared/domain/search-request.ts';
import type { CatalogTool } from '#shared/domain/tool.ts';
import type { Persona } from '#shared/domain/tool-policy.ts';
import { allowedNames } from '#shared/domain/tool-policy.ts';
import { PegboardError } from '#shared/errors.ts';
import type { LoadedWorkspace } from './load-workspace.ts';

/** The persona that a caller names, or null. Error: `unknown_persona`. */
export function personaOf({ file }: LoadedWorkspace, caller: Caller): Persona | null {
  const persona = file.config.personas.find((entry) => entry.name === caller.persona) ?? null;
  if (caller.persona === undefined || persona) return persona;
  const names = file.config.personas.map((entry) => entry.name);
  throw new PegboardError('unknown_persona', `There is no persona "${caller.persona}".`, {
    hint: names.length > 0 ? `This workspace has ${names.join(', ')}.` : 'Add it under personas in pegboard.yaml.',
  });
}

/** The tools that a caller may use, by name; the registry itself when those are all. Error: `unknown_persona`. */
export function allowedTools(loaded: LoadedWorkspace, caller: Caller): ReadonlyMap<string, CatalogTool> {
  const { registry } = loaded;
  const policies = caller.policy ? [caller.policy] : [];
  const allowed = allowedNames(registry.values(), { policies, persona: personaOf(loaded, caller) });
  return allowed.size === registry.size ? registry : new Map([...registry].filter(([name]) => allowed.has(name)));
}
