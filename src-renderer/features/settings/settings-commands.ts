import { flushSync } from 'react-dom';
import { areActsUnderWay, inOrder } from '../../platform/screen-acts.ts';
import { type Command, commandsOf } from '../../state/command.ts';
import { useIndexRebuild } from '../../state/index-rebuild.ts';
import { strings } from '../../strings/settings.ts';
import { addPersona, duplicatePersona, removePersona, runAsPersona, selectedPersona } from './persona-acts.ts';
import { focusPersonaName, focusSearch } from './settings-places.ts';
import { showTab, useSettingsView } from './settings-view.ts';

const command = commandsOf(strings.settingsCommands.settings, 'settings.');
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

/** The actions of the Settings screen. */
export const settingsCommands: readonly Command[] = [
  command('search', {
    title: strings.settingsCommands.searchSettings,
    shortcut: '/',
    run: () => {
      // The next keystroke goes into the field, so it must be rendered now.
      flushSync(() => showTab('fields'));
      focusSearch();
    },
  }),
  command('written-only', {
    title: strings.settingsCommands.showOnlySettings,
    shortcut: 'o',
    when: onFields,
    run: () => useSettingsView.setState(({ writtenOnly }) => ({ writtenOnly: !writtenOnly })),
  }),
  command('reset', {
    title: strings.settingsCommands.resetFocusedSetting,
    shortcut: 'alt+r',
    when: () => focusedReset() !== null,
    run: () => focusedReset()?.click(),
  }),
  command('fields', { title: strings.settingsCommands.showSettings, shortcut: 's', run: () => showTab('fields') }),
  command('personas', {
    title: strings.settingsCommands.showPersonasPolicy,
    shortcut: 'p',
    run: () => showTab('personas'),
  }),
  command('persona-add', {
    title: strings.settingsCommands.addPersona,
    shortcut: 'a',
    when: onTab,
    run: () => inOrder(addPersona),
  }),
  command('persona-name', {
    title: strings.settingsCommands.goNamePersona,
    shortcut: 'n',
    when: () => onTab() && selectedPersona() !== null,
    run: focusPersonaName,
  }),
  ofPersona({ id: 'duplicate', title: strings.settingsCommands.duplicatePersona, shortcut: 'd' }, duplicatePersona),
  ofPersona({ id: 'remove', title: strings.settingsCommands.removePersona, shortcut: 'delete' }, removePersona),
  ofPersona({ id: 'run-as', title: strings.settingsCommands.runPersona, shortcut: 'u' }, runAsPersona),
  command('index', { title: strings.settingsCommands.showStateOfIndex, shortcut: 'i', run: () => showTab('index') }),
  command('file', { title: strings.settingsCommands.showFile, shortcut: 'f', run: () => showTab('file') }),
  command('cancel-rebuild', {
    title: strings.settingsCommands.cancelRebuildIndex,
    shortcut: 'x',
    when: () => running() !== null,
    run: () => running()?.cancel(),
  }),
];
