import { resolve } from 'node:path';

/** Folder of the built main process. */
export const builtDir = resolve(import.meta.dirname, '../../out/main');
