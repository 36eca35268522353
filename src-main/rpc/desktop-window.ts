import type { ContractServices } from '#shared/contract/from-contract.ts';
import { PegboardError } from '#shared/errors.ts';

/** The native window around a page, as its page knows it. Streams end when their signal aborts. */
export type DesktopWindow = ContractServices['desktop'];

/** What a host without windows has: a browser, the command line. Its streams have nothing to say. */
export const noDesktopWindow: DesktopWindow = {
  async *events() {},
  async *holdUnsaved() {},
  chooseFolder: async () => {
    throw new PegboardError('usage', 'Here no dialog of the system can ask for a folder.', {
      hint: 'Type the path of the folder.',
    });
  },
};
