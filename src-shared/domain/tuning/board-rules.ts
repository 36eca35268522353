import type { WorkspaceConfig } from '../config.ts';
import { sourceModeRules } from '../source.ts';
import type { BoardRules } from './board.ts';

/** What a configuration says about loading modes. */
export function boardRules({ tool_search, sources, overlays }: WorkspaceConfig): BoardRules {
  return {
    tool_search,
    sources: new Map(sources.map((source) => [source.name, sourceModeRules(source)])),
    overlays: new Map(
      Object.entries(overlays).flatMap(([name, { loading_mode }]) =>
        loading_mode === undefined ? [] : [[name, loading_mode]],
      ),
    ),
  };
}
