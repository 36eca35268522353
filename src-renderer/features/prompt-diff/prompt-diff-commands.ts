import { documentCommands } from '../../documents/document-commands.ts';
import type { Command } from '../../state/command.ts';
import { type PromptDiffActions, usePromptDiffActions } from './prompt-diff-actions.ts';
import { focusPromptDiffPlace, type promptDiffPlaces } from './prompt-diff-places.ts';

const group = 'Prompt';

function act(id: string, title: string, shortcut: string, key: keyof PromptDiffActions): Command {
  return {
    id: `prompt-diff.${id}`,
    title,
    group,
    shortcut,
    when: () => usePromptDiffActions.getState()[key] !== null,
    run: () => usePromptDiffActions.getState()[key]?.(),
  };
}

function place(
  title: string,
  shortcut: string,
  where: keyof typeof promptDiffPlaces,
  on: keyof PromptDiffActions = 'swap',
): Command {
  return {
    id: `prompt-diff.to-${where}`,
    title,
    group,
    shortcut,
    when: () => usePromptDiffActions.getState()[on] !== null,
    run: () => focusPromptDiffPlace(where),
  };
}

/** What can be done on the Prompt screen. */
export const promptDiffCommands: readonly Command[] = [
  place('Choose what is before', 'b', 'before'),
  place('Choose what is after', 'a', 'after'),
  place('Choose the version before', 'shift+b', 'versionBefore'),
  place('Choose the version after', 'shift+a', 'versionAfter'),
  place('Go to the text of the turn', '/', 'query'),
  place('Go to the blocks', 't', 'blocks'),
  act('swap', 'Swap before and after', 'x', 'swap'),
  act('next', 'Next change', 'alt+j', 'nextChange'),
  act('previous', 'Previous change', 'alt+k', 'previousChange'),
  act('break', 'Go to where the prompt cache breaks', 'g', 'goToBreak'),
  act('split', 'Side by side, or as one text', 'v', 'toggleSplit'),
  act('only-changes', 'Fold what is equal', 'f', 'toggleOnlyChanges'),
  act('copy-before', 'Copy the prompt before', 'shift+c', 'copyBefore'),
  act('copy-after', 'Copy the prompt after', 'c', 'copyAfter'),
  act('tab', 'Between comparing and profiles', 'p', 'toggleTab'),
  act('leaks-tab', 'Prove that nothing hidden leaks', 'k', 'toggleLeaks'),
  act('leaks', 'Check for leaks again', 'e', 'checkLeaks'),
  place('Go to the profile that is checked', 'b', 'leaks', 'checkLeaks'),
  place('Filter what is hidden', '/', 'hidden', 'checkLeaks'),
  place('Go to the profiles', 'l', 'profiles', 'newProfile'),
  act('new-profile', 'New profile…', 'n', 'newProfile'),
  act('duplicate-profile', 'Duplicate the profile…', 'd', 'duplicateProfile'),
  act('rename-profile', 'Rename the profile…', 'r', 'renameProfile'),
  act('remove-profile', 'Delete the profile', 'delete', 'removeProfile'),
  act('compare-profile', 'Compare the profile with the workspace', 'c', 'compareProfile'),
  act('apply-profile', 'Apply the profile to the workspace', 'y', 'applyProfile'),
  ...documentCommands,
];
