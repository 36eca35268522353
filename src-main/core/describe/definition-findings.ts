import { visit } from 'jsonc-parser';
import { type Finding, locatedFinding } from '#shared/domain/finding.ts';
import type { SourceFormat } from '#shared/domain/source.ts';
import type { CatalogLint } from '../catalog/lint/catalog-lint.ts';
import type { Files } from '../files/files.ts';
import { containedPath, type LoadedWorkspace } from '../workspace/load-workspace.ts';

interface Linting {
  readonly lint: CatalogLint;
  readonly files: Files;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Every finding about the definitions of a workspace's tools, by tool. `path` is the captured file of the source, `range` the line
 * with the tool's name. Error: `cancelled`.
 */
export async function definitionFindings(
  { root, registry, file }: LoadedWorkspace,
  { lint, files, signal }: Linting,
): Promise<readonly Finding[]> {
  const found = await lint.all(registry, signal);
  const linesOf = new Map<string, ReadonlyMap<string, number>>();
  const result: Finding[] = [];
  for (const [name, findings] of found) {
    const tool = registry.get(name);
    const source = file.config.sources.find((one) => one.name === tool?.source);
    if (!tool || !source) continue;
    let lines = linesOf.get(source.name);
    if (!lines) {
      const path = await containedPath(root, `sources: ${source.name}`, source.path, files);
      lines = nameLines(await files.readText(path), source.format);
      linesOf.set(source.name, lines);
    }
    const line = lines.get(tool.upstream_name);
    result.push(...findings.map((one) => locatedFinding(one, { subject: name, path: source.path, line })));
  }
  return result;
}

/** The line, from 1, on which a captured file says each tool's name. */
export function nameLines(text: string, format: SourceFormat): ReadonlyMap<string, number> {
  const found = new Map<string, { readonly line: number; readonly depth: number }>();
  const parts = format === 'tools_jsonl' ? text.split('\n') : [text];
  parts.forEach((part, before) => {
    let depth = 0;
    let isName = false;
    visit(part, {
      onObjectBegin: () => {
        depth++;
        isName = false;
      },
      onObjectEnd: () => {
        depth--;
      },
      onObjectProperty: (property) => {
        isName = property === 'name';
      },
      onArrayBegin: () => {
        isName = false;
      },
      onLiteralValue: (value, _offset, _length, line) => {
        // An example in a schema may hold a "name" too: it is deeper than that of its tool.
        const known = found.get(String(value));
        if (isName && typeof value === 'string' && (!known || depth < known.depth)) {
          found.set(value, { line: before + line + 1, depth });
        }
        isName = false;
      },
    });
  });
  return new Map([...found].map(([name, { line }]) => [name, line]));
}
