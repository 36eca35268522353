import type { ConfigChange, ConfigState } from '#shared/domain/config-edit.ts';
import { PegboardError } from '#shared/errors.ts';
import { openWorkspace } from '../../platform/this-window.ts';
import { tellError } from '../../platform/undo-change.ts';
import { usePreferences } from '../../state/preferences-store.ts';
import { strings } from '../../strings/settings.ts';
import { isRecord } from './setting-rows.ts';
import { movePersonaDrafts, setSelectedPersona, useSettingsView } from './settings-view.ts';
import { saveConfig } from './use-config.ts';

/** Fields to set on a persona, made of what the file says of it; undefined takes a field out. */
export type PersonaFields = (
  now: WrittenPersona,
) => Readonly<Record<string, NonNullable<WrittenPersona[string]> | undefined>>;

/** The persona that the tab shows, if the workspace has it; null for the policy. */
export function selectedPersona(): string | null {
  const { persona } = useSettingsView.getState();
  const has = openWorkspace()?.config.personas.some(({ name }) => name === persona) ?? false;
  return has ? persona : null;
}

/** Adds a persona under a free name and shows it. */
export function addPersona(): Promise<void> {
  return changePersonas((personas) => {
    const name = freeName(personas, 'persona');
    return { next: [...personas, { name }], done: strings.personaActs.addedPersona(name), select: name };
  });
}

/** Adds a copy of a persona behind it and shows the copy. */
export function duplicatePersona(name: string): Promise<void> {
  return changePersonas((personas) => {
    const next = withCopy(personas, name);
    const copy = next[next.findIndex((one) => one.name === name) + 1];
    if (next.length === personas.length || !copy) throw personaGone(name);
    return { next, done: strings.personaActs.copiedPersona(name), select: copy.name };
  });
}

/** Removes a persona and shows the policy. */
export function removePersona(name: string): Promise<void> {
  return changePersonas((personas) => {
    const next = personas.filter((one) => one.name !== name);
    if (next.length === personas.length) throw personaGone(name);
    return { next, done: strings.personaActs.removedPersona(name), select: null };
  });
}

/** Makes a persona the one that searches run as. */
export function runAsPersona(name: string): void {
  const path = openWorkspace()?.path;
  if (path !== undefined) usePreferences.getState().setPersona(path, name);
}

/** Gives a persona another name; what was typed for it goes along. What is wrong in words, or null. */
export async function renamePersona(from: string, to: string): Promise<string | null> {
  const path = openWorkspace()?.path;
  if (path === undefined || from === to) return null;
  // The file may say the new name before this is answered: the tab shows the persona under either.
  useSettingsView.setState({ renaming: { from, to } });
  const refused = await setPersonaFields(from, () => ({ name: to }), strings.personaActs.renamed(from, to));
  if (refused !== null) {
    useSettingsView.setState({ renaming: null });
    return refused;
  }
  movePersonaDrafts(path, { from, to });
  if (useSettingsView.getState().persona === from) setSelectedPersona(to);
  const { personas, setPersona } = usePreferences.getState();
  if (personas[path] === from) setPersona(path, to);
  return null;
}

/** Sets fields of a persona. What is wrong in words, or null. */
export function setPersonaFields(
  name: string,
  fields: PersonaFields,
  done = strings.personaActs.persona(name),
): Promise<string | null> {
  const path = openWorkspace()?.path ?? '';
  return saveConfig(path, (state) => {
    const personas = writtenPersonas(state);
    const persona = personas.find((one) => one.name === name);
    if (!persona) throw personaGone(name);
    return { changes: [personasChange(withPersonaFields(personas, name, fields(persona)))], done };
  });
}

interface PersonasEdit {
  readonly next: readonly WrittenPersona[];
  readonly done: string;
  readonly select: string | null;
}

/** Writes another list of personas, made of what the file says when the turn of this edit comes; a notice shows a failure. */
async function changePersonas(edit: (personas: readonly WrittenPersona[]) => PersonasEdit): Promise<void> {
  const refused = await saveConfig(openWorkspace()?.path ?? '', (state) => {
    const { next, done, select } = edit(writtenPersonas(state));
    return { changes: [personasChange(next)], done, onWritten: () => setSelectedPersona(select) };
  });
  if (refused !== null) tellError(new PegboardError('config_invalid', refused));
}

function personaGone(name: string): PegboardError {
  return new PegboardError('invalid_input', strings.personaActs.pegboardYamlNoLonger(name));
}

type JsonValue = NonNullable<ConfigChange['value']>;

/** A persona as the file writes it, defaults left out. */
export type WrittenPersona = { readonly name: string } & Readonly<Record<string, JsonValue>>;

function writtenPersonas({ written }: ConfigState): readonly WrittenPersona[] {
  const { personas } = written;
  if (!Array.isArray(personas)) return [];
  return personas.flatMap((one): WrittenPersona[] =>
    isRecord(one) && typeof one.name === 'string' ? [{ ...one, name: one.name } as WrittenPersona] : [],
  );
}

/** The list with fields of one persona set; undefined takes a field out, so that its default holds. */
export function withPersonaFields(
  personas: readonly WrittenPersona[],
  name: string,
  fields: Readonly<Record<string, JsonValue | undefined>>,
): readonly WrittenPersona[] {
  return personas.map((one) => {
    if (one.name !== name) return one;
    const next = Object.entries({ ...one, ...fields }).filter(([, value]) => value !== undefined);
    return Object.fromEntries(next) as WrittenPersona;
  });
}

/** The list with a copy of one persona behind it, under a free name. */
export function withCopy(personas: readonly WrittenPersona[], name: string): readonly WrittenPersona[] {
  return personas.flatMap((one) =>
    one.name === name ? [one, { ...one, name: freeName(personas, `${name}-copy`) }] : [one],
  );
}

/** A name that no persona has: `base`, or with the first number that is free. */
function freeName(personas: readonly { readonly name: string }[], base: string): string {
  const taken = new Set(personas.map(({ name }) => name));
  let free = base;
  for (let i = 2; taken.has(free); i++) free = `${base}-${i}`;
  return free;
}

/** The change that writes the list; an empty one goes out of the file. */
export function personasChange(personas: readonly WrittenPersona[]): ConfigChange {
  return personas.length === 0 ? { path: ['personas'] } : { path: ['personas'], value: [...personas] };
}
