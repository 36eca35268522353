import { useEffect, useMemo } from 'react';
import { create } from 'zustand';
import { PegboardError } from '#shared/errors.ts';
import { useClient } from '../../platform/client.ts';
import { toPegboardError } from '../../platform/pegboard-error.ts';
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
export function useMakePersonaActs(workspace: string, selected: string | null): PersonaActs {
  const saveConfig = useSaveConfig(workspace);
  const active = useActivePersona()?.name ?? null;
  const setPersona = useSetPersona();
  const client = useClient();
  const acts = useMemo((): PersonaActs => {
    // As the file says now: what is on screen may be from before the last change, and the whole list is written.
    const read = async () => writtenPersonas(await client.config.read());
    const write = (next: readonly WrittenPersona[], done: string) => saveConfig([personasChange(next)], done);
    const writeAndSelect = async (next: readonly WrittenPersona[], done: string, name: string | null) => {
      const refused = await write(next, done);
      if (refused === null) setSelectedPersona(name);
      else tellError(new PegboardError('config_invalid', refused));
    };
    const act = (work: () => Promise<void>) => void work().catch(tellError);
    /** Writes fields of the selected persona; what is wrong in words, or null. */
    const writeFields = async (fields: Partial<WrittenPersona>, done: string) => {
      try {
        const personas = await read();
        if (!personas.some(({ name }) => name === selected)) return `The file has no persona ${selected} any more.`;
        return await write(withPersonaFields(personas, selected ?? '', fields), done);
      } catch (error) {
        return toPegboardError(error).message;
      }
    };
    return {
      selected,
      add: () =>
        act(async () => {
          const personas = await read();
          const name = freeName(personas, 'persona');
          await writeAndSelect([...personas, { name }], `Added the persona ${name}`, name);
        }),
      duplicate: () =>
        act(async () => {
          if (selected === null) return;
          const next = withCopy(await read(), selected);
          const copy = next[next.findIndex(({ name }) => name === selected) + 1];
          if (copy) await writeAndSelect(next, `Copied the persona ${selected}`, copy.name);
        }),
      remove: () =>
        act(async () => {
          if (selected === null) return;
          const next = (await read()).filter(({ name }) => name !== selected);
          await writeAndSelect(next, `Removed the persona ${selected}`, null);
        }),
      runAs: () => setPersona(selected),
      rename: async (name) => {
        if (selected === null) return null;
        const refused = await writeFields({ name }, `Renamed ${selected} to ${name}`);
        if (refused !== null) return refused;
        setSelectedPersona(name);
        if (active === selected) setPersona(name);
        return null;
      },
      setFields: async (fields) => (selected === null ? null : writeFields(fields, `Persona ${selected}`)),
    };
  }, [saveConfig, client, selected, active, setPersona]);
  useEffect(() => {
    usePersonaActs.setState({ acts });
    return () => usePersonaActs.setState({ acts: null });
  }, [acts]);
  return acts;
}
