import type { Files } from '../../files/files.ts';
import { type EvalQuery, readEvalLines } from '../read-eval-set.ts';
import { readGoldenTexts } from './read-golden.ts';

/**
 * The golden queries of a workspace, or only those that ask `query`. Bad lines and files are left out: whoever edits them
 * sees their findings elsewhere.
 */
export async function askedGolden(root: string, files: Files, query?: string): Promise<EvalQuery[]> {
  const { texts } = await readGoldenTexts(root, files);
  return texts.flatMap(({ path, text }) => {
    if (query === undefined) return readEvalLines(text, path).queries;
    const lines = text.split('\n').filter((line) => mayAsk(line, query.trim()));
    return readEvalLines(lines.join('\n'), path).queries.filter((line) => line.query.trim() === query.trim());
  });
}

/** Whether a line is worth reading: most are not, and somebody is typing. A line with escapes may write the query otherwise. */
function mayAsk(line: string, query: string): boolean {
  return line.includes('\\') || line.includes(query);
}
