import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/** A package that has texts of an interface in several languages. */
export interface TextPackage {
  readonly name: string;
  readonly version: string;
  readonly licence: string;
  /** File of the package that has its licence; null: only its `package.json` names it. */
  readonly licenceFile: string | null;
}

const monaco = ['qps-ploc', 'de', 'fr', 'es', 'pt-br', 'it', 'pl', 'ru', 'cs', 'tr', 'ja', 'ko', 'zh-hans'].map(
  (language): TextPackage => ({
    name: `@codingame/monaco-vscode-language-pack-${language}`,
    version: '25.1.2',
    licence: 'MIT',
    licenceFile: null,
  }),
);

/** The packages from which the lexicon is made. The versions are fixed, and `integrity.json` has the hash of each. */
export const textPackages: readonly TextPackage[] = [
  ...monaco,
  { name: '@payloadcms/translations', version: '3.90.2', licence: 'MIT', licenceFile: 'LICENSE.md' },
  { name: '@ag-grid-community/locale', version: '36.2.0', licence: 'MIT', licenceFile: 'LICENSE.txt' },
  { name: '@electerm/electerm-locales', version: '2.2.9', licence: 'MIT', licenceFile: 'LICENSE' },
  { name: '@openstreetmap/id-tagging-schema', version: '7.2.0', licence: 'ISC', licenceFile: 'LICENSE.md' },
  { name: 'cldr-annotations-full', version: '48.2.0', licence: 'Unicode-3.0', licenceFile: 'LICENSE' },
  { name: 'stopword', version: '3.1.5', licence: 'MIT', licenceFile: 'LICENSE' },
];

/**
 * Fetches the packages with the npm client into a folder, checks the hash of each, and unpacks them; what the folder already has is not
 * fetched again. They are no dependencies: they are needed only to make the tables.
 */
export function fetchPackages(folder: string, integrity: Readonly<Record<string, string>>): void {
  mkdirSync(folder, { recursive: true });
  for (const { name, version } of textPackages) {
    const archive = join(folder, `${name.replace('@', '').replace('/', '-')}-${version}.tgz`);
    if (!existsSync(archive)) {
      execFileSync('npm', ['pack', '--silent', '--pack-destination', folder, `${name}@${version}`], { cwd: folder });
    }
    const hash = `sha512-${createHash('sha512').update(readFileSync(archive)).digest('base64')}`;
    const known = integrity[`${name}@${version}`];
    if (hash !== known) throw new Error(`${name}@${version} has the hash ${hash}, not ${known}.`);
    const target = packageFolder(folder, name);
    rmSync(target, { recursive: true, force: true });
    mkdirSync(target, { recursive: true });
    execFileSync('tar', ['-xzf', archive, '-C', target, '--strip-components=1']);
  }
}

/** Where a package lies once it is unpacked. */
export function packageFolder(folder: string, name: string): string {
  return join(folder, 'packages', name);
}
