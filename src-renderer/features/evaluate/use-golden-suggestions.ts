import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { ConfusableReport } from '#shared/domain/confusable.ts';
import { mostUsageEntries, type UsageEntry } from '#shared/domain/usage-view.ts';
import { useActivePersona } from '../../platform/active-persona.ts';
import { useCatalogList } from '../../platform/catalog-list.ts';
import { useGolden } from '../../platform/golden-watch.ts';
import { thisWindow } from '../../platform/this-window.ts';
import { useWorkspace } from '../../platform/workspace-query.ts';
import { initialView, useEvaluateStore } from './evaluate-store.ts';
import { type GoldenSuggestion, goldenSuggestions } from './golden-suggestions.ts';

/** Pages of the log that are looked at. */
const mostPages = 5;

/** The golden queries that use and catalog suggest; null while they are on their way. */
export function useGoldenSuggestions(): {
  readonly suggestions: readonly GoldenSuggestion[] | null;
  readonly error: Error | null;
} {
  const workspace = useWorkspace();
  const { path = '', revision = '' } = workspace ?? {};
  const persona = useActivePersona()?.name ?? null;
  const golden = useGolden();
  const { data: tools } = useCatalogList();
  const dismissed = useEvaluateStore((state) => (state.views[path] ?? initialView).dismissed);
  const use = useQuery({
    queryKey: ['golden-use', path],
    queryFn: ({ signal }) => newestRequests(signal),
    staleTime: 0,
  });
  const confusable = useQuery({
    queryKey: ['golden-confusable', path, revision, persona],
    queryFn: ({ signal }) => confusableReport(persona, signal),
  });
  const suggestions = useMemo(() => {
    if (!golden || !tools || !use.data || !confusable.data) return null;
    return goldenSuggestions({
      ...{ golden, persona, dismissed, tools },
      ...{ entries: use.data, confusable: confusable.data },
    });
  }, [golden, tools, use.data, confusable.data, persona, dismissed]);
  return { suggestions, error: use.error ?? confusable.error };
}

async function newestRequests(signal: AbortSignal): Promise<readonly UsageEntry[]> {
  const { client } = thisWindow();
  const entries: UsageEntry[] = [];
  let before: number | null | undefined;
  for (let page = 0; page < mostPages && before !== null; page++) {
    const limit = mostUsageEntries;
    const answer = await client.gateway.traffic(before === undefined ? { limit } : { limit, before }, { signal });
    entries.push(...answer.entries);
    before = answer.next;
  }
  return entries;
}

async function confusableReport(persona: string | null, signal: AbortSignal): Promise<ConfusableReport | null> {
  const request = { caller: persona === null ? {} : { persona } };
  for await (const event of await thisWindow().client.search.confusable(request, { signal })) {
    if (event.type === 'done') return event.report;
  }
  return null;
}
