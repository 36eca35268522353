import { notifications } from '@mantine/notifications';
import type { DraftAt } from '#shared/domain/draft.ts';
import { strings } from '../strings/documents.ts';
import { forgetEditorText } from '../ui/editor/code-editor.tsx';
import { visibleString } from '../ui/hidden-characters.ts';
import { noticeButton } from '../ui/notice-button.tsx';
import { editorPath } from './document-editor.tsx';
import { releaseDocument } from './document-store.ts';
import { draftKey } from './draft-journal.ts';
import { closeTab, openTab, tabRow } from './tab-store.ts';

/** Closes a tab. Text that is not saved is kept, and there when the document is opened again. */
export function closeDocumentTab(at: DraftAt, row: string): void {
  const tab = tabRow(row).open.find(({ id }) => id === at.id);
  if (!tab) return;
  closeTab(row, at.id);
  const key = draftKey(at);
  if (releaseDocument(key)) return void forgetEditorText(editorPath(key)).catch(() => undefined);
  const notice = `closed ${key}`;
  const reopen = () => {
    notifications.hide(notice);
    openTab(row, tab);
  };
  notifications.show({
    id: notice,
    title: strings.closeDocument.wasClosedWithoutSaving(visibleString(tab.title)),
    message: noticeButton(strings.closeDocument.reopen, reopen, strings.closeDocument.itsTextKept),
    autoClose: 8000,
  });
}
