import { dirname } from 'node:path';
import type { Files } from './files.ts';

/**
 * Calls back once when a folder that is gone is there again, until `close`. It watches the nearest folder above that is there,
 * and comes closer as those between are made.
 */
export function awaitFolder(
  folder: string,
  { files, onBack }: { readonly files: Files; readonly onBack: () => void },
): { close(): void } {
  let watcher: { close(): void } | undefined;
  let watched: string | undefined;
  let isClosed = false;
  let queue = Promise.resolve();

  const close = () => {
    isClosed = true;
    watcher?.close();
  };
  const look = async (): Promise<void> => {
    let nearest = folder;
    while (!(await files.isDirectory(nearest)) && dirname(nearest) !== nearest) nearest = dirname(nearest);
    if (isClosed) return;
    if (nearest === folder) {
      close();
      onBack();
      return;
    }
    if (nearest === watched) return;
    watcher?.close();
    watched = nearest;
    watcher = files.watchFolder(nearest, lookInTurn);
    // It may have been made while nobody watched.
    await look();
  };
  const lookInTurn = () => {
    queue = queue.then(look);
  };
  lookInTurn();
  return { close };
}
