import { documentCommands } from '../../documents/document-commands.ts';
import { type Command, commandsOf } from '../../state/command.ts';
import {
  applyShownProfile,
  askDuplicate,
  askNewProfile,
  askRename,
  canApply,
  checkLeaks,
  compareShownProfile,
  copyPrompt,
  goToBreak,
  goToChange,
  hasBreak,
  hasDiff,
  hasOwnProfile,
  hasProfile,
  isOnTab,
  isShown,
  removeShownProfile,
  swapSides,
  toggleOnlyChanges,
  toggleSplit,
  toggleTab,
} from './prompt-diff-model.ts';
import { focusPromptDiffPlace, type promptDiffPlaces } from './prompt-diff-places.ts';

const act = commandsOf('Prompt', 'prompt-diff.');

const comparing = () => isOnTab('compare');
const checking = () => isOnTab('leaks');
const onProfiles = () => isOnTab('profiles');

function place(title: string, shortcut: string, where: keyof typeof promptDiffPlaces, when = comparing): Command {
  return act(`to-${where}`, { title, shortcut, when, run: () => focusPromptDiffPlace(where) });
}

/** What can be done on the Prompt screen. */
export const promptDiffCommands: readonly Command[] = [
  place('Choose what is before', 'b', 'before'),
  place('Choose what is after', 'a', 'after'),
  place('Choose the version before', 'shift+b', 'versionBefore'),
  place('Choose the version after', 'shift+a', 'versionAfter'),
  place('Go to the text of the turn', '/', 'query'),
  place('Go to the blocks', 't', 'blocks'),
  act('swap', { title: 'Swap before and after', shortcut: 'x', when: comparing, run: swapSides }),
  act('next', { title: 'Next change', shortcut: 'alt+j', when: hasDiff, run: () => goToChange('next') }),
  act('previous', { title: 'Previous change', shortcut: 'alt+k', when: hasDiff, run: () => goToChange('previous') }),
  act('break', { title: 'Go to where the prompt cache breaks', shortcut: 'g', when: hasBreak, run: goToBreak }),
  act('split', { title: 'Side by side, or as one text', shortcut: 'v', when: comparing, run: toggleSplit }),
  act('only-changes', { title: 'Fold what is equal', shortcut: 'f', when: comparing, run: toggleOnlyChanges }),
  act('copy-before', {
    title: 'Copy the prompt before',
    shortcut: 'shift+c',
    when: comparing,
    run: () => copyPrompt('before'),
  }),
  act('copy-after', { title: 'Copy the prompt after', shortcut: 'c', when: comparing, run: () => copyPrompt('after') }),
  act('tab', {
    title: 'Between comparing and profiles',
    shortcut: 'p',
    when: isShown,
    run: () => toggleTab('profiles'),
  }),
  act('leaks-tab', {
    title: 'Prove that nothing hidden leaks',
    shortcut: 'k',
    when: isShown,
    run: () => toggleTab('leaks'),
  }),
  act('leaks', { title: 'Check for leaks again', shortcut: 'e', when: checking, run: checkLeaks }),
  place('Go to the profile that is checked', 'b', 'leaks', checking),
  place('Filter what is hidden', '/', 'hidden', checking),
  place('Go to the profiles', 'l', 'profiles', onProfiles),
  act('new-profile', { title: 'New profile…', shortcut: 'n', when: onProfiles, run: askNewProfile }),
  act('duplicate-profile', { title: 'Duplicate the profile…', shortcut: 'd', when: hasProfile, run: askDuplicate }),
  act('rename-profile', { title: 'Rename the profile…', shortcut: 'r', when: hasOwnProfile, run: askRename }),
  act('remove-profile', {
    title: 'Delete the profile',
    shortcut: 'delete',
    when: hasOwnProfile,
    run: removeShownProfile,
  }),
  act('compare-profile', {
    title: 'Compare the profile with the workspace',
    shortcut: 'c',
    when: hasProfile,
    run: compareShownProfile,
  }),
  act('apply-profile', {
    title: 'Apply the profile to the workspace',
    shortcut: 'y',
    when: canApply,
    run: applyShownProfile,
  }),
  ...documentCommands,
];
