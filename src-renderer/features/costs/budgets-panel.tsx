import { Loader, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { HostBudgets } from '#shared/domain/host-budgets.ts';
import { useClient } from '../../platform/client.ts';
import { useWorkspace } from '../../platform/workspace-query.ts';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { formatCount, formatFixed } from '../../ui/format-number.ts';
import { ScrollRegion } from '../../ui/scroll-region.tsx';
import { SkillListings, ToolCaps } from './budget-pictures.tsx';
import styles from './costs.module.css';
import { costsPlaces } from './costs-commands.ts';
import { useCosts } from './costs-store.ts';

const verdicts: Readonly<Record<HostBudgets['search']['verdict'], string>> = {
  load_all: 'load them all',
  consider: 'consider a search',
  search: 'use a search',
  unknown: 'the share of the window is not known',
};

const restMs = 300;

/** What each host shows of the workspace's tools and skills, and what it cuts without a word. */
export function BudgetsPanel() {
  const client = useClient();
  const workspace = useWorkspace();
  const typed = useCosts((state) => state.contextWindow);
  const set = useCosts((state) => state.set);
  const [resting] = useDebouncedValue(typed.trim(), restMs);
  const asked = readWindow(resting);
  const budgets = useQuery({
    queryKey: ['host-budgets', workspace?.path, workspace?.revision, asked],
    queryFn: ({ signal }) => client.providers.hostBudgets({ context_window: asked ?? null }, { signal }),
    enabled: workspace !== null && asked !== undefined,
    placeholderData: keepPreviousData,
  });
  return (
    <div className="column">
      <div className={styles.toolbar}>
        <TextInput
          id={costsPlaces.hosts}
          label="Context window of the model, tokens; empty: not known"
          inputMode="numeric"
          value={typed}
          error={
            readWindow(typed.trim()) === undefined ? 'A whole number from 1,000 to 100,000,000, or nothing.' : null
          }
          onChange={(event) => set({ contextWindow: event.currentTarget.value })}
        />
      </div>
      <ScrollRegion className={`${styles.scroll} scrolling-rest`} aria-label="Host budgets" data-testid="host-budgets">
        {budgets.error ? (
          <ErrorNotice error={budgets.error} />
        ) : budgets.data ? (
          <>
            <Definitions search={budgets.data.search} />
            <ToolCaps caps={budgets.data.tools} />
            <SkillListings listings={budgets.data.skills} />
          </>
        ) : (
          <div className={`${styles.waiting} row gap-12`} role="status">
            <Loader size="sm" /> Reading the tools and skills…
          </div>
        )}
      </ScrollRegion>
    </div>
  );
}

function Definitions({ search: { tokens, share, verdict, rule, source } }: { search: HostBudgets['search'] }) {
  return (
    <>
      <h2 className={styles.heading}>Definitions of all tools: {verdicts[verdict]}</h2>
      <p className={styles.note}>
        {formatCount(tokens.estimate)} tokens (estimate), {formatCount(tokens.o200k)} (o200k)
        {share !== null && `, ${formatFixed(share * 100, 2)} % of the window`}. {rule} Source: {source}
      </p>
    </>
  );
}

/** Tokens; null where nothing is typed, undefined where it is no window. */
function readWindow(text: string): number | null | undefined {
  if (text === '') return null;
  const value = /^\d{4,9}$/.test(text) ? Number(text) : 0;
  return value >= 1000 && value <= 100_000_000 ? value : undefined;
}
