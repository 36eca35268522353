import { readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import path from 'node:path';
import { parseSync } from 'oxc-parser';
import { describe, expect, it } from 'vitest';
import packageJson from '../../../package.json' with { type: 'json' };

const root = path.resolve(import.meta.dirname, '../../..');

/** What a source imports at once; types are nothing at run time. */
function staticImports(file: string): string[] {
  const { module } = parseSync(file, readFileSync(file, 'utf8'));
  const imported = module.staticImports
    .filter(({ entries }) => entries.length === 0 || entries.some(({ isType }) => !isType))
    .map(({ moduleRequest }) => moduleRequest.value);
  const exported = module.staticExports.flatMap(({ entries }) =>
    entries.flatMap(({ moduleRequest, isType }) => (moduleRequest && !isType ? [moduleRequest.value] : [])),
  );
  return [...imported, ...exported];
}

function resolved(specifier: string, from: string): string | null {
  if (specifier.startsWith('.')) return path.resolve(path.dirname(from), specifier);
  const folders = Object.entries(packageJson.imports);
  const [key = '', folder = ''] = folders.find(([name]) => specifier.startsWith(name.slice(0, -1))) ?? [];
  return key === '' ? null : path.join(root, folder.slice(0, -1), specifier.slice(key.length - 1));
}

/** The packages that are loaded with a file, through everything that it imports at once. */
function packagesLoadedWith(entry: string): string[] {
  const packages = new Set<string>();
  const files = new Set([path.join(root, entry)]);
  for (const file of files) {
    for (const specifier of file.endsWith('.ts') ? staticImports(file) : []) {
      const next = resolved(specifier, file);
      if (next) files.add(next);
      else if (!isBuiltin(specifier)) packages.add((/^(@[^/]+\/)?[^/]+/.exec(specifier) ?? [specifier])[0]);
    }
  }
  return [...packages].sort();
}

describe('the packages that every command loads', () => {
  it('are these: the client and the server of MCP, git, PostgreSQL and the AI SDK wait until somebody needs them', () => {
    expect(packagesLoadedWith('src-main/core/create-services.ts')).toEqual([
      'ajv',
      'better-sqlite3',
      'cross-spawn',
      'diff',
      'fastest-levenshtein',
      'gpt-tokenizer',
      'gray-matter',
      'jsonc-parser',
      're2js',
      'smol-toml',
      'stemmer',
      'yaml',
      'zod',
    ]);
  });
});
