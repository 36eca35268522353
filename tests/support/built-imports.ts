import { readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import path from 'node:path';
import { parseSync } from 'oxc-parser';

const known = new Map<string, readonly string[]>();

/** What a built module loads, static and dynamic, where it is named by a text. */
export function specifiersOf(file: string): readonly string[] {
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
  const required = file.endsWith('.cjs') ? /\brequire\(["'`]([^"'`]+)["'`]\)/g : /\b__require\(["'`]([^"'`]+)["'`]\)/g;
  return [
    ...module.staticImports.map(({ moduleRequest }) => moduleRequest.value),
    ...module.staticExports.flatMap(({ entries }) => entries.flatMap((entry) => entry.moduleRequest?.value ?? [])),
    ...dynamic.filter((source) => /^(["']|`[^$]*`$)/.test(source)).map((source) => source.slice(1, -1)),
    ...Array.from(code.matchAll(required), (match) => match[1] ?? ''),
  ];
}

/** What a built entry can load of packages, through all of its chunks: `open`, `better-sqlite3`. */
export function packagesReachedFrom(entry: string): Set<string> {
  const packages = new Set<string>();
  const pending = [entry];
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
