import { Button, Kbd, SegmentedControl, Tooltip } from '@mantine/core';
import { useEffect, useMemo } from 'react';
import type { ToolSummary } from '#shared/contract/catalog.ts';
import { planMove } from '#shared/domain/tuning/plan-move.ts';
import type { WorkspaceSummary } from '#shared/domain/workspace-summary.ts';
import { useCatalogList } from '../../platform/catalog-list.ts';
import type { ToolTokens } from '../../platform/tool-tokens.ts';
import { useWorkspace } from '../../platform/workspace-query.ts';
import { useNavigation } from '../../state/navigation-store.ts';
import { strings } from '../../strings/catalog.ts';
import { formatCount } from '../../strings/count.ts';
import { fill } from '../../ui/fill.tsx';
import { countedBy } from '../../ui/format-number.ts';
import { VisibleText } from '../../ui/visible-text.tsx';
import { BudgetDrop } from '../tuner/budget/budget-drop.tsx';
import { BudgetPanel } from '../tuner/budget/budget-panel.tsx';
import { moveWords } from '../tuner/move-labels.ts';
import { promptCost } from '../tuner/prompt-cost.ts';
import { openDialog, useTuner } from '../tuner/tuner-model.ts';
import { usePlacement, usePromptTokens } from '../tuner/use-tuner.ts';
import styles from './catalog.module.css';
import { changeLoading, deferTools, nextMode, showModes } from './catalog-acts.ts';
import type { CatalogView } from './catalog-store.ts';

interface BudgetBarProps {
  readonly view: CatalogView;
  /** The chosen tools that the table shows. */
  readonly chosen: readonly ToolSummary[];
  readonly tokens: ToolTokens;
}

/** Above the table: what every prompt costs beside its budget, which tools are shown, and what changing the chosen ones writes. */
export function BudgetBar(props: BudgetBarProps) {
  const workspace = useWorkspace();
  const { data: tools } = useCatalogList();
  return workspace && tools ? <Bar {...props} workspace={workspace} tools={tools} /> : null;
}

function Bar({
  view,
  chosen,
  tokens,
  workspace,
  tools,
}: BudgetBarProps & { readonly workspace: WorkspaceSummary; readonly tools: readonly ToolSummary[] }) {
  const dialog = useTuner((state) => state.dialog);
  const { rules, now } = usePlacement(workspace, tools);
  const prompt = usePromptTokens(workspace);
  const whole = promptCost(prompt, tokens, now)?.whole ?? null;
  const budget = workspace.config.tuning.prompt_budget;
  const to = nextMode(chosen);
  const plan = useMemo(
    () =>
      chosen.length === 0 ? null : planMove(tools, rules, { chosen: new Set(chosen.map(({ name }) => name)), to }),
    [tools, rules, chosen, to],
  );
  useEffect(() => () => openDialog(null), []);
  const shown = view.chosen.mode?.length === 1 ? view.chosen.mode[0] : undefined;
  return (
    <section className={styles.budgetBar} aria-label={strings.budgetBar.alwaysLoadedTools} data-testid="budget-bar">
      <div className="wrapping gap-4-12">
        <Tooltip
          multiline
          maw={320}
          label={strings.budgetBar.wholePromptForSelected(prompt.estimator, countedBy[prompt.estimator])}
        >
          <span className="numbers" data-testid="budget-whole">
            {fill(strings.budgetBar.tokensEveryPrompt, {
              value: <strong>{whole === null ? '…' : formatCount(whole)}</strong>,
            })}
          </span>
        </Tooltip>
        <BudgetPanel path={workspace.path} budget={budget} whole={whole} isLine />
      </div>
      <div className="wrapping gap-4-12">
        <SegmentedControl
          size="xs"
          aria-label={strings.budgetBar.whichToolsTableShows}
          data={[
            { label: strings.budgetBar.all, value: 'all' },
            { label: strings.budgetBar.alwaysLoaded, value: 'always' },
            { label: strings.budgetBar.deferred, value: 'deferred' },
          ]}
          value={shown ?? 'all'}
          onChange={(value) => showModes(value === 'all' ? [] : [value])}
        />
        <span className={`${styles.planWords} dim`} aria-live="polite" data-testid="loading-plan">
          {plan === null ? (
            strings.budgetBar.selectToolsLoadDefer
          ) : (
            <VisibleText text={moveWords(plan)} lines={false} />
          )}
        </span>
        <span className="bar-end">
          <Button variant="subtle" onClick={() => useNavigation.getState().goTo('tuner')}>
            {strings.budgetBar.editPatterns}
          </Button>
          <Button disabled={plan?.refused !== null} onClick={changeLoading} rightSection={<Kbd size="xs">{'B'}</Kbd>}>
            {to === 'deferred' && chosen.length > 0 ? strings.budgetBar.defer : strings.budgetBar.alwaysLoad}
            {chosen.length > 1 && ` ${strings.budgetBar.tools(chosen.length)}`}
          </Button>
        </span>
      </div>
      {dialog === 'drop' && prompt.now && (
        <BudgetDrop
          tools={tools}
          rules={rules}
          now={now}
          tokens={tokens}
          rest={prompt.now.rest}
          budget={budget}
          onApply={(names) => {
            openDialog(null);
            deferTools(names);
          }}
          onClose={() => openDialog(null)}
        />
      )}
    </section>
  );
}
