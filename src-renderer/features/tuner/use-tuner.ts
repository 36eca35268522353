import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useDeferredValue, useEffect, useMemo } from 'react';
import type { ToolSummary } from '#shared/contract/catalog.ts';
import type { RenderedPrompt } from '#shared/domain/prompt-block.ts';
import { personaDenial } from '#shared/domain/tool-policy.ts';
import { hangPatterns, placeWithoutPatterns } from '#shared/domain/tuning/board.ts';
import { matchPattern, type PatternMatches, patternWarnings } from '#shared/domain/tuning/pattern-matches.ts';
import type { WorkspaceSummary } from '#shared/domain/workspace-summary.ts';
import { useClient } from '../../platform/client.ts';
import { toPegboardError } from '../../platform/pegboard-error.ts';
import { useActivePersona, useGonePersona } from '../../state/active-persona.ts';
import { boardRules, draftPatterns } from './board-rules.ts';
import { initialTunerView, type PromptTokens, useTunerStore } from './tuner-store.ts';

const noPatterns: readonly string[] = [];

/** Tools whose sides are drawn within a frame. */
const drawnAtOnce = 2000;

/** The tools of the open workspace that its policy leaves: the same list as the catalog's. */
export function useTunerTools(workspace: WorkspaceSummary | null) {
  const client = useClient();
  const list = useQuery({
    queryKey: ['catalog', workspace?.path, workspace?.revision],
    queryFn: ({ signal }) => client.catalog.list(undefined, { signal }),
    enabled: workspace !== null,
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return { tools: list.data ?? null, error: list.error ? toPegboardError(list.error) : null };
}

/** Both sides as they are, and as they would be with what is being typed. */
export function usePlacement(workspace: WorkspaceSummary, tools: readonly ToolSummary[]) {
  const typed = useTunerStore((state) => (state.views[workspace.path] ?? initialTunerView).draft);
  // Drawing many tools must not hold up the next letter; few are drawn with it.
  const later = useDeferredValue(typed);
  const draft = tools.length > drawnAtOnce ? later : typed;
  const rules = useMemo(() => boardRules(workspace.config), [workspace.config]);
  const persona = useActivePersona();
  const seen = useMemo(
    () => (persona === null ? tools : tools.filter((tool) => personaDenial(tool, persona) === null)),
    [tools, persona],
  );
  const patterns = rules.tool_search.always_loaded_patterns ?? noPatterns;
  const drafted = useMemo(() => draftPatterns(patterns, draft), [patterns, draft]);
  const base = useMemo(() => placeWithoutPatterns(seen, rules), [seen, rules]);
  const now = useMemo(() => hangPatterns(base, rules.tool_search), [base, rules]);
  const next = useMemo(
    () => (drafted === patterns ? now : hangPatterns(base, { ...rules.tool_search, always_loaded_patterns: drafted })),
    [base, rules, drafted, patterns, now],
  );
  const match = useMemo(() => rememberedMatches(tools), [tools]);
  const matches = useMemo(() => drafted.map(match), [drafted, match]);
  const warnings = useMemo(() => patternWarnings(matches, rules), [matches, rules]);
  return { rules, now, next, matches, warnings, draft };
}

/** While one pattern is typed, the others match what they matched before. */
function rememberedMatches(tools: readonly ToolSummary[]): (pattern: string) => PatternMatches {
  const remembered = new Map<string, PatternMatches>();
  return (pattern) => {
    const known = remembered.get(pattern) ?? matchPattern(pattern, tools);
    // Every text on the way to a pattern is one.
    if (remembered.size > 500) remembered.clear();
    remembered.set(pattern, known);
    return known;
  };
}

/** The prompt as `prompt.render` gives it for the chosen persona, now and before. */
export function usePromptTokens(workspace: WorkspaceSummary) {
  const client = useClient();
  const persona = useActivePersona()?.name;
  const gone = useGonePersona();
  const key = `${workspace.path}\n${persona ?? ''}`;
  const prompt = useQuery({
    queryKey: ['tuner-prompt', workspace.path, workspace.revision, persona ?? null],
    queryFn: async ({ signal }) => {
      const { prompt: rendered } = await client.prompt.render(persona === undefined ? {} : { persona }, { signal });
      return tokensOf(rendered);
    },
    enabled: gone === null,
    // Of another persona it would be another prompt.
    placeholderData: (previous, query) => (query?.queryKey[3] === (persona ?? null) ? previous : undefined),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
  });
  const before = useTunerStore((state) => state.before[key] ?? null);
  const { data, isPlaceholderData } = prompt;
  useEffect(() => {
    if (data && !isPlaceholderData && before === null) useTunerStore.getState().setBefore(key, data);
  }, [data, isPlaceholderData, before, key]);
  return {
    now: data ?? null,
    before,
    isCounting: prompt.isFetching,
    error: prompt.error ? toPegboardError(prompt.error) : null,
    gonePersona: gone,
    compareFromNow: data && !isPlaceholderData ? () => useTunerStore.getState().setBefore(key, data) : null,
  };
}

const nothing = { estimate: 0, o200k: 0 };

function tokensOf({ blocks, tokens }: RenderedPrompt): PromptTokens {
  return { whole: tokens, tools: blocks.find(({ name }) => name === 'available_tools')?.tokens ?? nothing };
}
