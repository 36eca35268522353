import { Button, Checkbox, Modal } from '@mantine/core';
import { useMemo, useState } from 'react';
import type { ToolSummary } from '#shared/contract/catalog.ts';
import type { BoardRules } from '#shared/domain/tuning/board.ts';
import { type DropCandidate, dropOrder, fitBudget } from '#shared/domain/tuning/fit-budget.ts';
import { type MovePlan, planMove } from '#shared/domain/tuning/plan-move.ts';
import { type Estimator, sizeOfTokens, tokensOfSize } from '#shared/tokens.ts';
import { useGolden } from '../../../platform/golden-watch.ts';
import type { ToolTokens } from '../../../platform/tool-tokens.ts';
import { formatCount } from '../../../strings/count.ts';
import { strings } from '../../../strings/tuner.ts';
import { DialogButtons } from '../../../ui/dialog-form.tsx';
import { fill } from '../../../ui/fill.tsx';
import { ScrollRegion } from '../../../ui/scroll-region.tsx';
import { numeric, TableHead } from '../../../ui/table-head.tsx';
import { ToolName } from '../../../ui/tool-name.tsx';
import { VisibleText } from '../../../ui/visible-text.tsx';
import { moveWords } from '../move-labels.ts';
import { type PlacedTool, toolsOnBoard } from '../side-rows.ts';
import styles from './budget.module.css';
import { budgetState } from './budget-state.ts';
import { goldenCounts } from './golden-counts.ts';
import { useToolUses } from './tool-uses.ts';

const shownRows = 200;

/** The prompt that is to be made smaller. */
interface DropSubject {
  readonly tools: readonly ToolSummary[];
  readonly rules: BoardRules;
  readonly estimator: Estimator;
  readonly budget: number | null;
  /** Sizes of the prompt and of each tool on the board. */
  readonly whole: number;
  readonly board: readonly { readonly name: string; readonly size: number }[];
  /** How many golden queries name each tool; null without any. */
  readonly wanted: ReadonlyMap<string, number> | null;
  /** How often hosts used each tool; null while nobody used one. */
  readonly uses: ReadonlyMap<string, number> | null;
}

/** The tools on the board, what to drop first at the top: those that fit the budget are ticked, and what dropping writes is shown. */
function DropDialog({
  subject,
  onApply,
  onClose,
}: {
  subject: DropSubject;
  onApply(names: ReadonlySet<string>): void;
  onClose(): void;
}) {
  const { tools, rules, estimator, budget, whole, board, wanted, uses } = subject;
  const candidates = useMemo(
    () =>
      dropOrder(
        board.map(
          ({ name, size }): DropCandidate => ({
            name,
            size,
            wanted: wanted?.get(name) ?? 0,
            used: uses?.get(name) ?? 0,
          }),
        ),
      ),
    [board, wanted, uses],
  );
  const excess = budget === null ? 0 : whole - sizeOfTokens(budget, estimator);
  const fit = useMemo(() => fitBudget(tools, rules, { candidates, excess }), [tools, rules, candidates, excess]);
  const [ticked, setTicked] = useState<ReadonlySet<string> | null>(null);
  const chosen = useMemo(() => ticked ?? new Set(fit.dropped), [ticked, fit]);
  const plan = useMemo(
    () => (chosen.size === 0 ? null : planMove(tools, rules, { chosen, to: 'deferred' })),
    [tools, rules, chosen],
  );
  const freed = candidates.reduce((sum, { name, size }) => (chosen.has(name) ? sum + size : sum), 0);
  const then = tokensOfSize(whole - freed, estimator);
  const tick = (name: string) => {
    const next = new Set(chosen);
    if (!next.delete(name)) next.add(name);
    setTicked(next);
  };
  return (
    <Modal opened onClose={onClose} title={strings.budgetDrop.toolsToDefer} size="lg">
      <p className={`${styles.outcome} wrapping gap-4-12`} aria-live="polite" data-testid="drop-outcome">
        <span>
          {fill(strings.budgetDrop.promptTokens, {
            tokensOfSize: formatCount(tokensOfSize(whole, estimator)),
            reduced: <strong>{formatCount(then)}</strong>,
            estimator: <span className="dim">({estimator})</span>,
          })}
        </span>
        {budget !== null && <Outcome then={then} budget={budget} />}
        {excess > 0 && (
          <Button size="compact-sm" onClick={() => setTicked(null)} disabled={ticked === null}>
            {strings.budgetDrop.fitBudget}
          </Button>
        )}
      </p>
      <Candidates candidates={candidates} chosen={chosen} subject={subject} onTick={tick} />
      <p className={styles.words} data-testid="drop-plan">
        <VisibleText
          text={planWords(plan, { isAll: ticked === null && !fit.fits, searchOn: rules.tool_search.enabled })}
          lines={false}
        />
      </p>
      <DialogButtons
        mt="md"
        act={strings.budgetDrop.deferTools(chosen.size)}
        startsOn="act"
        onAct={() => onApply(chosen)}
        onCancel={onClose}
        disabled={plan === null || plan.refused !== null}
      />
    </Modal>
  );
}

