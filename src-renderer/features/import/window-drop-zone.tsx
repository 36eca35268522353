import { useEffect, useState } from 'react';
import { useClient } from '../../platform/client.ts';
import { electronBridge } from '../../platform/host.ts';
import { useWorkspace } from '../../platform/workspace-query.ts';
import { useAddSource } from '../../state/add-source-store.ts';
import { strings } from '../../strings/import.ts';
import { droppedWorkspace } from './dropped-workspace.ts';
import styles from './import.module.css';
import { changeText, settleText, takeFiles, takePastedConfig } from './import-store.ts';
import { isForPegboard } from './recognise.ts';

/**
 * Files dropped anywhere on the window are imported, or lead to the sheet of servers; a workspace is opened where the host
 * knows its path. Without this the browser would navigate to the file.
 */
export function WindowDropZone({ onWorkspace }: { onWorkspace: (folder: string) => void }) {
  const [dragging, setDragging] = useState(false);
  const client = useClient();
  const workspace = useWorkspace()?.path ?? null;
  usePaste(workspace);

  useEffect(() => {
    const holdsFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false;
    const bridge = electronBridge();
    const takes = workspace !== null || bridge !== undefined;
    const onDragOver = (event: DragEvent) => {
      if (!holdsFiles(event)) return;
      event.preventDefault();
      if (event.dataTransfer) event.dataTransfer.dropEffect = takes ? 'copy' : 'none';
      setDragging(workspace !== null);
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
      else if (workspace !== null) void takeFiles({ client, workspace }, [...(dataTransfer?.files ?? [])]);
    };
    const listening = new AbortController();
    // Where the element under the pointer has just changed, Chromium sends `dragenter` in place of `dragover`.
    for (const type of ['dragenter', 'dragover'] as const) window.addEventListener(type, onDragOver, listening);
    window.addEventListener('dragleave', onDragLeave, listening);
    window.addEventListener('drop', onDrop, listening);
    return () => listening.abort();
  }, [client, workspace, onWorkspace]);

  return dragging ? (
    <div className={`${styles.dropOverlay} centered strong`}>{strings.windowDropZone.dropToPreviewImport}</div>
  ) : null;
}

/** A configuration or a list of tools that is pasted outside of any field is taken as if it were dropped. */
function usePaste(workspace: string | null): void {
  const client = useClient();
  useEffect(() => {
    if (workspace === null) return;
    const place = { client, workspace };
    const onPaste = (event: ClipboardEvent) => {
      if (event.defaultPrevented || isTyping(event.target) || document.querySelector('[role=dialog]') !== null) return;
      const text = event.clipboardData?.getData('text/plain') ?? '';
      const files = [...(event.clipboardData?.files ?? [])];
      if (files.length > 0) void takeFiles(place, files);
      else if (isForPegboard(text)) void takeText(place, text);
      else return;
      event.preventDefault();
    };
    window.addEventListener('paste', onPaste);
    return () => window.removeEventListener('paste', onPaste);
  }, [client, workspace]);
}

async function takeText(place: Parameters<typeof takePastedConfig>[0], text: string): Promise<void> {
  if (await takePastedConfig(place, text)) return;
  changeText(text);
  useAddSource.getState().open('paste');
  await settleText(place.client, text);
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'));
}
