import { dirname, relative, resolve } from 'node:path';
import type { ReadSource } from './read-source.ts';

/** An import from a file of one folder into another folder. */
export interface Imported {
  readonly from: string;
  readonly to: string;
  readonly file: string;
  readonly line: number;
}

/** The imports, of types too, that cross the direct subfolders of a folder. Files directly in the folder belong to no subfolder. */
export function folderImports(
  files: readonly ReadSource[],
  { root, folder }: { root: string; folder: string },
): Imported[] {
  const subfolder = (path: string) => {
    const parts = relative(folder, path).split('/');
    return parts[0] === '..' || parts.length < 2 ? null : (parts[0] ?? null);
  };
  return files.flatMap(({ path, imports }) => {
    const from = subfolder(path);
    if (from === null) return [];
    return imports.flatMap(({ of, line }) => {
      const target = of.startsWith('.')
        ? relative(root, resolve(root, dirname(path), of))
        : of.replace(/^#core\//, 'src-main/core/').replace(/^#rpc\//, 'src-main/rpc/');
      const to = subfolder(target);
      return to === null || to === from ? [] : [{ from, to, file: path, line }];
    });
  });
}

/** Folders that reach each other by imports, in groups of two or more (strongly connected components), by name. */
export function knots(imports: readonly Pick<Imported, 'from' | 'to'>[]): string[][] {
  const next = new Map<string, Set<string>>();
  for (const { from, to } of imports) next.set(from, (next.get(from) ?? new Set()).add(to));
  const reach = new Map([...next.keys()].map((folder) => [folder, reachable(folder, next)]));
  const groups = new Map<string, string[]>();
  for (const [folder, reached] of reach) {
    if (!reached.has(folder)) continue;
    const group = [...reached].filter((other) => reach.get(other)?.has(folder)).toSorted();
    groups.set(group.join(' '), group);
  }
  return [...groups.values()];
}

/** Every folder that imports lead to, the folder itself only where a circle leads back to it. */
function reachable(folder: string, next: ReadonlyMap<string, ReadonlySet<string>>): Set<string> {
  const seen = new Set<string>();
  const toVisit = [...(next.get(folder) ?? [])];
  for (let one = toVisit.pop(); one !== undefined; one = toVisit.pop()) {
    if (seen.has(one)) continue;
    seen.add(one);
    toVisit.push(...(next.get(one) ?? []));
  }
  return seen;
}
