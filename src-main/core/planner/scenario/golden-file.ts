import type { Golden } from '#shared/contract/planner.ts';
import type { Simulation } from '#shared/domain/simulation.ts';
import { PegboardError } from '#shared/errors.ts';
import type { Files } from '../../files/files.ts';
import { compareGolden, goldenText } from './golden-trace.ts';

/** Compares a run with the golden trace that lies beside its scenario, or writes it there. `path` is that of the scenario, whole. */
export async function goldenOf(
  simulation: Simulation,
  { path, act, files }: { path: string; act: 'compare' | 'write'; files: Files },
): Promise<Golden> {
  const file = `${path.replace(/(\.scenario)?\.ya?ml$/, '')}.trace.json`;
  // A link may lead out of the workspace, and what a comparison finds is shown.
  if ((await files.look(file))?.kind === 'link') {
    throw new PegboardError(
      'not_a_file',
      `${file} is a link; Pegboard reads and writes no golden trace through links.`,
      {
        hint: 'Put the file itself there, or remove the link and write the trace anew with --update.',
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
