import { notifications } from '@mantine/notifications';
import { useEffect } from 'react';
import type { PegboardClient } from '../platform/client.ts';
import { useClient } from '../platform/client.ts';
import { tellError } from '../platform/undo-change.ts';
import { useWorkspace } from '../platform/workspace-query.ts';
import { useNavigation } from '../state/navigation-store.ts';
import { strings } from '../strings/documents.ts';
import { noticeButton } from '../ui/notice-button.tsx';
import { type DraftOwner, draftOwnerOf } from './draft-owner.ts';
import { findRecoveredDrafts, useRecoveredDrafts } from './recovered-drafts.ts';

const noticeId = 'left-behind';

/** Offers what was typed and not saved when Pegboard last stopped, once a workspace and window. */
export function useRecoveredDraftsOffer(owners: readonly DraftOwner[]): void {
  const client = useClient();
  const workspace = useWorkspace()?.path;
  useEffect(() => {
    if (workspace === undefined || offered.has(workspace)) return;
    offered.add(workspace);
    void findRecoveredDrafts(client, workspace).then(async () => {
      await restoreForms(client, workspace, owners);
      offer(useRecoveredDrafts.getState().drafts[workspace]?.length ?? 0);
    });
  }, [client, workspace, owners]);

  // The notice goes with the last of them.
  const left = useRecoveredDrafts(({ drafts }) => drafts[workspace ?? '']?.length ?? 0);
  useEffect(() => {
    if (left === 0) notifications.hide(noticeId);
  }, [left]);
}

const offered = new Set<string>();

/** Unsaved text of forms is restored at once, so that new keystrokes do not replace it. */
async function restoreForms(client: PegboardClient, workspace: string, owners: readonly DraftOwner[]): Promise<void> {
  try {
    for (const { id } of useRecoveredDrafts.getState().drafts[workspace] ?? []) {
      const owner = draftOwnerOf(owners, id);
      const draft = owner?.restore ? await client.drafts.read({ workspace, id }) : null;
      if (draft) owner?.restore?.(workspace, draft);
    }
  } catch (error) {
    tellError(error, strings.useRecoveredDrafts.pegboardCouldNotRead);
  }
}

function offer(count: number): void {
  if (count === 0) return;
  const show = () => {
    notifications.hide(noticeId);
    useNavigation.getState().openDialog('unsaved-text');
  };
  notifications.show({
    id: noticeId,
    title: strings.useRecoveredDrafts.pegboardRecoveredDrafts(count),
    message: noticeButton(strings.useRecoveredDrafts.showDrafts, show, strings.useRecoveredDrafts.youHadNotSaved),
    autoClose: false,
  });
}
