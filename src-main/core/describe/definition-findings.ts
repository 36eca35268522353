import { visit } from 'jsonc-parser';
import { type Finding, locatedFinding } from '#shared/domain/finding.ts';
import type { SourceFormat } from '#shared/domain/source.ts';
import type { CatalogTool } from '#shared/domain/tool.ts';
import { policyDenial } from '#shared/domain/tool-policy.ts';
import type { ToolState } from '../approval/tool-states.ts';
import { auditedFinding } from '../catalog/lint/audited-definition.ts';
import type { CatalogLint } from '../catalog/lint/catalog-lint.ts';
import type { Files } from '../files/files.ts';
import { containedPath, type LoadedWorkspace } from '../workspace/load-workspace.ts';

interface Linting {
  readonly lint: CatalogLint;
  readonly files: Files;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Every finding about the definitions of a workspace's tools, by tool, with those that approvals withhold: a reviewer must hear of them
 * before anybody approves them. A rejected tool is decided. `path` is the captured file of the source, `range` the line with the tool's
 * name. Error: `cancelled`.
 */
export async function definitionFindings(
  loaded: LoadedWorkspace,
  { lint, files, signal }: Linting,
): Promise<readonly Finding[]> {
  const { root, file, unapproved } = loaded;
  const looked = lookedAt(loaded);
  const found = await lint.all(looked, signal);
  const linesOf = new Map<string, ReadonlyMap<string, number>>();
  const result: Finding[] = [];
  for (const [name, tool] of looked) {
    const findings = withReview(found.get(name) ?? [], unapproved.get(name));
    if (findings.length === 0) continue;
    const source = file.config.sources.find((one) => one.name === tool.source);
    if (!source) continue;
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

/** The tools that the policy lets run now, or would when somebody approves them. */
function lookedAt({ catalog, registry, file }: LoadedWorkspace): ReadonlyMap<string, CatalogTool> {
  const waiting = catalog.tools.filter(
    ({ withheld, ...tool }) => withheld && withheld.state !== 'rejected' && !policyDenial(tool, file.config.policy),
  );
  return waiting.length === 0 ? registry : new Map([...registry, ...waiting.map((tool) => [tool.name, tool] as const)]);
}

/** The findings of a tool, with the hard ones that only a comparison with the lock shows, such as a name that it takes over. */
function withReview(own: readonly Finding[], state: ToolState | undefined): readonly Finding[] {
  const known = new Set(own.map(({ message }) => message));
  const hard = (state?.findings ?? []).filter(({ severity }) => severity === 'error');
  const others = hard.filter(({ code }) => code === 'tool_shadowing').map(auditedFinding);
  return [...own, ...others.filter(({ message }) => !known.has(message))];
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
