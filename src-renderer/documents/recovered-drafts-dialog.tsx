import { Button, Group, Modal, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import type { DraftSummary, KeptDraft } from '#shared/domain/draft.ts';
import { type PegboardClient, useClient } from '../platform/client.ts';
import { offerUndo, tellError } from '../platform/undo-change.ts';
import { useWorkspace } from '../platform/workspace-query.ts';
import { useNavigation } from '../state/navigation-store.ts';
import { inTurn } from '../state/undo-store.ts';
import { strings } from '../strings/documents.ts';
import { copyText } from '../ui/copy-text.ts';
import { exactTime, relativeTime } from '../ui/relative-time.ts';
import { useNow } from '../ui/use-now.ts';
import { VisibleText } from '../ui/visible-text.tsx';
import styles from './documents.module.css';
import { type DraftOwner, draftOwnerOf } from './draft-owner.ts';
import { dismissRecoveredDraft, leaveBehind, useRecoveredDrafts } from './recovered-drafts.ts';

/** Text that was typed and not saved before this window began: each to open, to copy, or to throw away. */
export function RecoveredDraftsDialog({ owners }: { readonly owners: readonly DraftOwner[] }) {
  const { dialog, closeDialog } = useNavigation();
  return (
    <Modal
      opened={dialog === 'unsaved-text'}
      onClose={closeDialog}
      title={strings.recoveredDraftsDialog.recoveredDrafts}
      size="lg"
    >
      {dialog === 'unsaved-text' && <LeftBehindList owners={owners} />}
    </Modal>
  );
}

const none: readonly DraftSummary[] = [];

function LeftBehindList({ owners }: { readonly owners: readonly DraftOwner[] }) {
  const client = useClient();
  const workspace = useWorkspace()?.path ?? '';
  const drafts = useRecoveredDrafts((state) => state.drafts[workspace] ?? none);
  const now = useNow();
  const remove = (which: readonly DraftSummary[]) => void throwAway(client, { workspace, drafts: which, owners });
  const copy = async (id: string) => {
    try {
      const draft = await client.drafts.read({ workspace, id });
      if (draft && (await copyText(draft.text)))
        notifications.show({ message: strings.recoveredDraftsDialog.copied, autoClose: 2000 });
    } catch (error) {
      tellError(error);
    }
  };
  if (drafts.length === 0) return <Text>{strings.recoveredDraftsDialog.noDraftsLeftYou}</Text>;
  return (
    <>
      <ul className="spaced-list" data-testid="left-behind">
        {drafts.map((draft, index) => {
          const { id, title, path, saved_at, length } = draft;
          const owner = draftOwnerOf(owners, id);
          return (
            <li key={id} className={`${styles.draft} wrapping`}>
              <span className={`${styles.draftName} wraps`}>
                <VisibleText as="strong" text={title} />
                <span className="dim" title={exactTime(saved_at)}>
                  {path !== null && (
                    <>
                      {' '}
                      · <VisibleText text={path} lines={false} />
                    </>
                  )}{' '}
                  · {strings.recoveredDraftsDialog.typedCharacters(relativeTime(saved_at, now), length)}
                </span>
              </span>
              {owner && (
                <Button
                  variant="filled"
                  data-autofocus={index === 0 || undefined}
                  onClick={() => {
                    useNavigation.getState().closeDialog();
                    owner.open({ workspace, id });
                  }}
                >
                  {strings.recoveredDraftsDialog.open}
                </Button>
              )}
              <Button onClick={() => void copy(id)}>{strings.recoveredDraftsDialog.copyText}</Button>
              <Button onClick={() => remove([draft])}>{strings.recoveredDraftsDialog.discard}</Button>
            </li>
          );
        })}
      </ul>
      {drafts.length > 1 && (
        <Group justify="flex-end" mt="sm">
          <Button onClick={() => remove(drafts)}>{strings.recoveredDraftsDialog.discardAll}</Button>
        </Group>
      )}
    </>
  );
}

interface ToThrowAway {
  readonly workspace: string;
  readonly drafts: readonly DraftSummary[];
  readonly owners: readonly DraftOwner[];
}

/** Forgets drafts; Undo brings them back, as long as the window lives. */
function throwAway(client: PegboardClient, toThrowAway: ToThrowAway): Promise<void> {
  return inTurn(toThrowAway.workspace, () => drop(client, toThrowAway));
}

async function drop(client: PegboardClient, { workspace, drafts, owners }: ToThrowAway): Promise<void> {
  const gone: KeptDraft[] = [];
  try {
    for (const { id } of drafts) {
      const at = { workspace, id };
      const draft = await client.drafts.read(at);
      await client.drafts.drop(at);
      if (draft) gone.push(draft);
      draftOwnerOf(owners, id)?.forget?.(at);
      dismissRecoveredDraft(at);
    }
  } catch (error) {
    tellError(error, strings.recoveredDraftsDialog.notDiscarded);
  }
  if (gone.length === 0) return;
  const done =
    gone.length === 1
      ? strings.recoveredDraftsDialog.discardedDraft(gone[0]?.title)
      : strings.recoveredDraftsDialog.discardedDrafts(gone.length);
  const undo = async () => {
    for (const { saved_at: _, ...draft } of gone) {
      const { saved_at } = await client.drafts.put({ workspace, ...draft });
      const kept = { ...draft, saved_at };
      draftOwnerOf(owners, draft.id)?.restore?.(workspace, kept);
      leaveBehind(workspace, kept);
    }
    return null;
  };
  offerUndo({ workspace, done, undo });
}
