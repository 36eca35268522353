import type { DraftOwner } from '../../documents/draft-owner.ts';
import { useNavigation } from '../../state/navigation-store.ts';
import { usePromptDiffStore } from './prompt-diff-store.ts';

/** The id of a profile's fields as a document. */
export const profileDocument = (name: string) => `profile:${name}`;

/** Unsaved fields of a profile are opened again on the tab of profiles. */
export const profileDrafts: DraftOwner = {
  prefix: 'profile',
  open: ({ workspace, id }) => {
    usePromptDiffStore.getState().change(workspace, { tab: 'profiles', profile: id.slice('profile:'.length) });
    useNavigation.getState().goTo('prompt-diff');
  },
};
