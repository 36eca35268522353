import { sourceSchema } from '#shared/domain/source.ts';
import type { CatalogTool } from '#shared/domain/tool.ts';
import { PegboardError } from '#shared/errors.ts';
import { parseCapturedTools, refuseLeftOut } from '../catalog/captured-tools.ts';
import { normaliseTool } from '../catalog/normalise-tool.ts';

/**
 * The tools of a file of any accepted shape, under the names the file gives them, without a workspace. Errors: those of
 * `parseCapturedTools`, `tool_name_conflict` for a name that comes twice.
 */
export function readEvalTools(text: string, file: string): CatalogTool[] {
  // A jsonl keeps its names verbatim, which is what queries name.
  const source = sourceSchema.parse({ name: 'tools', path: 'tools.jsonl', format: 'tools_jsonl' });
  const sources = parseCapturedTools(text, file);
  const places = new Map<string, string>();
  const tools: CatalogTool[] = [];
  for (const { tools: listed, places: placed, leftOut } of sources) {
    const twin = leftOut.find(({ twinAt }) => twinAt !== undefined);
    if (twin?.twinAt !== undefined) throw twice(twin.name ?? '', file, [twin.twinAt, twin.place]);
    for (const [i, one] of listed.entries()) {
      const tool = normaliseTool(one, source);
      const place = placed[i] ?? '';
      const before = places.get(tool.name);
      if (before !== undefined) throw twice(tool.name, file, [before, place]);
      places.set(tool.name, place);
      tools.push({ ...tool, mode: 'deferred', mode_reason: { rule: 'fallback', detail: 'read for an evaluation' } });
    }
  }
  // A figure for some of the tools would say nothing about the set.
  refuseLeftOut(sources, file);
  return tools.sort((a, b) => (a.name < b.name ? -1 : 1));
}

function twice(name: string, file: string, places: readonly string[]): PegboardError {
  return new PegboardError('tool_name_conflict', `${file}: "${name}" is there twice: ${places.join(', ')}.`, {
    hint: 'Rename or remove one of the two.',
    data: { file, tool: name, places },
  });
}
