import type { Finding } from '#shared/domain/finding.ts';
import type { Files } from '../../files/files.ts';
import type { FileQuery } from '../build-report.ts';
import { badLineFindings, readEvalLines } from '../read-eval-set.ts';
import { readGoldenTexts } from './read-golden.ts';

/**
 * The golden queries of a workspace for whoever only asks them; findings name the files and lines that are left out. With
 * `query` only those that ask it.
 */
export async function readableQueries(
  root: string,
  files: Files,
  query?: string,
): Promise<{ readonly queries: readonly FileQuery[]; readonly findings: readonly Finding[] }> {
  const { texts, findings: unread } = await readGoldenTexts(root, files);
  const queries: FileQuery[] = [];
  const findings: Finding[] = [...unread];
  for (const { path, text } of texts) {
    // Somebody is typing, and most files do not hold the query: a text with escapes may write it otherwise.
    if (query !== undefined && !text.includes('\\') && !text.includes(query.trim())) continue;
    const read = readEvalLines(text, path);
    findings.push(...badLineFindings(read.problems, path));
    for (const each of read.queries) {
      if (query === undefined || each.query.trim() === query.trim()) queries.push({ ...each, file: path });
    }
  }
  return { queries, findings };
}
