import { Loader, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { HostBudgets } from '#shared/domain/host-budgets.ts';
import { useClient } from '../../platform/client.ts';
import { useWorkspace } from '../../platform/workspace-query.ts';
import { strings } from '../../strings/costs.ts';
import { formatCount } from '../../strings/count.ts';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { formatFixed } from '../../ui/format-number.ts';
import { ScrollRegion } from '../../ui/scroll-region.tsx';
import { SkillListings, ToolCaps } from './budget-pictures.tsx';
import styles from './costs.module.css';
import { costsPlaces } from './costs-commands.ts';
import { useCosts } from './costs-store.ts';

const verdicts: Readonly<Record<HostBudgets['search']['verdict'], string>> = strings.budgetsPanel.verdicts;

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
          label={strings.budgetsPanel.contextWindowOfModel}
          inputMode="numeric"
          value={typed}
          error={readWindow(typed.trim()) === undefined ? strings.budgetsPanel.enterWholeNumber : null}
          onChange={(event) => set({ contextWindow: event.currentTarget.value })}
        />
      </div>
      <ScrollRegion
        className={`${styles.scroll} scrolling-rest`}
        aria-label={strings.budgetsPanel.hostBudgets}
        data-testid="host-budgets"
      >
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
            <Loader size="sm" /> {strings.budgetsPanel.readingToolsSkills}
          </div>
        )}
      </ScrollRegion>
    </div>
  );
}

function Definitions({ search: { tokens, share, verdict, rule, source } }: { search: HostBudgets['search'] }) {
  const [estimate, o200k] = [formatCount(tokens.estimate), formatCount(tokens.o200k)];
  return (
    <>
      <h2 className={styles.heading}>{strings.budgetsPanel.definitionsAllTools(verdicts[verdict])}</h2>
      <p className={styles.note}>
        {share === null
          ? strings.budgetsPanel.tokensEstimateO200k(estimate, o200k)
          : strings.budgetsPanel.tokensAndShare(estimate, o200k, formatFixed(share * 100, 2))}
        . {strings.budgetsPanel.source(rule, source)}
      </p>
    </>
  );
}

/** Tokens; null where nothing is typed, undefined when it is not a valid window. */
function readWindow(text: string): number | null | undefined {
  if (text === '') return null;
  const value = /^\d{4,9}$/.test(text) ? Number(text) : 0;
  return value >= 1000 && value <= 100_000_000 ? value : undefined;
}
