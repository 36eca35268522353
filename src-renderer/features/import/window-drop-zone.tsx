import { useEffect, useState } from 'react';
import { useWorkspace } from '../../platform/workspace-query.ts';
import styles from './import.module.css';
import { useImportDialog } from './import-store.ts';

/** Files dropped anywhere on the window open the import dialog. Without this the browser would navigate to the file. */
export function WindowDropZone() {
  const [dragging, setDragging] = useState(false);
  const hasWorkspace = useWorkspace() !== null;

  useEffect(() => {
    const holdsFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false;
    const onDragOver = (event: DragEvent) => {
      if (!holdsFiles(event)) return;
      event.preventDefault();
      if (event.dataTransfer) event.dataTransfer.dropEffect = hasWorkspace ? 'copy' : 'none';
      setDragging(hasWorkspace);
    };
    const onDragLeave = (event: DragEvent) => {
      if (event.relatedTarget === null) setDragging(false);
    };
    const onDrop = (event: DragEvent) => {
      if (!holdsFiles(event)) return;
      event.preventDefault();
      setDragging(false);
      if (hasWorkspace) void useImportDialog.getState().take([...(event.dataTransfer?.files ?? [])]);
    };
    const listening = new AbortController();
    window.addEventListener('dragover', onDragOver, listening);
    window.addEventListener('dragleave', onDragLeave, listening);
    window.addEventListener('drop', onDrop, listening);
    return () => listening.abort();
  }, [hasWorkspace]);

  return dragging ? <div className={styles.dropOverlay}>Drop to see what importing would do</div> : null;
}
