import { describe, expect, it } from 'vitest';
import { toIndexRows } from '#core/search/index-row.ts';
import { ToolIndex } from '#core/search/tool-index.ts';
import { testCatalog } from '../../support/planner.ts';

const { catalog } = testCatalog(Array.from({ length: 1200 }, (_, i) => ({ name: `a.${i}`, description: 'x' })));

describe('rows of a large catalog', () => {
  it('come with progress, and stop when cancelled', async () => {
    const told: [number, number][] = [];
    const rows = await toIndexRows(catalog, { onProgress: (done, total) => told.push([done, total]) });
    expect(rows.map(({ name }) => name)).toEqual(catalog.map(({ name }) => name));
    expect(told).toEqual([
      [500, 1200],
      [1000, 1200],
    ]);
    const stop = new AbortController();
    const stopped = toIndexRows(catalog, { signal: stop.signal, onProgress: () => stop.abort() });
    await expect(stopped).rejects.toMatchObject({ code: 'cancelled' });
  });

  it('written by another thread are taken note of', () => {
    const index = new ToolIndex({ path: null, fts: 'detect', now: () => 0 });
    const result = { inserted: 3, updated: 2, removed: 1, unchanged: 0, rebuilt: false };
    index.noteSync(result);
    expect(index.status().last_sync).toEqual(result);
    index.close();
  });
});
