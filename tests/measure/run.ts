import { readFileSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import { resolve } from 'node:path';
import { folderImports, type Imported, knots } from './folder-knots.ts';
import { type ReadSource, readSource } from './read-source.ts';

/** `npm run measure`: prints the measures of the source and fails where one is over its limit. */

const root = resolve(import.meta.dirname, '../..');
const limits = { functionLines: 120, fileLines: 350, compositionRootLines: 160 };
const compositionRoot = 'src-main/core/create-services.ts';

const files: ReadSource[] = [];
for await (const path of glob('src-*/**/*.{ts,tsx,mjs,css}', { cwd: root })) {
  files.push(readSource(path, readFileSync(resolve(root, path), 'utf8')));
}
files.sort((a, b) => a.path.localeCompare(b.path));

const print = (line: string) => process.stdout.write(`${line}\n`);
const failed: string[] = [];
function row(name: string, value: string | number, limit: string, broken: readonly string[] = []): void {
  const verdict = broken.length > 0 ? 'OVER' : 'ok';
  print(`${name.padEnd(38)}${String(value).padStart(8)}   ${limit.padEnd(10)}${limit ? verdict : ''}`);
  for (const one of broken) print(`    ${one}`);
  if (broken.length > 0) failed.push(name);
}

const lines = (some: readonly ReadSource[]) => some.reduce((sum, { lines }) => sum + lines, 0);
row('source files', files.length, '');
row('source lines', lines(files).toLocaleString('en'), '');
for (const part of ['src-shared', 'src-main', 'src-renderer']) {
  row(`  ${part}`, lines(files.filter(({ path }) => path.startsWith(`${part}/`))).toLocaleString('en'), '');
}
const tiny = files.filter(({ path, lines }) => lines <= 15 && !path.endsWith('.css'));
row('files of 15 lines or fewer', tiny.length, '');
const listImports = process.argv.includes('--imports');
if (process.argv.includes('--tiny')) for (const { path, lines } of tiny) print(`    ${path} ${lines}`);

const longest = files.toSorted((a, b) => b.lines - a.lines);
const longFiles = longest.filter((file) => file.lines > limits.fileLines);
row(
  'longest file',
  longest[0]?.lines ?? 0,
  `<= ${limits.fileLines}`,
  longFiles.map(({ path, lines }) => `${path} ${lines}`),
);

const functions = files.flatMap(({ path, functions }) => functions.map((one) => ({ ...one, path })));
functions.sort((a, b) => b.lines - a.lines);
row(
  'longest function',
  functions[0]?.lines ?? 0,
  `<= ${limits.functionLines}`,
  functions
    .filter(({ lines }) => lines > limits.functionLines)
    .map(({ path, line, name, lines }) => `${path}:${line} ${name} ${lines}`),
);

const ofRoot = files.find(({ path }) => path === compositionRoot)?.lines ?? Number.NaN;
row(
  'create-services.ts',
  ofRoot,
  `< ${limits.compositionRootLines}`,
  ofRoot < limits.compositionRootLines ? [] : [compositionRoot],
);

for (const folder of ['src-main/core', 'src-renderer/features', 'src-renderer']) {
  const imports = folderImports(files, { root, folder });
  const found = knots(imports);
  row(
    `folders in knots, ${folder}`,
    found.flat().length,
    '0',
    found.flatMap((knot) => [knot.join(' '), ...(listImports ? importsWithin(imports, knot) : [])]),
  );
}
if (!listImports) print('\n--imports lists the imports that tie a knot, --tiny the small files.');
print(failed.length === 0 ? 'Every measure is within its limit.' : `Over the limit: ${failed.join('; ')}.`);
process.exitCode = failed.length === 0 ? 0 : 1;

/** Each pair of folders of a knot with the files that tie it. */
function importsWithin(imports: readonly Imported[], knot: readonly string[]): string[] {
  return imports
    .filter(({ from, to }) => knot.includes(from) && knot.includes(to))
    .map(({ from, to, file, line }) => `    ${from} -> ${to}: ${file}:${line}`)
    .toSorted();
}
