import type { Persona } from '#shared/domain/tool-policy.ts';
import { useWorkspace } from '../platform/workspace-query.ts';
import { usePreferences } from './preferences-store.ts';

/** The persona that searches run as, or null. A remembered name that this workspace does not have counts as none. */
export function useActivePersona(): Persona | null {
  const chosen = usePreferences((state) => state.persona);
  const workspace = useWorkspace();
  return workspace?.config.personas.find((persona) => persona.name === chosen) ?? null;
}
