import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { mutateDocument } from '../mutate/document.ts';
import { oddSchema } from '../mutate/schemas.ts';
import { projectFolder } from '../sandbox/run-command.ts';
import type { Reader, ReaderCommand } from './reader.ts';

const fixtures = join(projectFolder, 'tests/fixtures/openapi');
const seeds = readdirSync(fixtures)
  .sort()
  .map((name) => ({ name, text: readFileSync(join(fixtures, name), 'utf8') }));

/** References that lead out of the document, to nothing, or in circles. */
const references = [
  '#',
  '#/',
  '#/paths',
  '#/components/schemas/Book',
  'https://example.com/a#/b',
  '../../etc/passwd',
  '#/%',
];

/** OpenAPI documents, imported, and what other commands make of the tools. */
export const apiDocuments: Reader = {
  name: 'API documents',
  cases: 300,
  make: (random, { root }) => {
    const { name, text } = random.pick(seeds);
    const values = [() => oddSchema(random), () => ({ $ref: random.pick(references) })];
    const bytes = mutateDocument(text, name.endsWith('.json') ? 'json' : 'yaml', { random, values });
    const file = join(root, 'input', name);
    const human = random.chance(0.3) ? ['--format', 'human'] : [];
    const then = random.weighted<ReaderCommand[]>([
      [6, []],
      [2, [{ args: ['tools', '--problems', ...human] }]],
      [2, [{ args: ['search', 'find a book', '--explain', ...human] }]],
      [1, [{ args: ['export', 'catalog', '--as', 'mcp-tools'] }]],
    ]);
    const isDry = then.length === 0 && random.chance(0.5);
    const first: ReaderCommand = isDry
      ? { args: ['import', '--dry-run', file, ...human] }
      : { args: ['import', file, ...human], writes: true };
    return { files: [{ path: `input/${name}`, bytes }], commands: [first, ...then] };
  },
};
