import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

const root = resolve(import.meta.dirname, '../../..');

it('ships types that a strict program compiles against, each file of them checked', async () => {
  const tsc = join(root, 'node_modules/typescript/bin/tsc');
  const program = join(root, 'tests/fixtures/library');
  const { stdout } = await promisify(execFile)(process.execPath, [tsc, '-p', program]).catch(
    (error: { stdout: string }) => error,
  );
  expect(stdout).toBe('');
}, 60_000);

it('ships types that need no other package, each with words on what it is', () => {
  for (const name of ['pegboard', 'ai-sdk', 'mcp']) {
    const text = readFileSync(join(root, `types/${name}.d.ts`), 'utf8');
    expect(text).not.toMatch(/^import |\bimport\(/m);
    expect(text).toContain('export declare');
    expect(text.match(/(?<!\*\/\n)^export declare .*/gm)).toBeNull();
  }
});
