import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Scratch } from './engines/engine.ts';

/** Work with a folder for everything it writes, deleted afterwards. */
export async function withScratch(work: (scratch: Scratch) => Promise<void>): Promise<void> {
  const root = mkdtempSync(join(tmpdir(), 'pegboard-bench-'));
  try {
    await work({ folder: () => mkdtempSync(join(root, 'part-')) });
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}
