import { useDeferredValue, useEffect } from 'react';
import type { ToolSummary } from '#shared/contract/catalog.ts';
import type { WorkspaceSummary } from '#shared/domain/workspace-summary.ts';
import type { Estimator } from '#shared/tokens.ts';
import { useActivePersona, useGonePersona } from '../../platform/active-persona.ts';
import { usePromptSizes } from '../../platform/prompt-sizes.ts';
import { usePreferences } from '../../state/preferences-store.ts';
import { placementOf } from './board-rules.ts';
import { beforeKey, setBefore, useTuner, viewOf } from './tuner-model.ts';

/** Tools whose sides are drawn within a frame. */
const drawnAtOnce = 2000;

/** Both sides as they are, and as they would be with what is being typed. */
export function usePlacement({ path, config }: WorkspaceSummary, tools: readonly ToolSummary[]) {
  const typed = useTuner((state) => viewOf(state, path).draft);
  // Drawing many tools must not hold up the next letter; few are drawn with it.
  const later = useDeferredValue(typed);
  const draft = tools.length > drawnAtOnce ? later : typed;
  return { ...placementOf({ config, tools, persona: useActivePersona(), draft }), draft };
}

/** What the prompt costs for the chosen persona, now and before the tuning, by the chosen estimator. */
export function usePromptTokens({ path }: WorkspaceSummary) {
  const estimator = usePreferences((state) => state.estimator);
  // Both are counted, so that there is a before when the other one is chosen later.
  const counts = { estimate: useCount(path, 'estimate'), o200k: useCount(path, 'o200k') };
  return { estimator, ...counts[estimator], gonePersona: useGonePersona() };
}

function useCount(path: string, estimator: Estimator) {
  const persona = useActivePersona()?.name ?? null;
  const { sizes, isOld, isCounting, error } = usePromptSizes(estimator);
  const before = useTuner((state) => state.before[beforeKey({ path, persona, estimator })] ?? null);
  useEffect(() => {
    if (sizes !== null && !isOld && before === null) setBefore({ path, persona, estimator }, sizes);
  }, [sizes, isOld, before, path, persona, estimator]);
  return { now: sizes, isOld, isCounting, error, before };
}
