import type { DraftOwner } from '../../documents/draft-owner.ts';
import { useNavigation } from '../../state/navigation-store.ts';
import { usePromptDiffStore } from './prompt-diff-store.ts';

/** The fields of a profile as a document. */
export function profileDocument(workspace: string, name: string) {
  return { workspace, id: `profile:${name}`, title: name, path: 'pegboard.yaml' };
}

/** Unsaved fields of a profile are opened again on the tab of profiles. */
export const profileDrafts: DraftOwner = {
  prefix: 'profile',
  open: ({ workspace, id }) => {
    usePromptDiffStore.getState().change(workspace, { tab: 'profiles', profile: id.slice('profile:'.length) });
    useNavigation.getState().goTo('prompt-diff');
  },
};
