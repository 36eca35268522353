import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { queryLanguageSchema } from '#shared/domain/query-language.ts';
import { conceptTables, conceptWords, functionWordLines } from '../../../../tools/understanding/build-concepts.ts';
import { alignWords } from '../../../../tools/understanding/lexicon/align-words.ts';

const root = join(import.meta.dirname, '../../../..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');

describe('the tables of languages', () => {
  it('are made from the concepts as they are now', () => {
    const source = read('tools/understanding/concepts.txt');
    const tables = [
      ...conceptTables(source),
      ['english', conceptWords(source)],
      ['function-words', functionWordLines(read('tools/understanding/function-words.txt'))],
    ];
    for (const [language, table] of tables) {
      expect(
        table === read(`understanding/concepts/${language}.txt`),
        `npm run understanding:concepts (${language})`,
      ).toBe(true);
    }
  });

  it('are the output of the script for the packages that it names', () => {
    const { packages, files } = JSON.parse(read('understanding/made-from.json')) as {
      packages: Record<string, string>;
      files: Record<string, string>;
    };
    expect(packages).toEqual(JSON.parse(read('tools/understanding/lexicon/integrity.json')));
    expect(Object.keys(files)).toEqual(
      expect.arrayContaining([
        'NOTICE.md',
        'english.txt',
        'stop-words.txt',
        ...queryLanguageSchema.options.map((language) => `lexicon/${language}.txt`),
      ]),
    );
    for (const [path, hash] of Object.entries(files)) {
      const now = createHash('sha256')
        .update(read(`understanding/${path}`))
        .digest('hex');
      expect([path, now]).toEqual([path, hash]);
    }
  });
});

describe('the concepts', () => {
  const rows = read('tools/understanding/concepts.txt')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => line.split('|').map((cell) => cell.trim()));

  it('have a cell for each language, and each concept once', () => {
    expect(rows.filter((cells) => cells.length !== 13)).toEqual([]);
    const heads = rows.map(([english = '']) => english.split('/')[0]?.trim());
    expect(heads.filter((head, i) => heads.indexOf(head) !== i)).toEqual([]);
  });
});

describe('word alignment', () => {
  it('finds which word stands for which from texts alone', () => {
    const pairs = [
      ['delete file', 'datei loschen'],
      ['delete user', 'benutzer loschen'],
      ['rename file', 'datei umbenennen'],
      ['user', 'benutzer'],
    ].map(([one = '', other = '']) => [one.split(' '), other.split(' ')] as const);
    const { candidates } = alignWords(pairs);
    const best = (word: string) => candidates.get(word)?.[0]?.english;
    expect(['loschen', 'datei', 'benutzer', 'umbenennen'].map(best)).toEqual(['delete', 'file', 'user', 'rename']);
  });
});
