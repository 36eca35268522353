import { useCallback } from 'react';
import type { Persona } from '#shared/domain/tool-policy.ts';
import type { WorkspaceSummary } from '#shared/domain/workspace-summary.ts';
import { type ChosenPersona, chosenPersona } from '../state/chosen-persona.ts';
import { usePreferences } from '../state/preferences-store.ts';
import { useWorkspace } from './workspace-query.ts';

/** The persona that searches run as, or null: none is chosen, or the chosen one is gone (see `useGonePersona`). */
export function useActivePersona(): Persona | null {
  const chosen = useChosenPersona();
  return chosen.kind === 'active' ? chosen.persona : null;
}

/**
 * Name of the persona that was chosen in this workspace and is no longer in its configuration, or null. Whoever asks on
 * behalf of a persona asks nothing until one, or none, is chosen: without it every tool would be seen.
 */
export function useGonePersona(): string | null {
  const chosen = useChosenPersona();
  return chosen.kind === 'gone' ? chosen.name : null;
}

/** Chooses the persona of the open workspace; null for none. */
export function useSetPersona(): (persona: string | null) => void {
  const path = useWorkspace()?.path;
  const setPersona = usePreferences((state) => state.setPersona);
  return useCallback(
    (persona) => {
      if (path !== undefined) setPersona(path, persona);
    },
    [path, setPersona],
  );
}

/** The choices in a workspace, for actions outside React. */
export function personaOf({ path, config }: Pick<WorkspaceSummary, 'path' | 'config'>): ChosenPersona {
  return chosenPersona(usePreferences.getState().personas[path] ?? null, config.personas);
}

function useChosenPersona(): ChosenPersona {
  const workspace = useWorkspace();
  const name = usePreferences((state) => (workspace === null ? null : (state.personas[workspace.path] ?? null)));
  return chosenPersona(name, workspace?.config.personas);
}
