import { join } from 'node:path';
import { isPegboardError } from '#shared/errors.ts';
import type { Files } from '../files/files.ts';
import { type EvalQuery, readEvalSet } from './read-eval-set.ts';

/**
 * The golden queries of a workspace, from `evals/*.jsonl`, or only those that ask `query`. Bad lines are left out: who edits them
 * is told elsewhere.
 */
export async function goldenQueries(files: Files, root: string, query?: string): Promise<EvalQuery[]> {
  const folder = join(root, 'evals');
  const names = (await files.list(folder)).filter((name) => name.endsWith('.jsonl')).sort();
  const queries: EvalQuery[] = [];
  for (const name of names) {
    try {
      const text = await files.readText(join(folder, name), { regularOnly: true });
      for (const line of text.split('\n')) {
        if (query === undefined || mayAsk(line, query)) queries.push(...readLine(line, name));
      }
    } catch (error) {
      if (!isPegboardError(error)) throw error;
    }
  }
  return query === undefined ? queries : queries.filter((line) => line.query.trim() === query.trim());
}

/** Whether a line is worth reading: most are not, and somebody is typing. A line with escapes may write the query otherwise. */
function mayAsk(line: string, query: string): boolean {
  return line.includes('\\') || line.includes(query.trim());
}

function readLine(line: string, file: string): EvalQuery[] {
  if (line.trim() === '') return [];
  try {
    return readEvalSet(line, file);
  } catch (error) {
    if (isPegboardError(error)) return [];
    throw error;
  }
}
