import { join } from 'node:path';
import type { Finding } from '#shared/domain/finding.ts';
import { type GoldenQuery, type GoldenSet, goldenFolder } from '#shared/domain/golden-query.ts';
import { isPegboardError } from '#shared/errors.ts';
import type { Files } from '../../files/files.ts';
import { containedPath } from '../../workspace/load-workspace.ts';
import { badLineFindings, missingTools, readEvalLines, repeatedQueries } from '../read-eval-set.ts';
import type { GoldenText } from './plan-change.ts';

/** Largest golden file that is read: about 50,000 queries. */
const maximumBytes = 8 * 1024 * 1024;

/** The texts of the golden files of a workspace, by name. A file that cannot be read is left out and reported. */
export async function readGoldenTexts(
  root: string,
  files: Files,
): Promise<{ texts: GoldenText[]; findings: Finding[] }> {
  const names = (await files.list(join(root, goldenFolder))).filter((name) => /^[^.\s].*\.jsonl$/.test(name)).sort();
  const texts: GoldenText[] = [];
  const findings: Finding[] = [];
  for (const name of names) {
    const path = `${goldenFolder}/${name}`;
    try {
      const full = await containedPath(root, 'golden queries', path, files);
      texts.push({ path, text: await files.readText(full, { maximumBytes, regularOnly: true }) });
    } catch (error) {
      if (!isPegboardError(error)) throw error;
      const { message, hint } = error;
      findings.push({ code: error.code, severity: 'error', message, path, ...(hint === undefined ? {} : { hint }) });
    }
  }
  return { texts, findings };
}

/** The golden queries of some files, and what is wrong with their lines. `names` are the tools that there are. */
export function goldenSet(texts: readonly GoldenText[], names: ReadonlySet<string>): GoldenSet {
  const queries: GoldenQuery[] = [];
  const findings: Finding[] = [];
  const files = texts.map(({ path, text }) => {
    const read = readEvalLines(text, path);
    for (const query of read.queries) queries.push({ ...query, file: path });
    findings.push(
      ...badLineFindings(read.problems, path),
      ...repeatedQueries(read.queries, path),
      ...missingTools(read.queries, names, path),
    );
    return { path, queries: read.queries.length };
  });
  return { files, queries, findings };
}
