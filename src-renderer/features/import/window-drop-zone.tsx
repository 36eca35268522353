import { useEffect, useState } from 'react';
import { electronBridge } from '../../platform/host.ts';
import { useWorkspace } from '../../platform/workspace-query.ts';
import { droppedWorkspace } from './dropped-workspace.ts';
import styles from './import.module.css';
import { useImportDialog } from './import-store.ts';

/**
 * Files dropped anywhere on the window open the import dialog; a workspace is opened where the host knows its path. Without
 * this the browser would navigate to the file.
 */
export function WindowDropZone({ onWorkspace }: { onWorkspace: (folder: string) => void }) {
  const [dragging, setDragging] = useState(false);
  const hasWorkspace = useWorkspace() !== null;

  useEffect(() => {
    const holdsFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false;
    const bridge = electronBridge();
    const takes = hasWorkspace || bridge !== undefined;
    const onDragOver = (event: DragEvent) => {
      if (!holdsFiles(event)) return;
      event.preventDefault();
      if (event.dataTransfer) event.dataTransfer.dropEffect = takes ? 'copy' : 'none';
      setDragging(hasWorkspace);
    };
    const onDragLeave = (event: DragEvent) => {
      if (event.relatedTarget === null) setDragging(false);
    };
    const onDrop = (event: DragEvent) => {
      if (!holdsFiles(event)) return;
      setDragging(false);
      // A screen took them.
      if (event.defaultPrevented) return;
      event.preventDefault();
      const { dataTransfer } = event;
      const folder = bridge && dataTransfer && droppedWorkspace(dataTransfer, bridge.pathOf);
      if (folder) onWorkspace(folder);
      else if (hasWorkspace) void useImportDialog.getState().take([...(dataTransfer?.files ?? [])]);
    };
    const listening = new AbortController();
    window.addEventListener('dragover', onDragOver, listening);
    window.addEventListener('dragleave', onDragLeave, listening);
    window.addEventListener('drop', onDrop, listening);
    return () => listening.abort();
  }, [hasWorkspace, onWorkspace]);

  return dragging ? <div className={styles.dropOverlay}>Drop to see what importing would do</div> : null;
}
