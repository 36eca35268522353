import { BrowserWindow, dialog, type OpenDialogOptions } from 'electron';
import { ChangeSignal } from '#core/change-signal.ts';
import type { DesktopWindow } from '#rpc/desktop-window.ts';
import type { DesktopEvent, FolderPurpose } from '#shared/contract/desktop.ts';
import type { CallOptions } from '#shared/contract/from-contract.ts';

const folderDialogs = {
  'open-workspace': { title: 'Open a workspace', buttonLabel: 'Open', properties: ['openDirectory'] },
  'new-workspace': {
    title: 'New workspace',
    buttonLabel: 'Make it here',
    properties: ['openDirectory', 'createDirectory', 'promptToCreate'],
  },
  'export-target': {
    title: 'Export to a folder',
    buttonLabel: 'Choose',
    properties: ['openDirectory', 'createDirectory', 'promptToCreate'],
  },
} satisfies Record<FolderPurpose, OpenDialogOptions>;

/** The messages between the window and its page. There is one window, and one page in it. */
export class PageLink implements DesktopWindow {
  readonly #untold: DesktopEvent[] = [];
  readonly #told = new ChangeSignal();
  readonly #unsaved = new Set<readonly string[]>();

  /** Tells the page; the next one, when none listens now. */
  tell(event: DesktopEvent): void {
    this.#untold.push(event);
    this.#told.notify();
  }

  /** What would be lost with the page, in its own words. */
  unsavedWork(): readonly string[] {
    return [...this.#unsaved].flat();
  }

  async *events({ signal }: CallOptions = {}): AsyncGenerator<DesktopEvent, void> {
    const more = this.#told.changes(signal);
    let next = more.next();
    do {
      for (let event = this.#untold.shift(); event; event = this.#untold.shift()) yield event;
      const { done } = await next;
      if (done) return;
      next = more.next();
    } while (!signal?.aborted);
  }

  async *holdUnsaved(
    { work }: { work: readonly string[] },
    { signal }: CallOptions = {},
  ): AsyncGenerator<{ type: 'held' }, void> {
    this.#unsaved.add(work);
    try {
      yield { type: 'held' };
      if (!signal?.aborted) await new Promise((resolve) => signal?.addEventListener('abort', resolve, { once: true }));
    } finally {
      this.#unsaved.delete(work);
    }
  }

  async chooseFolder({ purpose }: { purpose: FolderPurpose }): Promise<string | null> {
    const [window] = BrowserWindow.getAllWindows();
    const options = folderDialogs[purpose];
    const { canceled, filePaths } = await (window
      ? dialog.showOpenDialog(window, options)
      : dialog.showOpenDialog(options));
    return canceled ? null : (filePaths[0] ?? null);
  }
}
