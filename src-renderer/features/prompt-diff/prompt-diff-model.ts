import { notifications } from '@mantine/notifications';
import { create } from 'zustand';
import type { Profile, WorkspaceConfig } from '#shared/domain/config.ts';
import { promptText } from '#shared/domain/prompt-block.ts';
import type { PromptBreak } from '#shared/domain/prompt-diff.ts';
import { builtinProfiles } from '#shared/domain/prompt-profile.ts';
import { discardDocument } from '../../documents/document-store.ts';
import { personaOf } from '../../platform/active-persona.ts';
import { screenActs } from '../../platform/screen-acts.ts';
import { known, openWorkspace, thisWindow } from '../../platform/this-window.ts';
import { runPrompts } from '../../state/run-prompts.ts';
import { strings } from '../../strings/prompt-diff.ts';
import { copyText } from '../../ui/copy-text.ts';
import type { TextDiffActs } from '../../ui/text-diff/text-diff.tsx';
import { comparedQuery } from './compared-query.ts';
import { applyProfile, removeProfile } from './profile-acts.ts';
import { useProfileDialog } from './profile-dialog-store.ts';
import { profileDocument } from './profile-drafts.ts';
import { fieldChanges } from './profile-fields.ts';
import { initialView, type PromptDiffView, type PromptTab, usePromptDiffStore } from './prompt-diff-store.ts';
import { versionsQuery } from './use-versions.ts';

/** The profiles of a workspace and those that every workspace has; the one that is shown, and whether it can be changed. */
export function profilesOf(own: readonly Profile[], shown: string | null) {
  const others = builtinProfiles.filter(({ name }) => name !== 'workspace' && !own.some((one) => one.name === name));
  const current = [...own, ...others].find(({ name }) => name === shown) ?? own[0] ?? others[0];
  return { own, others, current, isOwn: current !== undefined && own.includes(current) };
}

/** Whether a profile sets something that the workspace could take over. */
export const canBeApplied = (profile: Profile | undefined) => profile !== undefined && fieldChanges(profile).length > 0;

const acts = screenActs('prompt-diff', ({ path, config }: { path: string; config: WorkspaceConfig }) => {
  const view = usePromptDiffStore.getState().views[path] ?? initialView;
  return { path, view, ...profilesOf(config.profiles, view.profile) };
});

type Ready = NonNullable<ReturnType<typeof acts.now>>;

const change = (path: string, view: Partial<PromptDiffView>) => usePromptDiffStore.getState().change(path, view);

/** Which tab is shown is known at once: it decides what a key means whose act has to wait. */
export function isOnTab(tab: PromptTab): boolean {
  const path = openWorkspace()?.path ?? '';
  return (usePromptDiffStore.getState().views[path] ?? initialView).tab === tab;
}

export const isShown = () => acts.mayBe(() => true);

/** Shows another tab, or goes back to comparing from it. */
export function toggleTab(tab: 'profiles' | 'leaks'): void {
  acts.do(({ path, view }) => {
    const next = tab === 'profiles' && view.tab === 'leaks' ? 'compare' : view.tab === tab ? 'compare' : tab;
    change(path, { tab: next });
  });
}

const onCompare = (act: (ready: Ready) => void) => acts.do((ready) => ready.view.tab === 'compare' && act(ready));

export const swapSides = () =>
  onCompare(({ path, view: { before, after } }) => change(path, { before: after, after: before }));
export const toggleSplit = () => onCompare(({ path, view }) => change(path, { split: !view.split }));
export const toggleOnlyChanges = () => onCompare(({ path, view }) => change(path, { onlyChanges: !view.onlyChanges }));

/** The moves in the difference that is shown, and where the prompt cache breaks; null while there is none. */
export const useShownDiff = create<{
  readonly acts: TextDiffActs | null;
  readonly cache: PromptBreak | null;
}>()(() => ({ acts: null, cache: null }));

export const hasDiff = () => useShownDiff.getState().acts !== null && isOnTab('compare');
export const goToChange = (to: 'next' | 'previous') => useShownDiff.getState().acts?.goToChange(to);

export const hasBreak = () => hasDiff() && useShownDiff.getState().cache !== null;

/** Goes to the line from which on the prompt cache holds nothing. */
export function goToBreak(): void {
  const { acts: shown, cache } = useShownDiff.getState();
  if (cache) shown?.showLine({ side: 'after', line: cache.line - 1 });
}

/** The prompts that are chosen, as soon as they are rendered. */
const promptActs = screenActs('prompt-diff', (workspace) => {
  const view = usePromptDiffStore.getState().views[workspace.path] ?? initialView;
  const persona = personaOf(workspace);
  const query = comparedQuery(workspace, {
    view,
    query: view.query.trim(),
    runs: runPrompts(),
    active: persona.kind === 'active' ? persona.persona.name : undefined,
    versions: thisWindow().queries.getQueryData(versionsQuery(workspace).queryKey) ?? [],
  });
  return query && known(query);
});

/** Copies one of the two prompts. */
export function copyPrompt(side: 'before' | 'after'): void {
  promptActs.do(async (prompts) => {
    const copied = await copyText(promptText(prompts[side].blocks));
    notifications.show(
      copied
        ? { message: strings.promptDiffModel.copiedPrompt(side), autoClose: 2000 }
        : { color: 'red', message: strings.promptDiffModel.pegboardCouldNotWrite },
    );
  });
}

/** Looks for leaks again. */
export function checkLeaks(): void {
  acts.do(({ path }) => void thisWindow().queries.invalidateQueries({ queryKey: ['leaks', path] }));
}

const { ask } = useProfileDialog.getState();

export const askNewProfile = () => acts.do(() => ask({ kind: 'new', from: null }));
export const askDuplicate = () => acts.do(({ current }) => current && ask({ kind: 'new', from: current.name }));
export const askRename = () =>
  acts.do(({ current, isOwn }) => isOwn && current && ask({ kind: 'rename', name: current.name }));

export const hasProfile = () => isOnTab('profiles') && acts.mayBe(({ current }) => current !== undefined);
export const hasOwnProfile = () => isOnTab('profiles') && acts.mayBe(({ isOwn }) => isOwn);
export const canApply = () => isOnTab('profiles') && acts.mayBe(({ current }) => canBeApplied(current));

/** Deletes the profile that is shown, and what is typed of it. */
export function removeShownProfile(): void {
  acts.do(async ({ path, current, isOwn }) => {
    if (!current || !isOwn) return;
    await removeProfile(path, current.name);
    discardDocument(profileDocument(path, current.name));
  });
}

/** Sets the fields of the profile that is shown in the workspace itself. */
export function applyShownProfile(): void {
  acts.do(({ path, current }) => current && canBeApplied(current) && applyProfile(path, current));
}

/** Compares the profile that is shown with the workspace as it is. */
export function compareShownProfile(): void {
  acts.do(({ path, current }) => {
    if (!current) return;
    change(path, {
      tab: 'compare',
      before: { kind: 'configuration', profile: 'workspace' },
      after: { kind: 'configuration', profile: current.name },
    });
  });
}
