import { z } from 'zod';
import { firstMatchingGlob } from './glob.ts';

/** Always in the prompt, or deferred until found and called (R1.01). */
export const loadingModeSchema = z.enum(['always', 'deferred']);
export type LoadingMode = z.infer<typeof loadingModeSchema>;

/** What a tool says of itself. `undeclared` is a state of its own, so that a default changes only such tools (R1.02). */
export const declaredModeSchema = z.enum(['always', 'deferred', 'undeclared']);
export type DeclaredMode = z.infer<typeof declaredModeSchema>;

/** Which rule decided the effective mode, and its words: the pattern, or the list. */
export const modeReasonSchema = z.object({
  rule: z.enum([
    'search_disabled',
    'pattern',
    'declaration',
    'source_list',
    'source_default',
    'workspace_default',
    'fallback',
  ]),
  detail: z.string(),
});
export type ModeReason = z.infer<typeof modeReasonSchema>;

export interface SourceModeRules {
  readonly name: string;
  readonly default_loading_mode?: LoadingMode | null | undefined;
  readonly always_loaded_tools?: readonly string[] | undefined;
  readonly deferred_tools?: readonly string[] | null | undefined;
}

export interface WorkspaceModeRules {
  readonly enabled: boolean;
  readonly default_loading_mode?: LoadingMode | undefined;
  readonly always_loaded_patterns: readonly string[];
}

/**
 * The effective mode of a tool and why. Precedence: search off > pattern > the tool's own declaration > source lists >
 * source default > workspace default > `always` (R1.09–R1.13). Source lists name tools as the source does or in full.
 */
export function resolveLoadingMode(
  tool: { readonly name: string; readonly upstream_name: string; readonly declared_mode: DeclaredMode },
  source: SourceModeRules,
  workspace: WorkspaceModeRules,
): { mode: LoadingMode; reason: ModeReason } {
  if (!workspace.enabled) {
    return decided('always', 'search_disabled', 'tool search is off, so every permitted tool is in the prompt');
  }
  const pattern = firstMatchingGlob(workspace.always_loaded_patterns, tool.name);
  if (pattern !== undefined) return decided('always', 'pattern', `matches always_loaded_patterns "${pattern}"`);
  if (tool.declared_mode !== 'undeclared') {
    return decided(tool.declared_mode, 'declaration', `the tool declares loading_mode ${tool.declared_mode}`);
  }
  const listedIn = (list: readonly string[] | null | undefined) =>
    list?.includes(tool.upstream_name) || list?.includes(tool.name);
  if (listedIn(source.always_loaded_tools)) {
    return decided('always', 'source_list', `source ${source.name} lists it in always_loaded_tools`);
  }
  if (source.deferred_tools) {
    return listedIn(source.deferred_tools)
      ? decided('deferred', 'source_list', `source ${source.name} lists it in deferred_tools`)
      : decided('always', 'source_list', `source ${source.name} has deferred_tools, which does not list it`);
  }
  if (source.default_loading_mode) {
    return decided(
      source.default_loading_mode,
      'source_default',
      `${source.default_loading_mode} by default of source ${source.name}; no pattern matches`,
    );
  }
  if (workspace.default_loading_mode) {
    return decided(
      workspace.default_loading_mode,
      'workspace_default',
      `${workspace.default_loading_mode} by tool_search.default_loading_mode; no pattern matches`,
    );
  }
  return decided('always', 'fallback', 'nothing is declared anywhere');
}

function decided(mode: LoadingMode, rule: ModeReason['rule'], detail: string) {
  return { mode, reason: { rule, detail } };
}
