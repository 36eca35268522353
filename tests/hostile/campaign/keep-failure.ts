import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { FailedCase } from './campaign.ts';

/**
 * Keeps what a failed case needs: its files, and a text with what was seen, what was done, and the command that repeats it. Returns
 * the folder.
 */
export function keepFailure(failed: FailedCase, options: { readonly folder: string; readonly seed: number }): string {
  const { area, index, result } = failed;
  const folder = join(options.folder, `${area.replaceAll(' ', '-')}-${index}`);
  mkdirSync(folder, { recursive: true });
  for (const { path, bytes } of result.files ?? []) {
    const kept = join(folder, path);
    mkdirSync(dirname(kept), { recursive: true });
    writeFileSync(kept, bytes);
  }
  const lines = [
    ...result.failures.map(({ kind, detail }) => `${kind}: ${detail}`),
    '',
    'What was done:',
    ...(result.steps ?? ['(the case did not end: repeat it to see)']),
    '',
    `Repeat it: ${repeatCommand(failed, options.seed)}`,
    '',
  ];
  writeFileSync(join(folder, 'what-happened.txt'), lines.join('\n'));
  return folder;
}

export function repeatCommand({ area, index }: Pick<FailedCase, 'area' | 'index'>, seed: number): string {
  return `npm run test:hostile -- --seed ${seed} --case "${area}:${index}"`;
}
