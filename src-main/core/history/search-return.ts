import type { FoundTool, HistoryEntry } from '#shared/domain/history.ts';
import type { CatalogTool } from '#shared/domain/tool.ts';

/** What a search in history mode returns (R18.10). */
export interface SearchReturn {
  readonly message: string;
  readonly tools: readonly FoundTool[];
}

/** Another shape for a tool that was found; it must keep the name (R18.12). */
export type ToolRenderer = (tool: CatalogTool) => FoundTool;

/**
 * What a search found, as messages keep it (R18.10–R18.13). A renderer that throws, or gives another name, is reported, and
 * its tool is shown as without it: it can add nothing that was not found.
 */
export function searchReturn(
  query: string,
  found: readonly CatalogTool[],
  {
    renderer,
    gate,
    report,
  }: { renderer: ToolRenderer | null; gate: (text: string) => string; report: (problem: string) => void },
): SearchReturn {
  if (found.length === 0) return { message: `No tools found for '${query}'`, tools: [] };
  const message = found.length === 1 ? 'Found 1 tool.' : `Found ${found.length} tools.`;
  return { message, tools: found.map((tool) => gated(rendered(tool, renderer, report), gate)) };
}

/** What a renderer says is read by the model: it may name no tool that the run may not use. */
function gated({ name, description }: FoundTool, gate: (text: string) => string): FoundTool {
  return { name, ...(typeof description === 'string' ? { description: gate(description) } : {}) };
}

function rendered(tool: CatalogTool, renderer: ToolRenderer | null, report: (problem: string) => void): FoundTool {
  const plain = { name: tool.name, description: tool.description };
  if (!renderer) return plain;
  try {
    const shown = renderer(tool);
    if (shown.name === tool.name) return shown;
    report(`The tool renderer gave ${tool.name} another name, or none.`);
  } catch (error) {
    report(`The tool renderer failed on ${tool.name}: ${error instanceof Error ? error.message : String(error)}`);
  }
  return plain;
}

/**
 * The tools that a history shows as found, in the order they were found first (R18.01, R18.02). Only what a search returned counts;
 * names that this caller may not use, or nobody can, do not (R18.04). Holds no state: the same messages give the same tools.
 */
export function discoveredTools(entries: readonly HistoryEntry[], permits: (name: string) => boolean): string[] {
  const names = entries.flatMap((entry) => (entry.kind === 'found' ? entry.tools.map(({ name }) => name) : []));
  return [...new Set(names)].filter(permits);
}

/** What a search looked for, in words, whoever made it: ours and bm25 say query, regex says pattern, OpenAI says paths. */
export function searchText(args: Readonly<Record<string, unknown>>): string {
  const { query, pattern, paths } = args;
  if (typeof query === 'string') return query;
  if (typeof pattern === 'string') return pattern;
  return Array.isArray(paths) ? paths.filter((path) => typeof path === 'string').join(' ') : '';
}
