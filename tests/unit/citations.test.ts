import { readFileSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import { resolve } from 'node:path';
import { expect, it } from 'vitest';

const root = resolve(import.meta.dirname, '../..');

it('a test cites requirements one by one, in its own title: no id on a group of tests, no range', async () => {
  const wrong: string[] = [];
  for await (const path of glob('tests/**/*.{ts,tsx}', { cwd: root })) {
    for (const [index, line] of readFileSync(resolve(root, path), 'utf8').split('\n').entries()) {
      const isGroup = /\bdescribe(?:\.each)?\(.*\bR\d{1,2}\.\d{2}/.test(line);
      if (isGroup || /\bR\d{1,2}\.\d{2} ?[–-] ?R\d/.test(line)) wrong.push(`${path}:${index + 1}`);
    }
  }
  expect(wrong).toEqual([]);
});
