import { existsSync, readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import path from 'node:path';
import { parseSync } from 'oxc-parser';
import { beforeAll, describe, expect, it } from 'vitest';

const out = path.resolve(import.meta.dirname, '../../out');

const known = new Map<string, readonly string[]>();

/** What a built module loads, static and dynamic, where it is named by a text. */
function specifiersOf(file: string): readonly string[] {
  const specifiers = known.get(file) ?? readSpecifiers(file);
  known.set(file, specifiers);
  return specifiers;
}

function readSpecifiers(file: string): string[] {
  const code = readFileSync(file, 'utf8');
  const { module, errors } = parseSync(file, code);
  if (errors.length > 0) throw new Error(`${file} cannot be parsed: ${errors[0]?.message}`);
  const dynamic = module.dynamicImports.map(({ moduleRequest: { start, end } }) => code.slice(start, end));
  // How an ES file of the build writes the `require` of a package that it carries.
  const required = file.endsWith('.cjs') ? /\brequire\("([^"]+)"\)/g : /\b__require\("([^"]+)"\)/g;
  return [
    ...module.staticImports.map(({ moduleRequest }) => moduleRequest.value),
    ...module.staticExports.flatMap(({ entries }) => entries.flatMap((entry) => entry.moduleRequest?.value ?? [])),
    ...dynamic.filter((source) => /^["']/.test(source)).map((source) => source.slice(1, -1)),
    ...Array.from(code.matchAll(required), (match) => match[1] ?? ''),
  ];
}

/** The packages that a built entry can reach, through all of its chunks. */
function packagesReachedFrom(entry: string): Set<string> {
  const packages = new Set<string>();
  const pending = [path.join(out, entry)];
  const seen = new Set(pending);
  for (const file of pending) {
    for (const specifier of specifiersOf(file)) {
      if (isBuiltin(specifier)) continue;
      if (!specifier.startsWith('.')) {
        packages.add(specifier);
        continue;
      }
      const next = path.resolve(path.dirname(file), specifier);
      if (seen.has(next)) continue;
      seen.add(next);
      pending.push(next);
    }
  }
  return packages;
}

describe('the build', () => {
  beforeAll(() => {
    if (!existsSync(path.join(out, 'main', 'electron.js'))) {
      throw new Error('There is no out/main/electron.js: run `npm run build` first.');
    }
  });

  it('has a preload that requires nothing but electron', () => {
    const preload = path.join(out, 'preload', 'preload.cjs');
    expect(specifiersOf(preload)).toEqual(['electron']);
    expect(readFileSync(preload, 'utf8')).not.toMatch(/^\s*(?:import|export)\b/m);
  });

  it('carries all packages but electron and those that find files of their own', () => {
    expect(packagesReachedFrom('main/electron.js')).toEqual(new Set(['electron', 'better-sqlite3']));
  });

  it('reaches electron from the Electron host only', () => {
    expect(packagesReachedFrom('main/cli.js')).toEqual(new Set(['better-sqlite3', 'open']));
    for (const name of ['index', 'engine', 'why-not', 'eval']) {
      expect([name, packagesReachedFrom(`main/${name}-worker.js`)]).toEqual([name, new Set(['better-sqlite3'])]);
    }
  });

  it('has a renderer that loads everything from where it is served', () => {
    const html = readFileSync(path.join(out, 'renderer', 'index.html'), 'utf8');
    const loaded = [...html.matchAll(/(?:src|href)="([^"]+)"/g)].map((match) => match[1]);
    expect(loaded.filter((url) => url !== 'data:,').every((url) => url?.startsWith('./assets/'))).toBe(true);
    // The content security policy forbids inline scripts.
    expect(html).not.toMatch(/<script(?![^>]*\bsrc=)/);
  });
});
