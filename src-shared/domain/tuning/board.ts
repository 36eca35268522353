import { compileGlob } from '../glob.ts';
import {
  type DeclaredMode,
  type LoadingMode,
  type ModeReason,
  resolveLoadingMode,
  type SourceModeRules,
  type WorkspaceModeRules,
} from '../loading-mode.ts';

/** What the rules about loading modes read of a tool. `declared_mode` has the overlay in it. */
export interface BoardTool {
  readonly name: string;
  readonly upstream_name: string;
  readonly source: string;
  readonly declared_mode: DeclaredMode;
  readonly always_load_hint?: true | undefined;
}

/** What they read of a workspace. `overlays` are the modes that overlays declare, by tool. */
export interface BoardRules {
  readonly tool_search: WorkspaceModeRules;
  readonly sources: ReadonlyMap<string, SourceModeRules>;
  readonly overlays: ReadonlyMap<string, LoadingMode>;
}

export interface Placed<Tool extends BoardTool = BoardTool> {
  readonly tool: Tool;
  readonly mode: LoadingMode;
  readonly reason: ModeReason;
}

/** Which tools are on the board under these rules: those of the catalog, asked of all its tools at once (R1.09–R1.13). */
export function placeTools<Tool extends BoardTool>(
  tools: readonly Tool[],
  rules: Pick<BoardRules, 'tool_search' | 'sources'>,
): readonly Placed<Tool>[] {
  return hangPatterns(placeWithoutPatterns(tools, rules), rules.tool_search);
}

/** Where the tools are by every rule but the patterns. */
export function placeWithoutPatterns<Tool extends BoardTool>(
  tools: readonly Tool[],
  { tool_search, sources }: Pick<BoardRules, 'tool_search' | 'sources'>,
): readonly Placed<Tool>[] {
  const others = { ...tool_search, always_loaded_patterns: [] };
  return tools.map((tool) => {
    const { mode, reason } = resolveLoadingMode(tool, sources.get(tool.source) ?? { name: tool.source }, others);
    return { tool, mode, reason };
  });
}

/** The same with the patterns, which win over every rule but that search is off: cheap enough for each letter of one. */
export function hangPatterns<Tool extends BoardTool>(
  placed: readonly Placed<Tool>[],
  { enabled, always_loaded_patterns }: WorkspaceModeRules,
): readonly Placed<Tool>[] {
  if (!enabled) return placed;
  const patterns = always_loaded_patterns.map((pattern) => ({
    matches: compileGlob(pattern),
    reason: patternReason(pattern),
  }));
  return placed.map((one) => {
    const found = patterns.find(({ matches }) => matches(one.tool.name));
    return found ? { tool: one.tool, mode: 'always', reason: found.reason } : one;
  });
}

function patternReason(pattern: string): ModeReason {
  return { rule: 'pattern', detail: `matches always_loaded_patterns "${pattern}"`, pattern };
}
