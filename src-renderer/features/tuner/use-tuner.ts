import { useDeferredValue, useEffect, useMemo } from 'react';
import type { ToolSummary } from '#shared/contract/catalog.ts';
import { personaDenial } from '#shared/domain/tool-policy.ts';
import { hangPatterns, placeWithoutPatterns } from '#shared/domain/tuning/board.ts';
import { matchPattern, type PatternMatches, patternWarnings } from '#shared/domain/tuning/pattern-matches.ts';
import type { WorkspaceSummary } from '#shared/domain/workspace-summary.ts';
import { useActivePersona, useGonePersona } from '../../platform/active-persona.ts';
import { useCatalogList } from '../../platform/catalog-list.ts';
import { toPegboardError } from '../../platform/pegboard-error.ts';
import { usePromptSizes } from '../../platform/prompt-sizes.ts';
import { usePreferences } from '../../state/preferences-store.ts';
import { boardRules, draftPatterns } from './board-rules.ts';
import { initialTunerView, useTunerStore } from './tuner-store.ts';

const noPatterns: readonly string[] = [];

/** Tools whose sides are drawn within a frame. */
const drawnAtOnce = 2000;

/** The tools of the open workspace that its policy leaves: the same list as the catalog's. */
export function useTunerTools() {
  const list = useCatalogList();
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

/** What the prompt costs for the chosen persona, now and before the tuning, by the chosen estimator. */
export function usePromptTokens(workspace: WorkspaceSummary) {
  const estimator = usePreferences((state) => state.estimator);
  const persona = useActivePersona()?.name;
  const key = `${workspace.path}\n${persona ?? ''}`;
  // Both are counted, so that there is a before when the other one is chosen later.
  const counts = { estimate: usePromptSizes('estimate'), o200k: usePromptSizes('o200k') };
  const estimate = useBefore(`${key}\nestimate`, counts.estimate);
  const o200k = useBefore(`${key}\no200k`, counts.o200k);
  const { sizes, isOld, isCounting, error } = counts[estimator];
  return {
    estimator,
    now: sizes,
    /** Whether `now` is of the workspace as it was before. */
    isOld,
    before: { estimate, o200k }[estimator].before,
    isCounting,
    error,
    gonePersona: useGonePersona(),
    compareFromNow:
      sizes && !isOld
        ? () => {
            estimate.setNow();
            o200k.setNow();
          }
        : null,
  };
}

/** What the prompt cost at first, and again whenever somebody compares from then on. */
function useBefore(key: string, { sizes, isOld }: ReturnType<typeof usePromptSizes>) {
  const before = useTunerStore((state) => state.before[key] ?? null);
  const isKnown = sizes !== null && !isOld;
  const setNow = () => {
    if (isKnown) useTunerStore.getState().setBefore(key, sizes);
  };
  useEffect(() => {
    if (isKnown && before === null) useTunerStore.getState().setBefore(key, sizes);
  }, [isKnown, sizes, before, key]);
  return { before, setNow };
}
