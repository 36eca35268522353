import { diffLines } from 'diff';
import type { GoldenLine, Simulation } from '#shared/domain/simulation.ts';

/** Longest edit distance that is worked out, lines; two texts that differ more are told as other altogether. */
const maximumEdits = 2_000;

/** The golden trace of a simulation, as its file holds it: every turn, and the tokens. */
export function goldenText({ traces, tokens }: Simulation): string {
  return `${JSON.stringify({ schema: 'pegboard.golden/1', traces, tokens }, null, 2)}\n`;
}

/** The lines in which a run differs from its golden trace; none when it is the same. */
export function compareGolden(golden: string, now: string): GoldenLine[] {
  if (golden === now) return [];
  const changes = diffLines(golden, now, { maxEditLength: maximumEdits });
  if (!changes) return [{ kind: 'changed', line: 1, text: 'The trace is another altogether.' }];
  const lines: GoldenLine[] = [];
  let line = 1;
  for (const { value, added, removed } of changes) {
    const texts = value.replace(/\n$/, '').split('\n');
    if (removed) lines.push(...texts.map((text, i) => ({ kind: 'removed' as const, line: line + i, text })));
    if (added) lines.push(...texts.map((text) => ({ kind: 'added' as const, line, text })));
    if (!added) line += texts.length;
  }
  return lines;
}
