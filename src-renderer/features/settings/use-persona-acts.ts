import { useEffect, useMemo } from 'react';
import { create } from 'zustand';
import type { ConfigState } from '#shared/domain/config-edit.ts';
import { PegboardError } from '#shared/errors.ts';
import { tellError } from '../../platform/undo-change.ts';
import { useActivePersona, useSetPersona } from '../../state/active-persona.ts';
import {
  freeName,
  personasChange,
  type WrittenPersona,
  withCopy,
  withPersonaFields,
  writtenPersonas,
} from './persona-edits.ts';
import { setSelectedPersona } from './settings-view.ts';
import { useSaveConfig } from './use-save-setting.ts';

export interface PersonaActs {
  readonly selected: string | null;
  add(): void;
  duplicate(): void;
  remove(): void;
  runAs(): void;
  rename(name: string): Promise<string | null>;
  setFields(fields: Parameters<typeof withPersonaFields>[2]): Promise<string | null>;
}

/** What the commands do while the tab is there. */
export const usePersonaActs = create<{ readonly acts: PersonaActs | null }>()(() => ({ acts: null }));

/** Changes of the personas in `pegboard.yaml`, each one change that Undo takes back. */
export function useMakePersonaActs(workspace: string, state: ConfigState, selected: string | null): PersonaActs {
  const saveConfig = useSaveConfig(workspace);
  const active = useActivePersona()?.name ?? null;
  const setPersona = useSetPersona();
  const acts = useMemo((): PersonaActs => {
    const personas = writtenPersonas(state);
    const write = (next: readonly WrittenPersona[], done: string) => saveConfig([personasChange(next)], done);
    const writeAndSelect = async (next: readonly WrittenPersona[], done: string, name: string | null) => {
      const refused = await write(next, done);
      if (refused === null) setSelectedPersona(name);
      else tellError(new PegboardError('config_invalid', refused));
    };
    return {
      selected,
      add: () => {
        const name = freeName(personas, 'persona');
        void writeAndSelect([...personas, { name }], `Added the persona ${name}`, name);
      },
      duplicate: () => {
        if (selected === null) return;
        const next = withCopy(personas, selected);
        const copy = next[next.findIndex(({ name }) => name === selected) + 1];
        if (copy) void writeAndSelect(next, `Copied the persona ${selected}`, copy.name);
      },
      remove: () => {
        if (selected === null) return;
        const next = personas.filter(({ name }) => name !== selected);
        void writeAndSelect(next, `Removed the persona ${selected}`, null);
      },
      runAs: () => setPersona(selected),
      rename: async (name) => {
        if (selected === null) return null;
        const refused = await write(withPersonaFields(personas, selected, { name }), `Renamed ${selected} to ${name}`);
        if (refused !== null) return refused;
        setSelectedPersona(name);
        if (active === selected) setPersona(name);
        return null;
      },
      setFields: async (fields) =>
        selected === null ? null : write(withPersonaFields(personas, selected, fields), `Persona ${selected}`),
    };
  }, [saveConfig, state, selected, active, setPersona]);
  useEffect(() => {
    usePersonaActs.setState({ acts });
    return () => usePersonaActs.setState({ acts: null });
  }, [acts]);
  return acts;
}
