import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { packagesReachedFrom, specifiersOf } from '../support/built-imports.ts';

const out = path.resolve(import.meta.dirname, '../../out');
const reached = (entry: string) => packagesReachedFrom(path.join(out, entry));

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
    expect(reached('main/electron.js')).toEqual(new Set(['electron', 'better-sqlite3']));
  });

  it('reaches electron from the Electron host only', () => {
    expect(reached('main/cli.js')).toEqual(new Set(['better-sqlite3', 'open']));
    for (const name of ['index', 'engine', 'why-not', 'eval']) {
      expect([name, reached(`main/${name}-worker.js`)]).toEqual([name, new Set(['better-sqlite3'])]);
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
