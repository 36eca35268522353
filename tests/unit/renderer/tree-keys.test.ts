import { describe, expect, it } from 'vitest';
import { isTreeKey, type TreeRow, treeStep } from '../../../src-renderer/state/tree-keys.ts';

const rows: readonly TreeRow[] = [
  { key: 'core', level: 1, open: true },
  { key: 'core/one', level: 2, open: null },
  { key: 'core/many', level: 2, open: true },
  { key: 'core/many#0', level: 3, open: null },
  { key: 'github', level: 1, open: false },
];

const step = (from: string | null, key: string) => {
  const at = rows.findIndex((row) => row.key === from);
  const found = treeStep({ rows, at, describe: (row) => row }, { key, page: 2 });
  return found && `${found.type} ${found.row.key}`;
};

describe('keys of a tree', () => {
  it('move among the rows, from none too, and stay at the ends', () => {
    expect([step('core', 'ArrowDown'), step('core', 'ArrowUp'), step('github', 'ArrowDown')]).toEqual([
      'move core/one',
      'move core',
      'move github',
    ]);
    expect([step(null, 'ArrowDown'), step('core', 'PageDown'), step('core', 'End')]).toEqual([
      'move core',
      'move core/many',
      'move github',
    ]);
  });

  it('open and close, and go to the row above what is closed', () => {
    expect([step('github', 'ArrowRight'), step('core', 'ArrowLeft')]).toEqual(['turn github', 'turn core']);
    expect([step('core/many#0', 'ArrowLeft'), step('core/one', 'ArrowLeft')]).toEqual(['move core/many', 'move core']);
  });

  it('do nothing where there is nothing to do', () => {
    expect([step('github', 'ArrowLeft'), step('core/one', 'ArrowRight'), step(null, 'ArrowLeft')]).toEqual([
      null,
      null,
      null,
    ]);
    expect(treeStep({ rows: [], at: -1, describe: (row: TreeRow) => row }, { key: 'ArrowDown', page: 1 })).toBeNull();
    expect(['Enter', 'a', 'ArrowLeft', 'End'].map(isTreeKey)).toEqual([false, false, true, true]);
  });
});
