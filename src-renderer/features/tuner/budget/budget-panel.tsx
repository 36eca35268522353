import { Button, NumberInput } from '@mantine/core';
import { formatCount } from '../../../strings/count.ts';
import { strings } from '../../../strings/tuner.ts';
import { useTypedValue } from '../../../ui/use-typed-value.ts';
import { editTuner, openDialog } from '../tuner-model.ts';
import { tunerPlaces } from '../tuner-places.ts';
import styles from './budget.module.css';
import { budgetState } from './budget-state.ts';

const most = 10_000_000;

/** The budget of the prompt and the distance from it: a gauge with its texts. */
export function BudgetPanel({
  path,
  budget,
  whole,
  isLine = false,
}: {
  path: string;
  budget: number | null;
  /** Tokens of the prompt with what is being typed; null while they are counted. */
  whole: number | null;
  /** Whether its parts are in one line. */
  isLine?: boolean;
}) {
  const state = budget === null || whole === null ? null : budgetState(whole, budget);
  const save = (value: number | null) =>
    editTuner(path, () => ({
      changes: [{ path: ['tuning', 'prompt_budget'], ...(value !== null && { value }) }],
      done: value === null ? strings.budgetPanel.removedBudget : strings.budgetPanel.budgetTokens(formatCount(value)),
    }));
  return (
    <div className={styles.budget} data-line={isLine || undefined} data-testid="budget">
      <BudgetField budget={budget} save={save} />
      <Button size="compact-xs" variant={state?.isOver ? 'filled' : 'default'} onClick={() => openDialog('drop')}>
        {state?.isOver ? strings.budgetPanel.fitBudget : strings.budgetPanel.chooseToolsToDefer}
      </Button>
      <div className={styles.gauge}>
        {state && budget !== null && whole !== null && (
          <>
            <meter
              className="visually-hidden"
              aria-label={strings.budgetPanel.promptTokensAndBudget}
              max={budget}
              value={Math.min(whole, budget)}
              aria-valuetext={strings.budgetPanel.tokens(formatCount(whole), formatCount(budget), state.words)}
            />
            <span aria-hidden data-over={state.isOver || undefined} style={{ width: `${state.share * 100}%` }} />
          </>
        )}
      </div>
      <span
        className={styles.state}
        data-over={state?.isOver || undefined}
        aria-live="polite"
        data-testid="budget-state"
      >
        {state?.words ?? (budget === null ? strings.budgetPanel.noBudget : strings.budgetPanel.counting)}
      </span>
    </div>
  );
}

/** Empty takes the budget out. */
function BudgetField({ budget, save }: { budget: number | null; save(value: number | null): Promise<boolean> }) {
  const typed = useTypedValue({
    saved: budget === null ? '' : String(budget),
    check: (text) =>
      text === '' || (Number(text) >= 1 && Number(text) <= most) ? null : strings.budgetPanel.of1To(formatCount(most)),
    save: async (text) =>
      (await save(text === '' ? null : Math.round(Number(text)))) ? null : strings.budgetPanel.notSaved,
  });
  return (
    <NumberInput
      id={tunerPlaces.budget}
      className={styles.field}
      aria-label={strings.budgetPanel.promptBudgetInTokens}
      leftSection={<span className="dim">{strings.budgetPanel.budget}</span>}
      leftSectionWidth={62}
      placeholder={strings.budgetPanel.tokens2}
      min={1}
      max={most}
      allowDecimal={false}
      allowNegative={false}
      clampBehavior="none"
      thousandSeparator=","
      hideControls
      {...typed.field}
      onChange={(next) => typed.type(String(next))}
      data-testid="budget-field"
    />
  );
}
