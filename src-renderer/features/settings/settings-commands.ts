import { flushSync } from 'react-dom';
import { areActsUnderWay, inOrder } from '../../platform/screen-acts.ts';
import type { Command } from '../../state/command.ts';
import { useIndexRebuild } from '../../state/index-rebuild.ts';
import { addPersona, duplicatePersona, removePersona, runAsPersona, selectedPersona } from './persona-acts.ts';
import { focusPersonaName, focusSearch } from './settings-places.ts';
import { showTab, useSettingsView } from './settings-view.ts';

const group = 'Settings';
const onFields = () => useSettingsView.getState().tab === 'fields';
const running = () => {
  const { rebuild } = useIndexRebuild.getState();
  return rebuild.kind === 'running' ? rebuild : null;
};

/** The reset button of the setting that has the focus. */
const focusedReset = () =>
  document.activeElement?.closest('[data-setting]')?.querySelector<HTMLButtonElement>('[data-reset]') ?? null;

const onTab = () => useSettingsView.getState().tab === 'personas';

/** A command about the persona that the tab of personas shows. */
function ofPersona(
  { id, title, shortcut }: Pick<Command, 'id' | 'title' | 'shortcut'>,
  run: (name: string) => unknown,
) {
  return {
    id: `settings.persona-${id}`,
    title,
    group,
    ...(shortcut !== undefined && { shortcut }),
    when: () => onTab() && (areActsUnderWay() || selectedPersona() !== null),
    run: () =>
      inOrder(() => {
        const name = selectedPersona();
        return name === null ? undefined : run(name);
      }),
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
  {
    id: 'settings.persona-add',
    title: 'Add a persona',
    group,
    shortcut: 'a',
    when: onTab,
    run: () => inOrder(addPersona),
  },
  {
    id: 'settings.persona-name',
    title: 'Go to the name of the persona',
    group,
    shortcut: 'n',
    when: () => onTab() && selectedPersona() !== null,
    run: focusPersonaName,
  },
  ofPersona({ id: 'duplicate', title: 'Duplicate the persona', shortcut: 'd' }, duplicatePersona),
  ofPersona({ id: 'remove', title: 'Remove the persona', shortcut: 'delete' }, removePersona),
  ofPersona({ id: 'run-as', title: 'Run as this persona', shortcut: 'u' }, runAsPersona),
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
