import type { DraftOwner } from '../../documents/draft-owner.ts';
import { openTab, rowKey } from '../../documents/tab-store.ts';
import { useNavigation } from '../../state/navigation-store.ts';
import { documentPlace, documentTitle, packsScreen } from './pack-document.ts';

/** Unsaved texts of skill files come back in their tabs. */
export const packDrafts: DraftOwner = {
  prefix: packsScreen,
  open: ({ workspace, id }) => {
    openTab(rowKey(workspace, packsScreen), { id, title: documentTitle(documentPlace(id).file) });
    useNavigation.getState().goTo('packs');
  },
};
