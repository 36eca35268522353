import { readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

const project = resolve(import.meta.dirname, '../..');
const read = (path: string) => readFileSync(resolve(project, path), 'utf8');

interface LockEntry {
  readonly version?: string;
  readonly license?: string;
  readonly resolved?: string;
  readonly gypfile?: boolean;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}
const lock = JSON.parse(read('package-lock.json')) as { packages: Record<string, LockEntry> };
const manifest = JSON.parse(read('package.json'));

describe('tool chain', () => {
  it('has the top level of the architecture (R19.01) and the MIT licence (R19.32)', () => {
    expect(readdirSync(project)).toEqual(
      expect.arrayContaining([
        ...['package.json', 'electron.vite.config.ts', 'README.md', 'LICENSE', 'CONTRIBUTING.md', 'docs', 'tests'],
        ...['src-main', 'src-renderer', 'src-shared', 'skill-packs', '.ci'],
      ]),
    );
    for (const folder of ['src-main', 'src-renderer', 'src-shared', 'skill-packs', 'tests'])
      expect(readdirSync(resolve(project, folder)), folder).not.toEqual([]);
    const licence = read('LICENSE');
    expect(licence).toMatch(/^MIT License\n\nCopyright \(c\) /);
    for (const words of [
      'Permission is hereby granted, free of charge, to any person obtaining a copy',
      'The above copyright notice and this permission notice shall be included in all',
      'THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND',
    ])
      expect(licence).toContain(words);
    expect(manifest.license).toBe('MIT');
    expect(lock.packages['']?.license).toBe('MIT');
    for (const pack of readdirSync(resolve(project, 'skill-packs')))
      expect(read(`skill-packs/${pack}/pack.yaml`), pack).toMatch(/^license: MIT$/m);
  });

  it('pins every version exactly', () => {
    for (const [name, version] of Object.entries({ ...manifest.dependencies, ...manifest.devDependencies })) {
      expect(version, name).toMatch(/^\d+\.\d+\.\d+(-[a-z]+\.\d+)?$/);
    }
  });

  it('keeps one version of each family', () => {
    const versions = (prefix: string) =>
      new Set(
        Object.entries(lock.packages).flatMap(([path, entry]) =>
          path.startsWith(`node_modules/${prefix}`) && entry.version ? [entry.version] : [],
        ),
      );
    expect(versions('@mantine/')).toEqual(new Set(['9.7.3']));
    expect(versions('@orpc/')).toEqual(new Set(['1.16.1']));
    expect([...versions('@biomejs/')]).toEqual(['2.5.15']);
  });

  it('compiles nothing at an install: the database comes with its binaries', () => {
    // npm takes a binding.gyp for a reason to compile, unless the lock says otherwise. `npm install` takes this line out of the lock.
    const entry = lock.packages['node_modules/better-sqlite3'];
    expect(entry?.gypfile, 'put "gypfile": false back into the entry of better-sqlite3').toBe(false);
  });

  it('locks every optional platform package, and names no host', () => {
    for (const [path, entry] of Object.entries(lock.packages)) {
      expect(entry.resolved, path).toBeUndefined();
      for (const name of Object.keys(entry.optionalDependencies ?? {})) {
        const places = [`${path}/node_modules/${name}`, `node_modules/${name}`];
        expect(
          places.some((place) => place in lock.packages),
          `${path} needs ${name} in the lock`,
        ).toBe(true);
      }
    }
  });

  it('lets only the pinned Node run an install script, by name', () => {
    expect(manifest.allowScripts).toEqual({ 'better-sqlite3': false, node: true });
    expect(manifest.devDependencies.node).toMatch(/^24\./);
    expect(process.versions.node).toBe(manifest.devDependencies.node);
  });
});
