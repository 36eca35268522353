import { describe, expect, it } from 'vitest';
import { type BoardProblem, bestBoard, boardValue } from '#core/optimize/board/best-board.ts';
import { randomOf } from '../../../support/synthetic-use.ts';

/** Small problems of every kind: with and without limits, with bundles that overlap, with tools that pay to keep. */
function smallProblem(seed: number): BoardProblem {
  const random = randomOf(seed);
  const whole = (most: number) => Math.floor(random() * most);
  const tools = 1 + whole(10);
  const sizes = Array.from({ length: tools }, () => [1 + whole(40), 1 + whole(40)]);
  return {
    costs: Array.from({ length: tools }, () => whole(60) - (random() < 0.2 ? 40 : 0)),
    sizes,
    limits: random() < 0.3 ? [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY] : [whole(150), whole(150)],
    bundles: Array.from({ length: whole(14) }, () => ({
      tools: [...new Set(Array.from({ length: 1 + whole(4) }, () => whole(tools)))],
      saves: whole(80),
    })),
  };
}

function everyBoard(problem: BoardProblem): number {
  let best = 0;
  for (let mask = 0; mask < 1 << problem.costs.length; mask++) {
    const board = new Set([...problem.costs.keys()].filter((tool) => mask & (1 << tool)));
    if (fits(problem, board)) best = Math.max(best, boardValue(problem, board));
  }
  return best;
}

function fits({ sizes, limits }: BoardProblem, board: Iterable<number>): boolean {
  const tools = [...board];
  return limits.every((limit, i) => tools.reduce((sum, tool) => sum + (sizes[tool]?.[i] ?? 0), 0) <= limit);
}

describe('the best board', () => {
  it('is the best of all boards of a small catalog, and keeps every limit', () => {
    for (let seed = 0; seed < 600; seed++) {
      const problem = smallProblem(seed);
      const found = bestBoard(problem);
      expect({ seed, exact: found.exact }).toEqual({ seed, exact: true });
      expect(fits(problem, found.tools)).toBe(true);
      expect(found.value).toBeCloseTo(boardValue(problem, new Set(found.tools)), 6);
      expect({ seed, value: found.value.toFixed(6) }).toEqual({ seed, value: everyBoard(problem).toFixed(6) });
      expect(found.bound).toBeCloseTo(found.value, 6);
    }
  });

  it('says how far it may be from the best when its work is used up, and never less', () => {
    let stopped = 0;
    for (let seed = 0; seed < 300; seed++) {
      const problem = smallProblem(seed);
      const found = bestBoard(problem, 30);
      const best = everyBoard(problem);
      expect(fits(problem, found.tools)).toBe(true);
      expect(found.bound).toBeGreaterThanOrEqual(best - 1e-6);
      expect(found.value).toBeLessThanOrEqual(best + 1e-6);
      if (!found.exact) stopped += 1;
    }
    expect(stopped).toBeGreaterThan(20);
  });

  it('finds a board for three hundred tools near its bound', () => {
    const random = randomOf(5);
    const tools = 300;
    const problem: BoardProblem = {
      costs: Array.from({ length: tools }, () => random() * 500),
      sizes: Array.from({ length: tools }, () => [100 + random() * 1200, 25 + random() * 300]),
      limits: [16_000, 4_000],
      bundles: Array.from({ length: 1500 }, () => ({
        tools: [
          ...new Set(Array.from({ length: 1 + Math.floor(random() * 2) }, () => Math.floor(random() ** 2 * tools))),
        ],
        saves: random() * 400,
      })),
    };
    const found = bestBoard(problem, 300_000);
    expect(fits(problem, found.tools)).toBe(true);
    expect(found.value).toBeGreaterThan(0);
    expect(found.bound).toBeLessThan(found.value * 1.35);
  });
});
