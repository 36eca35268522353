import type { WorkspaceConfig } from '#shared/domain/config.ts';
import { sourceModeRules } from '#shared/domain/source.ts';
import type { BoardRules } from '#shared/domain/tuning/board.ts';

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

/** The list of patterns with what is being typed in its place. */
export function draftPatterns(
  patterns: readonly string[],
  draft: { readonly at: number | 'new'; readonly text: string } | null,
): readonly string[] {
  const text = draft?.text.trim() ?? '';
  if (draft === null || text === '') return patterns;
  return draft.at === 'new' ? [...patterns, text] : patterns.map((pattern, at) => (at === draft.at ? text : pattern));
}
