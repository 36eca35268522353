import { dirname } from 'node:path';
import { nodeFiles } from '#core/files/node-files.ts';

/**
 * Writes a file that the user named, wherever it lies, and removes what a killed command left beside it. Errors:
 * `folder_read_only`, `disk_full`, `not_a_file`.
 */
export async function writeOutput(path: string, text: string): Promise<void> {
  await nodeFiles.writeAll([{ path, text }]);
  await nodeFiles.removeStrays(dirname(path), { deep: false });
}
