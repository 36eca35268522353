import { expect, it } from 'vitest';
import { places, routes } from '../../../src-renderer/app/routes.ts';
import type { Command } from '../../../src-renderer/state/command.ts';

it('gives each key one meaning on a screen, unless conditions keep two apart', () => {
  for (const { id, commands } of routes) {
    const all: readonly Pick<Command, 'shortcut' | 'when'>[] = [...places, ...routes, ...commands];
    const unsure = all.filter(({ shortcut, when }, i) =>
      all.some(
        (other, at) => at !== i && shortcut !== undefined && other.shortcut === shortcut && !(when && other.when),
      ),
    );
    expect(unsure, id).toEqual([]);
  }
});

it('numbers the places in the order of the left bar', () => {
  const digits = places.flatMap(({ shortcut }) => /^alt\+(\d)$/.exec(shortcut)?.[1] ?? []);
  expect(digits).toEqual(['1', '2', '3', '4', '5', '6', '7']);
});

it('gives each screen an address of its own', () => {
  expect(new Set(routes.map(({ address }) => address)).size).toBe(routes.length);
});
