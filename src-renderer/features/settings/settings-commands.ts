import type { Command } from '../../state/command.ts';
import { useIndexRebuild } from '../../state/index-rebuild.ts';
import { focusSearch } from './settings-places.ts';
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

/** What can be done on the Settings screen. */
export const settingsCommands: readonly Command[] = [
  {
    id: 'settings.search',
    title: 'Search the settings',
    group,
    shortcut: '/',
    run: () => {
      showTab('fields');
      // The field is there after the tab is.
      requestAnimationFrame(focusSearch);
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