function Outcome({ then, budget }: { then: number; budget: number }) {
  const { isOver, words } = budgetState(then, budget);
  return (
    <span className={styles.state} data-over={isOver || undefined}>
      {words}
    </span>
  );
}

function planWords(plan: MovePlan | null, { isAll, searchOn }: { isAll: boolean; searchOn: boolean }): string {
  if (!searchOn) return strings.budgetDrop.toolSearchOffSo;
  if (plan === null) return strings.budgetDrop.selectToolsThatAgent;
  return isAll ? strings.budgetDrop.noOtherTool(moveWords(plan)) : moveWords(plan);
}

function Candidates({
  candidates,
  chosen,
  subject: { estimator, wanted, uses },
  onTick,
}: {
  candidates: readonly DropCandidate[];
  chosen: ReadonlySet<string>;
  subject: DropSubject;
  onTick(name: string): void;
}) {
  const shown = candidates.slice(0, shownRows);
  return (
    <ScrollRegion className={styles.list} aria-label={strings.budgetDrop.alwaysLoadedTools}>
      <table data-testid="drop-list">
        <TableHead
          columns={[
            strings.budgetDrop.alwaysLoadedTool,
            numeric(strings.budgetDrop.tokens(estimator)),
            numeric(strings.budgetDrop.goldenQueries, { title: strings.budgetDrop.numberOfGoldenQueries }),
            numeric(strings.budgetDrop.uses, { title: strings.budgetDrop.numberOfUses }),
          ]}
        />
        <tbody>
          {shown.map(({ name, size }) => (
            <tr key={name} data-tool={name}>
              <td>
                <Checkbox
                  size="xs"
                  checked={chosen.has(name)}
                  onChange={() => onTick(name)}
                  label={<ToolName name={name} />}
                />
              </td>
              <td data-numeric>{formatCount(tokensOfSize(size, estimator))}</td>
              <td data-numeric>{wanted === null ? '–' : formatCount(wanted.get(name) ?? 0)}</td>
              <td data-numeric>{uses === null ? '–' : formatCount(uses.get(name) ?? 0)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {candidates.length > shown.length && (
        <p className="dim">{strings.budgetDrop.and(candidates.length - shown.length)}</p>
      )}
    </ScrollRegion>
  );
}

/** The dialog about what to drop, once everything in it is counted. */
export function BudgetDrop({
  tools,
  rules,
  now,
  tokens,
  rest,
  budget,
  onApply,
  onClose,
}: Pick<DropSubject, 'rules' | 'budget'> & {
  tools: readonly ToolSummary[];
  rules: BoardRules;
  now: readonly PlacedTool[];
  tokens: ToolTokens;
  /** Size of the prompt without the tools on the board. */
  rest: number;
  onApply(names: ReadonlySet<string>): void;
  onClose(): void;
}) {
  const golden = useGolden();
  const uses = useToolUses();
  const subject = useMemo((): DropSubject | null => {
    const onBoard = toolsOnBoard(now);
    const size = tokens.size(onBoard);
    if (size === null) return null;
    const board = onBoard.map((tool) => ({ name: tool.name, size: tokens.size([tool]) ?? 0 }));
    const wanted = goldenCounts(golden);
    return { tools, rules, estimator: tokens.estimator, budget, whole: rest + size, board, wanted, uses };
  }, [tools, rules, now, tokens, rest, budget, golden, uses]);
  return subject && <DropDialog subject={subject} onApply={onApply} onClose={onClose} />;
}
