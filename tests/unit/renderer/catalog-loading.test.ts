import { describe, expect, it } from 'vitest';
import { nextMode, rowAfter } from '../../../src-renderer/features/catalog/catalog-acts.ts';
import { catalogRows } from '../../../src-renderer/features/catalog/catalog-rows.ts';
import {
  hiddenNow,
  initialView,
  showAlwaysLoaded,
  useCatalogStore,
} from '../../../src-renderer/features/catalog/catalog-store.ts';
import { filterCatalog } from '../../../src-renderer/features/catalog/facets.ts';
import { toolTokens } from '../../../src-renderer/platform/tool-tokens.ts';
import { servicesWith } from '../../support/workspace.ts';

describe('what is always loaded, in the table', () => {
  it('is deferred when all that is chosen is loaded, and loaded otherwise', () => {
    expect(nextMode([{ mode: 'always' }, { mode: 'always' }])).toBe('deferred');
    expect(nextMode([{ mode: 'always' }, { mode: 'deferred' }])).toBe('always');
  });

  it('goes on with the next row where a filter takes rows away, and with the last one before at the end', () => {
    expect(rowAfter(['a', 'b', 'c'], 'b', new Set(['b']))).toBe('c');
    expect(rowAfter(['a', 'b', 'c'], 'b', new Set(['b', 'c']))).toBe('a');
    expect(rowAfter(['a'], 'a', new Set(['a']))).toBeNull();
  });

  it('has its columns whatever the user hid', () => {
    expect(hiddenNow(['mode', 'reason', 'source'], { isBudgeting: true })).toEqual(['source', 'problems']);
    expect(hiddenNow(['mode', 'reason'], { isBudgeting: false })).toEqual(['mode', 'reason']);
  });

  it('lists the tools that are always loaded by the pattern or the declaration that keeps them there (R15.04)', async () => {
    const services = await servicesWith(
      [
        ...['tasks.a', 'tasks.b', 'finish.it', 'x.waits'].map((name) => ({ name })),
        { name: 'x.declared', loading_mode: 'always' },
        { name: 'tasks.c', loading_mode: 'deferred' },
        { name: 'x.deferred', loading_mode: 'deferred' },
      ],
      {
        yaml: 'tool_search: {enabled: true, default_loading_mode: deferred, always_loaded_patterns: ["tasks.*", finish.it]}',
      },
    );
    const all = catalogRows(await services.catalog.list(), { tokens: toolTokens('estimate', null) });
    // What the status bar leads to: the tools, with the column that says why.
    showAlwaysLoaded('/w');
    const { views, hiddenColumns } = useCatalogStore.getState();
    const { '/w': view = initialView, ...others } = views;
    useCatalogStore.setState({ views: others });
    expect(hiddenNow(hiddenColumns, view)).not.toContain('reason');
    const listed = (reason: readonly string[]) => {
      const { rows, facets } = filterCatalog(all, { ...view, chosen: { ...view.chosen, reason } });
      return { names: rows.map(({ tool }) => tool.name), reasons: facets.reason };
    };
    expect(listed([])).toEqual({
      names: ['finish.it', 'tasks.a', 'tasks.b', 'tasks.c', 'x.declared'],
      reasons: [
        { value: 'pattern tasks.*', count: 3 },
        { value: 'declaration', count: 1 },
        { value: 'pattern finish.it', count: 1 },
      ],
    });
    expect(listed(['pattern tasks.*']).names).toEqual(['tasks.a', 'tasks.b', 'tasks.c']);
    expect(listed(['declaration']).names).toEqual(['x.declared']);
  });
});
