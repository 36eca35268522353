import type { ContractServices } from '#shared/contract/from-contract.ts';
import { PegboardError } from '#shared/errors.ts';

/** The native window around a page, as its page knows it. Streams end when their signal aborts. */
export type DesktopWindow = ContractServices['desktop'];

/** The desktop service of a host without windows: a browser, the command line. Its streams send nothing. */
export const noDesktopWindow: DesktopWindow = {
  async *events() {},
  async *holdUnsaved() {},
  chooseFolder: async () => {
    throw new PegboardError('usage', 'This host has no dialog to choose a folder.', {
      hint: 'Type the path of the folder.',
    });
  },
};
