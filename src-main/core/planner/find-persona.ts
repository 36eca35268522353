import type { WorkspaceConfig } from '#shared/domain/config.ts';
import type { Persona } from '#shared/domain/tool-policy.ts';
import { PegboardError } from '#shared/errors.ts';

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
