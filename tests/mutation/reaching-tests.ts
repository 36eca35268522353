import { existsSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { parseSync } from 'oxc-parser';

/**
 * For each of some sources the tests that load it, those with the fewest imports between them first. Paths are from the root;
 * what only a thread or another process loads is not seen.
 */
export function reachingTests(root: string, tests: readonly string[]): (source: string) => readonly string[] {
  const aliases = readAliases(root);
  const known = new Map<string, readonly string[]>();
  const importsOf = (path: string) => {
    const imports = known.get(path) ?? readImports(root, path, aliases);
    known.set(path, imports);
    return imports;
  };
  const distances = tests.map((test) => ({ test, distances: distancesFrom(test, importsOf) }));
  return (source) =>
    distances
      .flatMap(({ test, distances }) => {
        const distance = distances.get(source);
        return distance === undefined ? [] : [{ test, distance }];
      })
      .toSorted((a, b) => a.distance - b.distance || a.test.localeCompare(b.test))
      .map(({ test }) => test);
}

function distancesFrom(start: string, importsOf: (path: string) => readonly string[]): ReadonlyMap<string, number> {
  const distances = new Map([[start, 0]]);
  // A map can grow while it is walked, so this goes on until every import was met.
  for (const [path, distance] of distances) {
    for (const imported of importsOf(path)) if (!distances.has(imported)) distances.set(imported, distance + 1);
  }
  return distances;
}

/** The files of the project that a file loads; `import type` loads nothing. */
function readImports(root: string, path: string, aliases: ReadonlyMap<string, string>): readonly string[] {
  if (!/\.(ts|tsx|mjs)$/.test(path)) return [];
  const text = readFileSync(join(root, path), 'utf8');
  const { staticImports, staticExports, dynamicImports } = parseSync(path, text).module;
  const names = [
    ...staticImports.flatMap(({ moduleRequest, entries }) =>
      entries.length > 0 && entries.every(({ isType }) => isType) ? [] : [moduleRequest.value],
    ),
    ...staticExports.flatMap(({ entries }) =>
      entries.flatMap(({ moduleRequest, isType }) => (moduleRequest && !isType ? [moduleRequest.value] : [])),
    ),
    ...dynamicImports.map(({ moduleRequest: { start, end } }) => text.slice(start + 1, end - 1)),
  ];
  return names.flatMap((name) => {
    const file = resolveName(path, name, aliases);
    return file !== null && existsSync(join(root, file)) ? [file] : [];
  });
}

function resolveName(from: string, name: string, aliases: ReadonlyMap<string, string>): string | null {
  if (name.startsWith('.')) return posix.join(posix.dirname(from), name.replace(/\?.*$/, ''));
  for (const [prefix, folder] of aliases)
    if (name.startsWith(prefix)) return posix.join(folder, name.slice(prefix.length));
  return null;
}

/** `#core/` → `src-main/core/`, as package.json says. */
function readAliases(root: string): ReadonlyMap<string, string> {
  const { imports = {} } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    imports?: Record<string, string>;
  };
  return new Map(Object.entries(imports).map(([alias, folder]) => [alias.replace('*', ''), folder.replace('*', '')]));
}
