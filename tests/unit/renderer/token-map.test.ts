import { describe, expect, it } from 'vitest';
import type { ToolSummary } from '#shared/contract/catalog.ts';
import type { CatalogRow } from '../../../src-renderer/features/catalog/catalog-rows.ts';
import { boxBeside, tokenGroups, tokenMap } from '../../../src-renderer/features/catalog/map/token-map.ts';

const row = (name: string, source: string, tokens: number | null, mode = 'deferred') =>
  ({ tool: { name, source, namespace: name.split('.')[0] ?? null, mode } as ToolSummary, tokens }) as CatalogRow;

const groupsOf = (rows: readonly CatalogRow[]) =>
  tokenGroups(rows, (tools) => {
    const names = new Set([...tools].map(({ name }) => name));
    return rows.reduce((sum, { tool, tokens }) => (names.has(tool.name) ? sum + (tokens ?? 0) : sum), 0);
  });

const size = { width: 600, height: 180 };

describe('the map of tokens', () => {
  it('groups by server, and by namespace where there is one server; it waits for tokens that are counted', () => {
    const rows = [row('a.x', 'one', 10), row('b.y', 'two', 30, 'always'), row('b.z', 'two', 5)];
    expect(groupsOf(rows)).toMatchObject({
      facet: 'source',
      groups: [
        { value: 'two', tools: 2, loaded: 1, tokens: 35 },
        { value: 'one', tools: 1, loaded: 0, tokens: 10 },
      ],
    });
    expect(groupsOf(rows.slice(1))).toMatchObject({ facet: 'namespace', groups: [{ value: 'b', tokens: 35 }] });
    expect(groupsOf([row('a.x', 'one', null)])).toBeNull();
  });

  it('gives each tool an area that grows with its tokens, inside of its server', () => {
    const rows = [row('a.x', 'one', 100), row('b.y', 'two', 300), row('b.z', 'two', 100)];
    const map = tokenMap(groupsOf(rows)?.groups ?? [], size);
    const area = (name: string) => {
      const cell = map.flatMap(({ cells }) => cells).find(({ tool }) => tool?.name === name);
      return (cell?.width ?? 0) * (cell?.height ?? 0);
    };
    expect(area('b.y') / area('b.z')).toBeCloseTo(3, 0);
    for (const { cells, ...group } of map) {
      for (const cell of cells) {
        expect(cell.left).toBeGreaterThanOrEqual(group.left);
        expect(cell.left + cell.width).toBeLessThanOrEqual(group.left + group.width);
        expect(cell.top + cell.height).toBeLessThanOrEqual(group.top + group.height);
      }
    }
  });

  it('puts tools too small to be seen into one cell, and small servers into one group, without losing a token', () => {
    const rows = Array.from({ length: 10_000 }, (_, at) => row(`s${at % 200}.t${at}`, `s${at % 200}`, 20 + (at % 7)));
    const map = tokenMap(groupsOf(rows)?.groups ?? [], size);
    const cells = map.flatMap((group) => group.cells);
    expect(map).toHaveLength(120);
    expect(map.at(-1)?.group).toMatchObject({ value: null, title: '81 others' });
    expect(cells.length).toBeLessThan(700);
    expect(cells.reduce((sum, { tools }) => sum + tools, 0)).toBe(10_000);
    expect(cells.reduce((sum, { tokens }) => sum + tokens, 0)).toBe(
      rows.reduce((sum, { tokens }) => sum + (tokens ?? 0), 0),
    );
  });

  it('is empty where nothing costs anything, or there is no room', () => {
    expect(tokenMap([], size)).toEqual([]);
    const { groups } = groupsOf([row('a.x', 'one', 10)]) ?? { groups: [] };
    expect(tokenMap(groups, { width: 0, height: 180 })).toEqual([]);
  });

  it('is walked by the arrows: to the nearest box that way', () => {
    const box = (left: number, top: number) => ({ left, top, width: 10, height: 10 });
    const boxes = [box(0, 0), box(20, 0), box(0, 20), box(20, 20)];
    const from = (at: number, key: string) => boxBeside(boxes, boxes[at] ?? box(0, 0), key);
    expect([from(0, 'ArrowRight'), from(0, 'ArrowDown'), from(3, 'ArrowLeft'), from(3, 'ArrowUp')]).toEqual([
      1, 2, 2, 1,
    ]);
    expect(from(0, 'ArrowLeft')).toBeNull();
    expect(from(0, 'Enter')).toBeNull();
  });
});
