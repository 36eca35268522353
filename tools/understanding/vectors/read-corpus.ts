import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

/** One thing that a tool does, and how people ask for it. */
export interface Capability {
  /** The file that it is in. */
  readonly domain: string;
  readonly name: string;
  readonly definition: string;
  readonly queries: readonly { readonly style: string; readonly text: string }[];
}

/** Styles of queries in English; other styles are codes of languages. */
export const englishStyles = ['t', 'c', 'i', 's', 'g', 'w'] as const;
export const languageStyles = ['de', 'fr', 'es', 'pt', 'it', 'pl', 'ru', 'cs', 'tr', 'ja', 'ko', 'zh'] as const;
const styles: ReadonlySet<string> = new Set([...englishStyles, ...languageStyles]);

/** The queries of a capability that are in English. */
export function englishQueries({ queries }: Capability): string[] {
  return queries.filter(({ style }) => style.length === 1).map(({ text }) => text);
}

/** All capabilities of a folder, file by file in the order of their names. Error: a line that does not follow the format. */
export function readCorpus(folder: string): Capability[] {
  const files = readdirSync(folder).filter((file) => file.endsWith('.txt'));
  return files.sort().flatMap((file) => readDomain(readFileSync(join(folder, file), 'utf8'), basename(file, '.txt')));
}

/** The capabilities of one file: `## name`, the definition, then lines of a style and a query. */
export function readDomain(text: string, domain: string): Capability[] {
  const found: { name: string; definition: string; queries: { style: string; text: string }[] }[] = [];
  for (const [i, raw] of text.split('\n').entries()) {
    const line = raw.trim();
    const last = found.at(-1);
    if (line === '') continue;
    if (line.startsWith('## ')) found.push({ name: line.slice(3), definition: '', queries: [] });
    else if (last?.definition === '') last.definition = line;
    else {
      const [, style = '', query = ''] = /^([a-z]{1,2}) (.+)$/.exec(line) ?? [];
      if (!last || !styles.has(style)) throw new Error(`${domain}.txt, line ${i + 1}: neither a name nor a query.`);
      last.queries.push({ style, text: query });
    }
  }
  return found.map((one) => ({ ...one, domain }));
}
