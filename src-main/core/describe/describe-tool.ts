import type { Finding } from '#shared/domain/finding.ts';
import { matchesGlob } from '#shared/domain/glob.ts';
import type { CatalogTool } from '#shared/domain/tool.ts';
import type { ToolDetail } from '#shared/domain/tool-detail.ts';
import { policyDenial } from '#shared/domain/tool-policy.ts';
import type { LoadedSource } from '../catalog/catalog.ts';
import { toolRecordHash } from '../catalog/normalise-tool.ts';
import type { WorkspaceFile } from '../workspace/workspace-file.ts';
import { definitionTokens } from './definition-tokens.ts';
import { entryTokens } from './entry-tokens.ts';
import { modeRulesOf } from './mode-rules.ts';
import { overlaidFields, upstreamTool } from './overlaid-fields.ts';

/** One tool, whole: its parts and what they cost, where its values come from, and what is wrong with it (R19.06, R19.07). */
export function describeTool(
  tool: CatalogTool,
  {
    file,
    sources,
    findings,
  }: {
    readonly file: WorkspaceFile;
    readonly sources: readonly LoadedSource[];
    readonly findings: readonly Finding[];
  },
): ToolDetail {
  const { config } = file;
  const overlay = Object.hasOwn(config.overlays, tool.name) ? config.overlays[tool.name] : undefined;
  const upstream = overlay ? upstreamTool(tool, sources) : null;
  return {
    tool,
    tokens: definitionTokens(tool),
    entry: entryTokens(tool, config.tool_examples),
    record_hash: toolRecordHash(tool),
    always_loaded_patterns: config.tool_search.always_loaded_patterns.filter((pattern) =>
      matchesGlob(pattern, tool.name),
    ),
    mode_rules: modeRulesOf(tool, file),
    denied_by: policyDenial(tool, config.policy)?.rule ?? null,
    overlay: overlay ?? {},
    overlaid: upstream ? overlaidFields(tool, upstream) : [],
    findings,
  };
}
