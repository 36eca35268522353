import { diffLines } from 'diff';
import type { Golden } from '#shared/contract/planner.ts';
import type { GoldenLine, Simulation } from '#shared/domain/simulation.ts';
import { PegboardError } from '#shared/errors.ts';
import type { Files } from '../../files/files.ts';

/** Longest edit distance that is computed, lines; two texts that differ more are reported as entirely different. */
const maximumEdits = 2_000;

/** The golden trace of a simulation, as its file holds it: every turn, and the tokens. */
export function goldenText({ traces, tokens }: Simulation): string {
  return `${JSON.stringify({ schema: 'pegboard.golden/1', traces, tokens }, null, 2)}\n`;
}

/** The lines in which a run differs from its golden trace; none when it is the same. */
export function compareGolden(golden: string, now: string): GoldenLine[] {
  if (golden === now) return [];
  const changes = diffLines(golden, now, { maxEditLength: maximumEdits });
  if (!changes) return [{ kind: 'changed', line: 1, text: 'The whole trace differs.' }];
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

/** Compares a run with the golden trace that is beside its scenario, or writes it there. `path` is that of the scenario, whole. */
export async function goldenOf(
  simulation: Simulation,
  { path, act, files }: { path: string; act: 'compare' | 'write'; files: Files },
): Promise<Golden> {
  const file = `${path.replace(/(\.scenario)?\.ya?ml$/, '')}.trace.json`;
  // A link may lead out of the workspace, and what a comparison finds is shown.
  if ((await files.look(file))?.kind === 'link') {
    throw new PegboardError(
      'not_a_file',
      `${file} is a link; Pegboard does not read or write golden traces through links.`,
      {
        hint: 'Put the file itself there, or remove the link and write the trace again with --update.',
        data: { path: file },
      },
    );
  }
  const now = goldenText(simulation);
  if (act === 'write') {
    await files.writeAll([{ path: file, text: now }]);
    return { state: 'written', changes: [] };
  }
  if (!(await files.exists(file))) return { state: 'none', changes: [] };
  const changes = compareGolden(await files.readText(file), now);
  return { state: changes.length === 0 ? 'same' : 'changed', changes };
}
