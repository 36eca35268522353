import { ActionIcon, UnstyledButton } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { type KeyboardEvent, useEffect } from 'react';
import { useWorkspace } from '../platform/workspace-query.ts';
import { strings } from '../strings/documents.ts';
import { visibleString } from '../ui/hidden-characters.ts';
import { closeDocumentTab } from './close-document.ts';
import { isDirty } from './document-state.ts';
import { useDocuments } from './document-store.ts';
import styles from './documents.module.css';
import { draftKey } from './draft-journal.ts';
import { type DocumentTab, openTab, rowKey, setShownRow, useTabRow } from './tab-store.ts';

/** The open documents of a screen and the one that is shown; empty until a workspace is open. */
export function useDocumentTabs(screen: string) {
  const workspace = useWorkspace()?.path ?? '';
  const row = rowKey(workspace, screen);
  const { open, active } = useTabRow(row);
  return { tabs: open, active, row, show: (tab: DocumentTab) => openTab(row, tab) };
}

/**
 * The open documents of a screen. Left and right move between them, Delete closes one; a text that is not saved is kept when its
 * tab is closed. `screen` is the prefix of the documents' ids.
 */
export function DocumentTabs({ screen }: { readonly screen: string }) {
  const workspace = useWorkspace()?.path ?? '';
  const { tabs, active, row, show } = useDocumentTabs(screen);
  const documents = useDocuments((state) => state.documents);
  const close = (id: string) => closeDocumentTab({ workspace, id }, row);

  useEffect(() => {
    setShownRow(row);
    return () => setShownRow(null);
  }, [row]);

  const onKeyDown = (event: KeyboardEvent<HTMLElement>, tab: DocumentTab) => {
    if (event.key === 'Delete') {
      event.preventDefault();
      return close(tab.id);
    }
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    if (step === 0) return;
    event.preventDefault();
    const list = event.currentTarget.closest('ul');
    const buttons = [...(list?.querySelectorAll<HTMLElement>('[data-tab]') ?? [])];
    const next = buttons.at((buttons.indexOf(event.currentTarget) + step) % buttons.length);
    next?.focus();
    next?.click();
  };

  if (tabs.length === 0) return null;
  return (
    <ul
      className={`${styles.tabs} plain-list flex`}
      aria-label={strings.documentTabs.openDocuments}
      data-testid="document-tabs"
    >
      {tabs.map((tab, index) => {
        const title = visibleString(tab.title);
        const state = documents[draftKey({ workspace, id: tab.id })];
        const dirty = state !== undefined && isDirty(state);
        return (
          <li key={tab.id} className={`${styles.tab} row keeps`} data-active={tab.id === active || undefined}>
            <UnstyledButton
              className={`${styles.tabName} row narrow`}
              data-tab
              aria-current={tab.id === active ? 'true' : undefined}
              tabIndex={active === null ? (index === 0 ? 0 : -1) : tab.id === active ? 0 : -1}
              onClick={() => show(tab)}
              onAuxClick={() => close(tab.id)}
              onKeyDown={(event) => onKeyDown(event, tab)}
            >
              {dirty && <span className={styles.dot} data-on role="img" aria-label={strings.documentTabs.notSaved} />}
              <span title={title}>{title}</span>
            </UnstyledButton>
            <ActionIcon
              className={styles.tabClose ?? ''}
              size={20}
              variant="subtle"
              tabIndex={-1}
              aria-label={strings.documentTabs.close(title)}
              title={strings.documentTabs.closeAltW}
              onClick={() => close(tab.id)}
            >
              <IconX size={14} />
            </ActionIcon>
          </li>
        );
      })}
    </ul>
  );
}
