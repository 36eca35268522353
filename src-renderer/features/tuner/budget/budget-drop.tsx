import { useMemo } from 'react';
import type { ToolSummary } from '#shared/contract/catalog.ts';
import type { BoardRules } from '#shared/domain/tuning/board.ts';
import { useGolden } from '../../../platform/golden-watch.ts';
import type { ToolTokens } from '../../../platform/tool-tokens.ts';
import { type PlacedTool, toolsOnBoard } from '../side-rows.ts';
import { DropDialog, type DropSubject } from './drop-dialog.tsx';
import { goldenCounts } from './golden-counts.ts';

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
  const subject = useMemo((): DropSubject | null => {
    const onBoard = toolsOnBoard(now);
    const size = tokens.size(onBoard);
    if (size === null) return null;
    const board = onBoard.map((tool) => ({ name: tool.name, size: tokens.size([tool]) ?? 0 }));
    const wanted = goldenCounts(golden);
    return { tools, rules, estimator: tokens.estimator, budget, whole: rest + size, board, wanted };
  }, [tools, rules, now, tokens, rest, budget, golden]);
  return subject && <DropDialog subject={subject} onApply={onApply} onClose={onClose} />;
}
