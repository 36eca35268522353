import { Button, Loader } from '@mantine/core';
import { type ReactNode, useEffect } from 'react';
import { strings } from '../strings/documents.ts';
import { ErrorNotice } from '../ui/error-notice.tsx';
import { PathText } from '../ui/path-text.tsx';
import { VisibleText } from '../ui/visible-text.tsx';
import { CompareDialog } from './compare-dialog.tsx';
import { useDocuments } from './document-store.ts';
import styles from './documents.module.css';
import type { OpenDocument } from './use-document.ts';

/**
 * The head of a document: its name, whether it is saved, and the choice when its file is another by now. The document whose bar is
 * on screen is the one that the keys of `documentCommands` act on. `children` stand before Save.
 */
export function DocumentBar({
  document,
  canSave = true,
  children,
}: {
  readonly document: OpenDocument;
  /** Whether the text may be written as it is. */
  readonly canSave?: boolean;
  readonly children?: ReactNode;
}) {
  const { key, title, path, dirty, saving, error, conflict, save, revert } = document;
  useEffect(() => {
    useDocuments.setState({ shown: key, isComparing: false });
    return () => useDocuments.setState(({ shown }) => (shown === key ? { shown: null, isComparing: false } : {}));
  }, [key]);
  return (
    <div className={styles.head} data-testid="document-bar" data-dirty={dirty || undefined}>
      <div className={`${styles.bar} wrapping`}>
        <span className={styles.dot} data-on={dirty || undefined} aria-hidden />
        <VisibleText as="strong" className="breaks" text={title} />
        <span className={styles.path}>
          <PathText path={path} />
        </span>
        <div className={`${styles.actions} wrapping push`}>
          <span className="dim" role="status" data-testid="document-state">
            {saving ? strings.documentBar.saving : dirty ? strings.documentBar.notSaved : strings.documentBar.saved}
          </span>
          {saving && <Loader size={12} aria-hidden />}
          {children}
          <Button
            disabled={!dirty || conflict !== null}
            onClick={revert}
            title={strings.documentBar.discardYourChanges}
          >
            {strings.documentBar.revert}
          </Button>
          <Button
            variant="filled"
            disabled={!dirty || saving || conflict !== null || !canSave}
            onClick={() => void save()}
            title={strings.documentBar.saveCtrlS}
          >
            {strings.documentBar.save}
          </Button>
        </div>
      </div>
      {conflict && <ConflictChoice document={document} />}
      {error && !conflict && (
        <div className={styles.notice}>
          <ErrorNotice error={error} />
        </div>
      )}
      {conflict && <CompareDialog document={document} theirs={conflict.text} />}
    </div>
  );
}

function ConflictChoice({ document: { keepMine, takeTheirs } }: { readonly document: OpenDocument }) {
  return (
    <div className={`${styles.conflict} wrapping`} role="alert" data-testid="document-conflict">
      <span>{strings.documentBar.fileChangedOnDisk}</span>
      <Button onClick={() => useDocuments.setState({ isComparing: true })}>{strings.documentBar.compare}</Button>
      <Button onClick={() => void keepMine()} title={strings.documentBar.overwritesFile}>
        {strings.documentBar.keepMine}
      </Button>
      <Button onClick={takeTheirs} title={strings.documentBar.replacesYourText}>
        {strings.documentBar.takeTheirs}
      </Button>
    </div>
  );
}
