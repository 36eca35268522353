import { app, type BrowserWindow, dialog } from 'electron';
import type { Logger } from '#core/logger.ts';
import type { PageLink } from './page-link.ts';

/** A page that ends again within so many milliseconds would end again after a reload. */
const again = 60_000;

interface RecoveryOptions {
  readonly link: PageLink;
  readonly logger: Logger;
}

/**
 * Brings a page that ended by itself back: loads it again and lets it say so; a page that keeps ending, the user decides
 * on. A page that does not answer is waited for or ended, as the user says.
 */
export function recoverPage(window: BrowserWindow, { link, logger }: RecoveryOptions): void {
  const contents = window.webContents;
  let lastEnd = Number.NEGATIVE_INFINITY;

  contents.on('render-process-gone', (_event, { reason }) => {
    logger.error('The page ended.', { reason });
    if (reason === 'clean-exit' || window.isDestroyed()) return;
    const isFirst = performance.now() - lastEnd > again;
    lastEnd = performance.now();
    // Later, not within this event: while the process is being taken down, a reload ends Electron itself.
    const reload = () =>
      setImmediate(() => {
        if (window.isDestroyed()) return;
        link.tell({ type: 'recovered', reason });
        contents.reload();
      });
    if (isFirst) reload();
    else void askAbout(window, reason).then((choice) => (choice === 'reload' ? reload() : app.quit()));
  });

  window.on('unresponsive', () => {
    const answered = new AbortController();
    window.once('responsive', () => answered.abort());
    void askToWait(window, answered.signal).then((choice) => {
      // The end of the page is handled above, as for any page.
      if (choice === 'reload' && !answered.signal.aborted) contents.forcefullyCrashRenderer();
    });
  });
}

async function askAbout(window: BrowserWindow, reason: string): Promise<'reload' | 'quit'> {
  const { response } = await dialog.showMessageBox(window, {
    type: 'error',
    message: 'The page of Pegboard ended again.',
    detail: `The reason is "${reason}". Your workspace is untouched: it is files on the disk.`,
    buttons: ['Reload', 'Quit'],
    defaultId: 0,
    cancelId: 0,
    noLink: true,
  });
  return response === 0 ? 'reload' : 'quit';
}

async function askToWait(window: BrowserWindow, signal: AbortSignal): Promise<'wait' | 'reload'> {
  const { response } = await dialog.showMessageBox(window, {
    type: 'warning',
    message: 'Pegboard does not answer.',
    detail: 'It may be busy. Reloading loses what was typed and not saved.',
    buttons: ['Wait', 'Reload'],
    defaultId: 0,
    cancelId: 0,
    noLink: true,
    signal,
  });
  return response === 1 ? 'reload' : 'wait';
}
