import { existsSync, readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';

const out = path.resolve(import.meta.dirname, '../../out');

/** What a built module loads, static and dynamic, ES or CommonJS. */
function specifiersOf(file: string): string[] {
  const code = readFileSync(file, 'utf8');
  const pattern = /(?:\bfrom\s*|\bimport\s*\(\s*|^\s*import\s*|\brequire\(\s*)["']([^"']+)["']/gm;
  return [...code.matchAll(pattern)].map((match) => match[1] ?? '');
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

  it('leaves electron and better-sqlite3 outside of the main process', () => {
    const packages = packagesReachedFrom('main/electron.js');
    expect(packages).toContain('electron');
    expect(packages).toContain('better-sqlite3');
    expect(packages).toContain('@orpc/server');
  });

  it('reaches electron from the Electron host only', () => {
    const workers = ['index', 'engine', 'why-not', 'eval'].map((name) => `main/${name}-worker.js`);
    for (const entry of ['main/cli.js', ...workers]) {
      const packages = packagesReachedFrom(entry);
      // The engines beside tool_search need no database.
      if (entry !== 'main/engine-worker.js') expect(packages).toContain('better-sqlite3');
      expect(packages).not.toContain('electron');
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
