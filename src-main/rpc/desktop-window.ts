import type { DesktopEvent, FolderPurpose } from '#shared/contract/desktop.ts';
import { PegboardError } from '#shared/errors.ts';

/** The native window around a page, as its page knows it. Streams end when their signal aborts. */
export interface DesktopWindow {
  events(signal: AbortSignal): AsyncGenerator<DesktopEvent, void>;
  holdUnsaved(work: readonly string[], signal: AbortSignal): AsyncGenerator<{ type: 'held' }, void>;
  chooseFolder(purpose: FolderPurpose): Promise<string | null>;
}

/** Of a host without windows of its own: a browser, the command line. Its streams have nothing to say. */
export const noDesktopWindow: DesktopWindow = {
  async *events() {},
  async *holdUnsaved() {},
  chooseFolder: async () => {
    throw new PegboardError('usage', 'Here no dialog of the system can ask for a folder.', {
      hint: 'Type the path of the folder.',
    });
  },
};
