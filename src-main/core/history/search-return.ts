import type { FoundTool } from '#shared/domain/history.ts';
import type { CatalogTool } from '#shared/domain/tool.ts';

/** What a search in history mode returns (R18.10). */
export interface SearchReturn {
  readonly message: string;
  readonly tools: readonly FoundTool[];
}

/** Another shape for a tool that was found; it must keep the name (R18.12). */
export type ToolRenderer = (tool: CatalogTool) => FoundTool;

/**
 * What a search found, as messages keep it (R18.10–R18.13). A renderer that throws, or gives another name, is told, and its tool is
 * shown as without it: it can add nothing that was not found.
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
