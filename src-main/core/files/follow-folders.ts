import type { ChangeSignal } from '../change-signal.ts';
import type { Files } from './files.ts';

/** How long folders must be quiet before what is in them is read again, milliseconds. */
const quietMs = 80;

/**
 * Watches the folders that `folders` names, and asks for them again at each change, since one of them may be new; tells
 * `changed`. `follow` begins, and begins again where others are meant now.
 */
export function followFolders(
  folders: () => readonly string[],
  { files, changed }: { readonly files: Files; readonly changed: ChangeSignal },
): { follow(): void; close(): void } {
  let watchers: { close(): void }[] = [];
  let quiet: NodeJS.Timeout | undefined;
  const close = () => {
    clearTimeout(quiet);
    for (const watcher of watchers) watcher.close();
    watchers = [];
  };
  const follow = () => {
    close();
    const onChange = () => {
      clearTimeout(quiet);
      quiet = setTimeout(() => {
        follow();
        changed.notify();
      }, quietMs);
    };
    watchers = folders().map((folder) => files.watchFolder(folder, onChange));
  };
  follow();
  return { follow, close };
}
