import { fileURLToPath } from 'node:url';

/** Folders that come with the package, seen from the built file. */
export const shipped = {
  packs: fileURLToPath(new URL('../../skill-packs', import.meta.url)),
  guidance: fileURLToPath(new URL('../../guidance', import.meta.url)),
};
