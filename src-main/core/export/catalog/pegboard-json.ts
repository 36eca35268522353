import { hostHintKeys } from '#shared/domain/host-hints.ts';
import type { CatalogTool } from '#shared/domain/tool.ts';
import { withHostHints } from '../../catalog/host-hints.ts';
import type { CatalogWriter } from './catalog-format.ts';
import { givenFields } from './tool-fields.ts';

/**
 * Patterns, modes and overlays as they came out: every tool whole with its effective mode and why, and which of its fields this
 * workspace wrote. For programs that want to know what was tuned.
 */
export const pegboardJson: CatalogWriter = ({ config, persona, tools, patterns }) => {
  const { enabled, default_loading_mode, activation_scope, preferred_namespaces } = config.tool_search;
  return {
    document: {
      schema: 'pegboard.catalog/1',
      persona: persona?.name ?? null,
      tool_search: {
        enabled,
        default_loading_mode,
        always_loaded_patterns: patterns,
        activation_scope,
        preferred_namespaces,
      },
      tools: tools.map((tool) => ({
        name: tool.name,
        namespace: tool.namespace,
        source: tool.source,
        upstream_name: tool.upstream_name,
        mode: tool.mode,
        mode_reason: tool.mode_reason.rule,
        ...(patterns.includes(tool.mode_reason.pattern ?? '') ? { pattern: tool.mode_reason.pattern } : {}),
        ...givenFields(tool),
        ...hintsOf(tool),
        input_schema: tool.input_schema,
      })),
      overlays: Object.fromEntries(
        tools.flatMap((tool) => {
          const overlay = Object.hasOwn(config.overlays, tool.name) ? config.overlays[tool.name] : undefined;
          return overlay ? [[tool.name, overlaid(tool, Object.keys(overlay))] as const] : [];
        }),
      ),
    },
    names: Object.fromEntries(tools.map(({ name }) => [name, name])),
    losses: tools
      .filter(({ extra }) => Object.keys(extra).length > 0)
      .map(({ name }) => ({ name, field: 'extra', kind: 'lost', message: 'other details of its source are left out' })),
    wholeLosses: [],
    findings: [],
  };
};

/** Hints for hosts, as the gateway writes them. */
function hintsOf(tool: CatalogTool): Record<string, unknown> {
  const ours: readonly string[] = Object.values(hostHintKeys);
  const hints = Object.entries(withHostHints(tool, 'all')).filter(([key]) => ours.includes(key));
  return hints.length === 0 ? {} : { _meta: Object.fromEntries(hints) };
}

/** The fields of an overlay as they ended up, so that they say no more than the tool does. */
function overlaid(tool: CatalogTool, keys: readonly string[]): Record<string, unknown> {
  const { declared_mode: loading_mode, ...fields } = tool;
  const values: Record<string, unknown> = { ...fields, loading_mode };
  return Object.fromEntries(keys.map((key) => [key, values[key]]));
}
