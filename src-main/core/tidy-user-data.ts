import { join } from 'node:path';
import type { Files } from './files/files.ts';

/** Removes what killed processes left half written in the folder of the user's own data. No error. */
export async function tidyUserData(userDataDir: string, files: Files): Promise<void> {
  await files.removeStrays(userDataDir, { deep: false });
  for (const folder of [
    'connect',
    'drafts',
    'evaluations',
    'evaluation-runs',
    'experiments',
    'optimize-applied',
    'runs',
    'working-memory',
    'use',
  ]) {
    await files.removeStrays(join(userDataDir, folder), { deep: true });
  }
}
