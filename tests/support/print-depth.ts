import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { depthOf } from './depth.ts';

/** Around a run of Vitest: prints how many of the drawn cases the run tried. Each project calls it; the first to end prints. */
export default function setup(): () => void {
  const depth = depthOf(process.env);
  process.env.PEGBOARD_TEST_DRAWN ??= join(mkdtempSync(join(tmpdir(), 'pegboard-drawn-')), 'cases');
  const notes = process.env.PEGBOARD_TEST_DRAWN;
  return () => {
    if (existsSync(notes)) process.stdout.write(`${toldOf(readFileSync(notes, 'utf8'), depth)}\n`);
    rmSync(dirname(notes), { recursive: true, force: true });
  };
}

/** The line about the notes of `casesOf`. */
export function toldOf(notes: string, depth: string): string {
  const rows = notes
    .trim()
    .split('\n')
    .map((line) => line.split(' ').map(Number));
  const sum = (column: number) => rows.reduce((all, row) => all + (row[column] ?? 0), 0).toLocaleString('en');
  const rest = depth === 'deep' ? '' : ' `npm run test:deep` tries all of them.';
  return `Depth ${depth}: ${sum(0)} of ${sum(1)} drawn cases in ${rows.length} tests.${rest}`;
}
