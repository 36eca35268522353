import { areActsUnderWay, inOrder } from '../platform/screen-acts.ts';
import type { Command } from '../state/command.ts';
import { strings } from '../strings/documents.ts';
import { closeDocumentTab } from './close-document.ts';
import type { DocumentState } from './document-state.ts';
import { isDirty } from './document-state.ts';
import { documentAt, keepMineOf, revertDocument, saveDocument, takeTheirsOf, useDocuments } from './document-store.ts';
import { draftKey } from './draft-journal.ts';
import { reopenTab, shownRow, stepTab, tabRow, workspaceOfRow } from './tab-store.ts';

const group = strings.documentCommands.document;

/** The document on screen: that of the tab that is shown, or the one that the screen shows without tabs. */
function shownDocument(): { readonly key: string; readonly state: DocumentState } | null {
  const row = shownRow();
  const active = row === null ? null : tabRow(row).active;
  const key =
    row !== null && active !== null
      ? draftKey({ workspace: workspaceOfRow(row), id: active })
      : useDocuments.getState().shown;
  const state = key === null ? undefined : documentAt(key);
  return key !== null && state ? { key, state } : null;
}

function onDocument(
  command: Pick<Command, 'id' | 'title'> & { readonly shortcut?: string },
  when: (state: DocumentState) => boolean,
  run: (key: string) => unknown,
): Command {
  return {
    ...command,
    group,
    when: () => {
      const shown = shownDocument();
      return areActsUnderWay() || (shown !== null && when(shown.state));
    },
    run: () =>
      inOrder(() => {
        const shown = shownDocument();
        return shown && when(shown.state) && run(shown.key);
      }),
  };
}

function onTabs(
  command: Pick<Command, 'id' | 'title' | 'shortcut'>,
  { when, run }: { when(row: string): boolean; run(row: string): unknown },
): Command {
  return {
    ...command,
    group,
    when: () => {
      const row = shownRow();
      return row !== null && (areActsUnderWay() || when(row));
    },
    run: () =>
      inOrder(() => {
        const row = shownRow();
        if (row !== null && when(row)) run(row);
      }),
  };
}

const isUnsaved = (state: DocumentState) => isDirty(state) && state.conflict === null;
const hasConflict = ({ conflict }: DocumentState) => conflict !== null;
const hasSeveral = (row: string) => tabRow(row).open.length > 1;

/** Saves; while a choice is open, shows what it is between. */
function saveOrChoose(key: string): unknown {
  if (documentAt(key)?.conflict) return useDocuments.setState({ isComparing: true });
  return saveDocument(key);
}

/** The actions for the document on screen and for its tabs, as part of a screen's commands. */
export const documentCommands: readonly Command[] = [
  // Always there: the browser's own meaning of the keys is never wanted.
  onDocument(
    { id: 'document.save', title: strings.documentCommands.save, shortcut: 'mod+s' },
    () => true,
    saveOrChoose,
  ),
  onDocument({ id: 'document.revert', title: strings.documentCommands.revertTextFile }, isUnsaved, revertDocument),
  onDocument({ id: 'document.compare', title: strings.documentCommands.compareYourTextFile }, hasConflict, () =>
    useDocuments.setState({ isComparing: true }),
  ),
  onDocument({ id: 'document.keep-mine', title: strings.documentCommands.keepMyText }, hasConflict, keepMineOf),
  onDocument(
    { id: 'document.take-theirs', title: strings.documentCommands.toUseTextOfFile },
    hasConflict,
    takeTheirsOf,
  ),
  onTabs(
    { id: 'document.next', title: strings.documentCommands.nextDocument, shortcut: 'alt+pagedown' },
    { when: hasSeveral, run: (row) => stepTab(row, 1) },
  ),
  onTabs(
    { id: 'document.previous', title: strings.documentCommands.previousDocument, shortcut: 'alt+pageup' },
    { when: hasSeveral, run: (row) => stepTab(row, -1) },
  ),
  onTabs(
    { id: 'document.close', title: strings.documentCommands.closeDocument, shortcut: 'alt+w' },
    {
      when: (row) => tabRow(row).active !== null,
      run: (row) => {
        const { active } = tabRow(row);
        if (active !== null) closeDocumentTab({ workspace: workspaceOfRow(row), id: active }, row);
      },
    },
  ),
  onTabs(
    { id: 'document.reopen', title: strings.documentCommands.reopenLastClosedDocument, shortcut: 'alt+shift+w' },
    { when: (row) => tabRow(row).closed.length > 0, run: reopenTab },
  ),
];
