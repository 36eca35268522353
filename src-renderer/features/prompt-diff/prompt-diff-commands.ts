import { documentCommands } from '../../documents/document-commands.ts';
import { type Command, commandsOf } from '../../state/command.ts';
import { strings } from '../../strings/prompt-diff.ts';
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

const act = commandsOf(strings.promptDiffCommands.prompt, 'prompt-diff.');

const comparing = () => isOnTab('compare');
const checking = () => isOnTab('leaks');
const onProfiles = () => isOnTab('profiles');

function place(title: string, shortcut: string, where: keyof typeof promptDiffPlaces, when = comparing): Command {
  return act(`to-${where}`, { title, shortcut, when, run: () => focusPromptDiffPlace(where) });
}

/** The actions of the Prompt screen. */
export const promptDiffCommands: readonly Command[] = [
  place(strings.promptDiffCommands.chooseConfigurationBefore, 'b', 'before'),
  place(strings.promptDiffCommands.chooseConfigurationAfter, 'a', 'after'),
  place(strings.promptDiffCommands.chooseVersionBefore, 'shift+b', 'versionBefore'),
  place(strings.promptDiffCommands.chooseVersionAfter, 'shift+a', 'versionAfter'),
  place(strings.promptDiffCommands.goTextTurn, '/', 'query'),
  place(strings.promptDiffCommands.goBlocks, 't', 'blocks'),
  act('swap', { title: strings.promptDiffCommands.swapBeforeAfter, shortcut: 'x', when: comparing, run: swapSides }),
  act('next', {
    title: strings.promptDiffCommands.nextChange,
    shortcut: 'alt+j',
    when: hasDiff,
    run: () => goToChange('next'),
  }),
  act('previous', {
    title: strings.promptDiffCommands.previousChange,
    shortcut: 'alt+k',
    when: hasDiff,
    run: () => goToChange('previous'),
  }),
  act('break', { title: strings.promptDiffCommands.goWherePromptCache, shortcut: 'g', when: hasBreak, run: goToBreak }),
  act('split', {
    title: strings.promptDiffCommands.switchBetweenSplit,
    shortcut: 'v',
    when: comparing,
    run: toggleSplit,
  }),
  act('only-changes', {
    title: strings.promptDiffCommands.foldUnchangedText,
    shortcut: 'f',
    when: comparing,
    run: toggleOnlyChanges,
  }),
  act('copy-before', {
    title: strings.promptDiffCommands.copyPromptBefore,
    shortcut: 'shift+c',
    when: comparing,
    run: () => copyPrompt('before'),
  }),
  act('copy-after', {
    title: strings.promptDiffCommands.copyPromptAfter,
    shortcut: 'c',
    when: comparing,
    run: () => copyPrompt('after'),
  }),
  act('tab', {
    title: strings.promptDiffCommands.switchBetweenComparison,
    shortcut: 'p',
    when: isShown,
    run: () => toggleTab('profiles'),
  }),
  act('leaks-tab', {
    title: strings.promptDiffCommands.checkThatNothingHidden,
    shortcut: 'k',
    when: isShown,
    run: () => toggleTab('leaks'),
  }),
  act('leaks', { title: strings.promptDiffCommands.checkLeaksAgain, shortcut: 'e', when: checking, run: checkLeaks }),
  place(strings.promptDiffCommands.goToCheckedProfile, 'b', 'leaks', checking),
  place(strings.promptDiffCommands.filterHiddenNames, '/', 'hidden', checking),
  place(strings.promptDiffCommands.goProfiles, 'l', 'profiles', onProfiles),
  act('new-profile', {
    title: strings.promptDiffCommands.newProfile,
    shortcut: 'n',
    when: onProfiles,
    run: askNewProfile,
  }),
  act('duplicate-profile', {
    title: strings.promptDiffCommands.duplicateProfile,
    shortcut: 'd',
    when: hasProfile,
    run: askDuplicate,
  }),
  act('rename-profile', {
    title: strings.promptDiffCommands.renameProfile,
    shortcut: 'r',
    when: hasOwnProfile,
    run: askRename,
  }),
  act('remove-profile', {
    title: strings.promptDiffCommands.deleteProfile,
    shortcut: 'delete',
    when: hasOwnProfile,
    run: removeShownProfile,
  }),
  act('compare-profile', {
    title: strings.promptDiffCommands.compareProfileWorkspace,
    shortcut: 'c',
    when: hasProfile,
    run: compareShownProfile,
  }),
  act('apply-profile', {
    title: strings.promptDiffCommands.applyProfileWorkspace,
    shortcut: 'y',
    when: canApply,
    run: applyShownProfile,
  }),
  ...documentCommands,
];
