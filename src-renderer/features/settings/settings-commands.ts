import { flushSync } from 'react-dom';
import type { Command } from '../../state/command.ts';
import { useIndexRebuild } from '../../state/index-rebuild.ts';
import { focusPersonaName, focusSearch } from './settings-places.ts';
import { showTab, useSettingsView } from './settings-view.ts';
import { type PersonaActs, usePersonaActs } from './use-persona-acts.ts';

const group = 'Settings';
const onFields = () => useSettingsView.getState().tab === 'fields';
const running = () => {
  const { rebuild } = useIndexRebuild.getState();
  return rebuild.kind === 'running' ? rebuild : null;
};

/** The reset button of the setting that has the focus. */
const focusedReset = () =>
  document.activeElement?.closest('[data-setting]')?.querySelector<HTMLButtonElement>('[data-reset]') ?? null;

/** A command on the tab of personas; most need a chosen one. */
function onPersonas(
  id: string,
  title: string,
  shortcut: string,
  { run, needsPersona = true }: { run(acts: PersonaActs): void; needsPersona?: boolean },
): Command {
  const acts = () => {
    const { acts: now } = usePersonaActs.getState();
    return now && (now.selected !== null || !needsPersona) ? now : null;
  };
  return {
    id: `settings.persona-${id}`,
    title,
    group,
    shortcut,
    when: () => acts() !== null,
    run: () => {
      const now = acts();
      if (now) run(now);
    },
  };
}

/** What can be done on the Settings screen. */
export const settingsCommands: readonly Command[] = [
  {
    id: 'settings.search',
    title: 'Search the settings',
    group,
    shortcut: '/',
    run: () => {
      // What is typed next goes into the field, so it must be there now.
      flushSync(() => showTab('fields'));
      focusSearch();
    },
  },
  {
    id: 'settings.written-only',
    title: 'Show only what the file says, or every setting',
    group,
    shortcut: 'o',
    when: onFields,
    run: () => useSettingsView.setState(({ writtenOnly }) => ({ writtenOnly: !writtenOnly })),
  },
  {
    id: 'settings.reset',
    title: 'Reset the setting that has the focus',
    group,
    shortcut: 'alt+r',
    when: () => focusedReset() !== null,
    run: () => focusedReset()?.click(),
  },
  { id: 'settings.fields', title: 'Show the settings', group, shortcut: 's', run: () => showTab('fields') },
  { id: 'settings.personas', title: 'Show personas and policy', group, shortcut: 'p', run: () => showTab('personas') },
  onPersonas('add', 'Add a persona', 'a', { run: (acts) => acts.add(), needsPersona: false }),
  onPersonas('name', 'Go to the name of the persona', 'n', { run: focusPersonaName }),
  onPersonas('duplicate', 'Duplicate the persona', 'd', { run: (acts) => acts.duplicate() }),
  onPersonas('remove', 'Remove the persona', 'delete', { run: (acts) => acts.remove() }),
  onPersonas('run-as', 'Run as this persona', 'u', { run: (acts) => acts.runAs() }),
  { id: 'settings.index', title: 'Show the health of the index', group, shortcut: 'i', run: () => showTab('index') },
  { id: 'settings.file', title: 'Show the file', group, shortcut: 'f', run: () => showTab('file') },
  {
    id: 'settings.cancel-rebuild',
    title: 'Cancel the rebuild of the index',
    group,
    shortcut: 'x',
    when: () => running() !== null,
    run: () => running()?.cancel(),
  },
];
