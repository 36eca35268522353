import { expect, it } from 'vitest';
import { routes } from '../../../src-renderer/app/routes.ts';
import type { Command } from '../../../src-renderer/state/command.ts';

it('gives each key one meaning on a screen, unless conditions keep two apart', () => {
  for (const { id, commands } of routes) {
    const all: readonly Pick<Command, 'shortcut' | 'when'>[] = [...routes, ...commands];
    const unsure = all.filter(({ shortcut, when }, i) =>
      all.some(
        (other, at) => at !== i && shortcut !== undefined && other.shortcut === shortcut && !(when && other.when),
      ),
    );
    expect(unsure, id).toEqual([]);
  }
});
