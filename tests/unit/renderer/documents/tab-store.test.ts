import { beforeEach, describe, expect, it } from 'vitest';
import {
  closeTab,
  forgetTab,
  openTab,
  reopenTab,
  rowKey,
  stepTab,
  tabRow,
  useTabStore,
} from '../../../../src-renderer/documents/tab-store.ts';

const row = rowKey('/w', 'pack');
const tab = (name: string) => ({ id: `pack:${name}`, title: name });
const shown = () => tabRow(row).open.map(({ title }) => title);
const active = () => tabRow(row).active;

beforeEach(() => {
  useTabStore.setState({ rows: {} });
  for (const name of ['a', 'b', 'c']) openTab(row, tab(name));
});

describe('the tabs of documents', () => {
  it('open behind the one on screen, once each', () => {
    openTab(row, tab('a'));
    openTab(row, tab('d'));
    expect(shown()).toEqual(['a', 'd', 'b', 'c']);
    openTab(row, tab('b'));
    expect(shown()).toEqual(['a', 'd', 'b', 'c']);
    expect(active()).toBe('pack:b');
  });

  it('show the next one when one is closed, and come back in the order of closing', () => {
    openTab(row, tab('b'));
    closeTab(row, 'pack:b');
    expect([shown(), active()]).toEqual([['a', 'c'], 'pack:c']);
    closeTab(row, 'pack:c');
    expect([shown(), active()]).toEqual([['a'], 'pack:a']);
    expect(reopenTab(row)?.title).toBe('c');
    expect(reopenTab(row)?.title).toBe('b');
    expect(reopenTab(row)).toBeNull();
    expect([...shown()].sort()).toEqual(['a', 'b', 'c']);
  });

  it('are gone through around the ends', () => {
    stepTab(row, 1);
    expect(active()).toBe('pack:a');
    stepTab(row, -1);
    expect(active()).toBe('pack:c');
  });

  it('never open a document again that is no more', () => {
    forgetTab(row, 'pack:b');
    expect(reopenTab(row)).toBeNull();
  });

  it('of another workspace are others', () => {
    expect(tabRow(rowKey('/other', 'pack')).open).toEqual([]);
  });
});
