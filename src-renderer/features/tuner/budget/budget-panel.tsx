import { Button, NumberInput } from '@mantine/core';
import { formatCount } from '../../../ui/format-number.ts';
import { useTypedValue } from '../../../ui/use-typed-value.ts';
import { editTuner, openDialog } from '../tuner-model.ts';
import { tunerPlaces } from '../tuner-places.ts';
import styles from './budget.module.css';
import { budgetState } from './budget-state.ts';

const most = 10_000_000;

/** What the prompt may cost, and how far it is from that: a gauge with its words. */
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
      done: value === null ? 'Took out the budget' : `Budget: ${formatCount(value)} tokens`,
    }));
  return (
    <div className={styles.budget} data-line={isLine || undefined} data-testid="budget">
      <BudgetField budget={budget} save={save} />
      <Button size="compact-xs" variant={state?.isOver ? 'filled' : 'default'} onClick={() => openDialog('drop')}>
        {state?.isOver ? 'Fit to budget…' : 'Show what to drop…'}
      </Button>
      <div className={styles.gauge}>
        {state && budget !== null && whole !== null && (
          <>
            <meter
              className="visually-hidden"
              aria-label="The prompt in its budget"
              max={budget}
              value={Math.min(whole, budget)}
              aria-valuetext={`${formatCount(whole)} of ${formatCount(budget)} tokens, ${state.words}`}
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
        {state?.words ?? (budget === null ? 'no budget is set' : 'counting…')}
      </span>
    </div>
  );
}

/** Empty takes the budget out. */
function BudgetField({ budget, save }: { budget: number | null; save(value: number | null): Promise<boolean> }) {
  const typed = useTypedValue({
    saved: budget === null ? '' : String(budget),
    check: (text) => (text === '' || (Number(text) >= 1 && Number(text) <= most) ? null : `1 to ${formatCount(most)}`),
    save: async (text) => ((await save(text === '' ? null : Math.round(Number(text)))) ? null : 'Not saved'),
  });
  return (
    <NumberInput
      id={tunerPlaces.budget}
      className={styles.field}
      aria-label="Budget of the prompt, tokens"
      leftSection={<span className="dim">Budget</span>}
      leftSectionWidth={62}
      placeholder="tokens"
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
