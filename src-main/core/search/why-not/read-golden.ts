import { join } from 'node:path';
import { isPegboardError } from '#shared/errors.ts';
import { readEvalSet } from '../../evaluation/read-eval-set.ts';
import type { Files } from '../../files/files.ts';
import type { GoldenQuery } from './golden-cost.ts';

/** The golden queries of a workspace: those of `evals/*.jsonl`. A file that cannot be read is told, and the others count. */
export async function readGolden(
  root: string,
  files: Pick<Files, 'list' | 'readText'>,
): Promise<{ readonly queries: readonly GoldenQuery[]; readonly problems: readonly string[] }> {
  const queries: GoldenQuery[] = [];
  const problems: string[] = [];
  const names = (await files.list(join(root, 'evals'))).filter((name) => name.endsWith('.jsonl')).sort();
  for (const name of names) {
    const path = `evals/${name}`;
    try {
      const text = await files.readText(join(root, path), { regularOnly: true });
      if (text.trim() === '') continue;
      queries.push(...readEvalSet(text, path).map(({ query, relevant }) => ({ query, relevant })));
    } catch (error) {
      if (!isPegboardError(error)) throw error;
      problems.push(error.message);
    }
  }
  return { queries, problems };
}
