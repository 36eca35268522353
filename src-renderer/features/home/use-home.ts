import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { findingTitle } from '#shared/domain/finding.ts';
import type { WorkspaceSummary } from '#shared/domain/workspace-summary.ts';
import { tokensOfSize } from '#shared/tokens.ts';
import { useActivePersona } from '../../platform/active-persona.ts';
import { type AllProblems, useAllProblems } from '../../platform/all-problems.ts';
import { useCatalogList } from '../../platform/catalog-list.ts';
import { useGolden } from '../../platform/golden-watch.ts';
import { usePromptSizes } from '../../platform/prompt-sizes.ts';
import { useSources } from '../../platform/source-watch.ts';
import { useToolTokens } from '../../platform/tool-tokens.ts';
import { usePreferences } from '../../state/preferences-store.ts';
import { useLiveTraffic } from '../gateway/live-traffic.ts';
import { useProjectOffers } from '../server-review/project-offer.tsx';
import { useToolReview, waitingOf } from '../sources/tool-review-model.ts';
import { placementOf } from '../tuner/board-rules.ts';
import { unreadLogs } from '../use/log-facts.ts';
import { originsQuery } from '../use/use-model.ts';
import { sourceShares } from './home-shares.ts';
import { changesSince, rememberVisit, visitBefore } from './last-visit.ts';
import type { HomeFacts } from './next-steps.ts';

/** What the prompt carries for the chosen persona, by source; `shares` and the totals are null while they are counted. */
export function useCarried({ config }: WorkspaceSummary) {
  const { data: tools } = useCatalogList();
  const persona = useActivePersona();
  const tokens = useToolTokens();
  const estimator = usePreferences((state) => state.estimator);
  const { sizes } = usePromptSizes(estimator);
  const shares = useMemo(
    () => (tools ? sourceShares(placementOf({ config, tools, persona, draft: null }).now, tools, tokens.size) : null),
    [config, tools, persona, tokens],
  );
  const count = (size: number) => tokensOfSize(size, estimator);
  return { shares, sizes, estimator, count };
}

/** The lists of Home. */
export function useHomeFacts(
  workspace: WorkspaceSummary,
  prompt: { readonly whole: number; readonly allTools: number } | null,
) {
  const persona = useActivePersona();
  const { data: sources } = useSources();
  const { data: review } = useToolReview();
  const problems = useAllProblems(workspace);
  const offers = useProjectOffers();
  const golden = useGolden();
  const traffic = useLiveTraffic(workspace.path);
  const { data: logs } = useQuery(originsQuery(workspace.path));
  const { tools, always_loaded: alwaysLoaded, config, is_demo: isDemo } = workspace;
  const budget = config.tuning.prompt_budget ?? null;
  const fewTools = workspace.findings.some(({ code }) => code === 'few_tools');
  const named = (test: (source: NonNullable<typeof sources>[number]) => boolean) =>
    (sources ?? []).filter((source) => source.enabled && test(source)).map(({ name }) => name);
  const facts: HomeFacts = {
    isDemo,
    tools,
    alwaysLoaded,
    searchIsOn: config.tool_search.enabled,
    failed: named(
      ({ status, mcp_problem: problem }) =>
        status === 'unreadable' || (problem !== null && problem.code !== 'authentication_required'),
    ),
    signIn: named(({ sign_in }) => sign_in === 'needed'),
    stale: named(({ stale }) => stale),
    review: waitingOf(review?.items ?? []),
    errors: problems.counts.error,
    warnings: problems.counts.warning,
    firstWarning: firstWarning(problems),
    fewTools,
    // What one persona loses, the others may save.
    searchCosts: prompt === null || (persona !== null && !fewTools) ? null : prompt.whole - prompt.allTools,
    overBudget: budget === null || prompt === null ? null : prompt.whole - budget,
    offers,
    clients: traffic === null ? null : traffic.sessions.length,
    unreadLogs: unreadLogs(logs ?? null),
    golden: golden === null ? null : golden.queries.length,
  };
  return { facts, offers, sessions: traffic?.sessions ?? null };
}

/** What changed since the last visit, and when that was; null at the first visit and while the prompt is counted. */
export function useChanges({ path, tools, always_loaded: alwaysLoaded }: WorkspaceSummary) {
  const [before] = useState(() => visitBefore(path));
  const { data: sources } = useSources();
  const { sizes } = usePromptSizes('estimate');
  const now = useMemo(
    () =>
      sources && sizes
        ? {
            tools,
            alwaysLoaded,
            prompt: tokensOfSize(sizes.whole, 'estimate'),
            sources: Object.fromEntries(sources.map((source) => [source.name, source.tools])),
          }
        : null,
    [tools, alwaysLoaded, sources, sizes],
  );
  useEffect(() => {
    if (now) rememberVisit(path, { at: new Date().toISOString(), ...now });
  }, [path, now]);
  return before && now ? { at: before.at, changes: changesSince(before, now) } : null;
}

/** What one of the warnings is about, by its kind; empty without one. */
function firstWarning({ tools, workspace, packs }: AllProblems): string {
  const first = [...tools, ...workspace, ...packs].find(({ severity }) => severity === 'warning');
  return first === undefined ? '' : findingTitle(first.code);
}
