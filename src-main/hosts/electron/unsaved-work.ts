import { type BrowserWindow, dialog } from 'electron';
import type { PageLink } from './page-link.ts';

/** Asks before the window closes, by quitting too, while its page has work that would be lost. */
export function guardUnsavedWork(window: BrowserWindow, link: PageLink): void {
  window.on('close', (event) => {
    if (!mayLosePage({ window, link, act: 'Quit' })) event.preventDefault();
  });
}

/** Loads the page again, after asking where work would be lost. */
export function reloadPage(window: BrowserWindow, link: PageLink): void {
  if (mayLosePage({ window, link, act: 'Reload' })) window.webContents.reload();
}

interface Leaving {
  readonly window: BrowserWindow;
  readonly link: PageLink;
  readonly act: 'Quit' | 'Reload';
}

/** Waits for the answer: a window that is asked to close must know at once. */
function mayLosePage({ window, link, act }: Leaving): boolean {
  const work = link.unsavedWork();
  if (work.length === 0) return true;
  const answer = dialog.showMessageBoxSync(window, {
    type: 'warning',
    message: 'There is unsaved work.',
    detail: work.join('\n'),
    buttons: ['Cancel', `${act} anyway`],
    defaultId: 0,
    cancelId: 0,
    noLink: true,
  });
  return answer === 1;
}
