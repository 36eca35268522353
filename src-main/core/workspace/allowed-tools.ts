import type { WorkspaceConfig } from '#shared/domain/config.ts';
import type { Caller } from '#shared/domain/search-request.ts';
import type { CatalogTool } from '#shared/domain/tool.ts';
import type { Persona } from '#shared/domain/tool-policy.ts';
import { allowedNames } from '#shared/domain/tool-policy.ts';
import { PegboardError } from '#shared/errors.ts';
import type { LoadedWorkspace } from './load-workspace.ts';

/** The persona of a name; null for none. Error: `unknown_persona`. */
export function findPersona({ personas }: WorkspaceConfig, name: string | undefined): Persona | null {
  if (name === undefined) return null;
  const persona = personas.find((candidate) => candidate.name === name);
  if (persona) return persona;
  const names = personas.map((candidate) => candidate.name);
  throw new PegboardError('unknown_persona', `There is no persona "${name}".`, {
    hint: names.length > 0 ? `This workspace has ${names.join(', ')}.` : 'Add it under personas in pegboard.yaml.',
  });
}

/** The tools that a caller may use, by name; the registry itself when those are all. Error: `unknown_persona`. */
export function allowedTools(loaded: LoadedWorkspace, caller: Caller): ReadonlyMap<string, CatalogTool> {
  const { registry } = loaded;
  const policies = caller.policy ? [caller.policy] : [];
  const allowed = allowedNames(registry.values(), {
    policies,
    persona: findPersona(loaded.file.config, caller.persona),
  });
  return allowed.size === registry.size ? registry : new Map([...registry].filter(([name]) => allowed.has(name)));
}
