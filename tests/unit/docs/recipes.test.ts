import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const root = new URL('../../../', import.meta.url);
const text = readFileSync(new URL('docs/contributing/recipes.md', root), 'utf8');

describe('the recipes', () => {
  it('name files and folders that exist', () => {
    const named = [...text.matchAll(/`(src-[^`<]+)/g)].map(([, path]) => path ?? '');
    expect(named.length).toBeGreaterThan(15);
    expect(named.filter((path) => !existsSync(new URL(path, root)))).toEqual([]);
  });
});
