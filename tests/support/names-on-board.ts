import type { Placed } from '#shared/domain/tuning/board.ts';

/** Names of the tools on the board. */
export const namesOnBoard = (placed: readonly Placed[]) =>
  new Set(placed.flatMap(({ mode, tool }) => (mode === 'always' ? [tool.name] : [])));
