import { flushSync } from 'react-dom';
import { areActsUnderWay, inOrder } from '../../platform/screen-acts.ts';
import { type Command, commandsOf } from '../../state/command.ts';
import { useIndexRebuild } from '../../state/index-rebuild.ts';
import { addPersona, duplicatePersona, removePersona, runAsPersona, selectedPersona } from './persona-acts.ts';
import { focusPersonaName, focusSearch } from './settings-places.ts';
import { showTab, useSettingsView } from './settings-view.ts';

const command = commandsOf('Settings', 'settings.');
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
  return command(`persona-${id}`, {
    title,
    ...(shortcut !== undefined && { shortcut }),
    when: () => onTab() && (areActsUnderWay() || selectedPersona() !== null),
    run: () =>
      inOrder(() => {
        const name = selectedPersona();
        return name === null ? undefined : run(name);
      }),
  });
}

/** What can be done on the Settings screen. */
export const settingsCommands: readonly Command[] = [
  command('search', {
    title: 'Search the settings',
    shortcut: '/',
    run: () => {
      // What is typed next goes into the field, so it must be there now.
      flushSync(() => showTab('fields'));
      focusSearch();
    },
  }),
  command('written-only', {
    title: 'Show only what the file says, or every setting',
    shortcut: 'o',
    when: onFields,
    run: () => useSettingsView.setState(({ writtenOnly }) => ({ writtenOnly: !writtenOnly })),
  }),
  command('reset', {
    title: 'Reset the setting that has the focus',
    shortcut: 'alt+r',
    when: () => focusedReset() !== null,
    run: () => focusedReset()?.click(),
  }),
  command('fields', { title: 'Show the settings', shortcut: 's', run: () => showTab('fields') }),
  command('personas', { title: 'Show personas and policy', shortcut: 'p', run: () => showTab('personas') }),
  command('persona-add', { title: 'Add a persona', shortcut: 'a', when: onTab, run: () => inOrder(addPersona) }),
  command('persona-name', {
    title: 'Go to the name of the persona',
    shortcut: 'n',
    when: () => onTab() && selectedPersona() !== null,
    run: focusPersonaName,
  }),
  ofPersona({ id: 'duplicate', title: 'Duplicate the persona', shortcut: 'd' }, duplicatePersona),
  ofPersona({ id: 'remove', title: 'Remove the persona', shortcut: 'delete' }, removePersona),
  ofPersona({ id: 'run-as', title: 'Run as this persona', shortcut: 'u' }, runAsPersona),
  command('index', { title: 'Show the health of the index', shortcut: 'i', run: () => showTab('index') }),
  command('file', { title: 'Show the file', shortcut: 'f', run: () => showTab('file') }),
  command('cancel-rebuild', {
    title: 'Cancel the rebuild of the index',
    shortcut: 'x',
    when: () => running() !== null,
    run: () => running()?.cancel(),
  }),
];
