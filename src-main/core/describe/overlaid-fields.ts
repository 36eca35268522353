import { canonicalJson } from '#shared/canonical-json.ts';
import type { CatalogTool, Tool } from '#shared/domain/tool.ts';
import type { OverlaidField } from '#shared/domain/tool-detail.ts';
import type { LoadedSource } from '../catalog/catalog.ts';
import { catalogName, normaliseTool } from '../catalog/normalise-tool.ts';
import { diffTexts } from '../catalog/word-diff.ts';

/** The tool as its source gives it, without the overlay; null when no source has it any more. */
export function upstreamTool(tool: CatalogTool, sources: readonly LoadedSource[]): Tool | null {
  for (const { source, tools } of sources) {
    if (source.name !== tool.source) continue;
    const captured = tools.find((candidate) => catalogName(candidate, source) === tool.name);
    if (captured) return normaliseTool(captured, source);
  }
  return null;
}

/** Fields that people write sentences in. */
const proseFields: ReadonlySet<keyof Tool> = new Set(['title', 'description', 'usage_hint'] as const);

/** The fields in which the catalog's tool differs from its source's, by name of the field. */
export function overlaidFields(tool: CatalogTool, upstream: Tool): OverlaidField[] {
  const { mode: _mode, mode_reason: _reason, ...curated } = tool;
  return (Object.keys(curated) as (keyof Tool)[])
    .filter((field) => canonicalJson(curated[field]) !== canonicalJson(upstream[field]))
    .sort()
    .map((field) => ({
      field,
      upstream: upstream[field],
      overlaid: curated[field],
      words: proseFields.has(field) ? wordsOf(upstream[field], curated[field]) : null,
    }));
}

function wordsOf(before: unknown, after: unknown): OverlaidField['words'] {
  const areTexts = typeof before === 'string' && typeof after === 'string';
  return areTexts && before !== '' && after !== '' ? diffTexts(before, after) : null;
}
