import { describe, expect, it } from 'vitest';
import { ShownList } from '../../../src-renderer/state/shown-list.ts';

/** A list of a screen whose filter is `screen.filter`. */
function listWith(filter: string | null) {
  const screen: { filter: string | null } = { filter };
  return { screen, list: new ShownList<readonly string[]>(() => screen.filter) };
}

describe('keys on what a screen shows', () => {
  it('act at once on a list that shows what the filter says', () => {
    const { list } = listWith('a');
    const met: string[] = [];
    list.show('a', ['apple']);
    list.do(([first = '']) => met.push(first));
    expect(met).toEqual(['apple']);
  });

  it('wait, in their order, for the list of a filter that is on its way', () => {
    const { screen, list } = listWith('a');
    const met: string[] = [];
    list.show('a', ['apple']);
    screen.filter = 'b';
    list.do(([first = '']) => met.push(`1 ${first}`));
    list.do(([first = '']) => met.push(`2 ${first}`));
    expect(met).toEqual([]);
    list.show('b', ['banana']);
    expect(met).toEqual(['1 banana', '2 banana']);
  });

  it('wait for the first data of a screen, and go with the screen', () => {
    const { list } = listWith('');
    const met: string[] = [];
    list.do(([first = '']) => met.push(first));
    list.leave();
    list.show('', ['apple']);
    list.do(([first = '']) => met.push(first));
    expect(met).toEqual(['apple']);
  });

  it('never meet the list of another filter than the one they were pressed under', () => {
    const { screen, list } = listWith('a');
    const met: string[] = [];
    list.do(([first = '']) => met.push(first));
    screen.filter = 'b';
    list.show('b', ['banana']);
    expect(met).toEqual([]);
  });

  it('do nothing where no screen shows anything', () => {
    const { screen, list } = listWith(null);
    const met: string[] = [];
    list.do(([first = '']) => met.push(first));
    screen.filter = 'a';
    list.show('a', ['apple']);
    expect(met).toEqual([]);
  });

  it('that an earlier key changes the list for meet the changed one or none', () => {
    const { screen, list } = listWith('a');
    const met: string[] = [];
    list.do(() => {
      screen.filter = 'b';
    });
    list.do(([first = '']) => met.push(first));
    list.show('a', ['apple']);
    list.show('b', ['banana']);
    expect(met).toEqual([]);
  });
});
