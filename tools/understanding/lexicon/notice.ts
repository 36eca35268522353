import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageFolder, type TextPackage, textPackages } from './packages.ts';

const mit = `Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated documentation files (the
"Software"), to deal in the Software without restriction, including without limitation the rights to use, copy, modify, merge, publish,
distribute, sublicense, and/or sell copies of the Software, and to permit persons to whom the Software is furnished to do so, subject to
the following conditions:

The above copyright notice and this permission notice shall be included in all copies or substantial portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF
MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY
CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE
SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.`;

/** The lines of the notice: the packages whose texts the tables are made from, with their licences. */
export function noticeOf(folder: string): string[] {
  for (const one of textPackages) checkLicence(folder, one);
  const withFile = textPackages.filter((one) => one.licenceFile !== null);
  const monaco = textPackages.filter((one) => one.licenceFile === null);
  return [
    '# Notice',
    '',
    'The lexicon, the list of English words and the stop words in this folder are made from texts of these packages. The concepts are',
    "Pegboard's own.",
    '',
    ...monaco.map(({ name, version, licence }) => `- ${name} ${version} (${licence})`),
    '',
    'Copyright (c) Microsoft Corporation. All rights reserved. Copyright (c) CodinGame.',
    '',
    mit,
    ...withFile.flatMap(({ name, version, licence, licenceFile }) => {
      const text = readFileSync(join(packageFolder(folder, name), licenceFile ?? ''), 'utf8');
      const lines = text
        .trim()
        .split(/\r?\n/)
        .map((line) => line.replace(/^#+\s*/, '').trimEnd());
      return ['', `## ${name} ${version} (${licence})`, '', ...lines];
    }),
  ];
}

/** The package itself must say the licence that we believe it has. */
function checkLicence(folder: string, { name, version, licence }: TextPackage): void {
  const said = JSON.parse(readFileSync(join(packageFolder(folder, name), 'package.json'), 'utf8')) as {
    version: string;
    license: string;
  };
  if (said.license === licence && said.version === version) return;
  throw new Error(`${name} says ${said.version}, ${said.license}; expected ${version}, ${licence}.`);
}
