import type { BoardMove, BoardReport, OptimizeBoardInput } from '#shared/domain/optimize.ts';
import { boardRules } from '#shared/domain/tuning/board-rules.ts';
import { planBoard } from '#shared/domain/tuning/plan-board.ts';
import type { UseSession } from '#shared/domain/use.ts';
import { tokensOfSize } from '#shared/tokens.ts';
import type { LoadedWorkspace } from '../../workspace/load-workspace.ts';
import { revisionOf } from '../../workspace/workspace-file.ts';
import type { AppliedBoard } from '../applied-boards.ts';
import type { BoardChoice, ItemMove } from './board-job.ts';
import { boardOutcome } from './board-outcome.ts';
import { boardFolds, type PreparedBoard } from './prepare-board.ts';

/** With fewer sessions nothing is proposed. */
export const fewestSessions = 20;

interface Reported {
  readonly loaded: LoadedWorkspace;
  readonly input: OptimizeBoardInput;
  readonly sessions: readonly UseSession[];
  readonly prepared: PreparedBoard;
  readonly choice: BoardChoice;
  readonly applied: AppliedBoard | null;
}

/** A choice as a report: the verdict with its reason, the evidence of each move, and the change of the configuration. */
export function boardReport({ loaded, input, sessions, prepared, choice, applied }: Reported): BoardReport {
  const { config, text } = loaded.file;
  const { job, facts, requests } = prepared;
  const names = (board: readonly number[]) => board.map((place) => job.items[place]?.name ?? '').sort();
  const { verdict, reason } = verdictOf(choice, {
    input,
    sessions: sessions.length,
    enabled: config.tool_search.enabled,
  });
  const proposes = verdict === 'better' || verdict === 'over_budget';
  const target = new Set(names(choice.board));
  // What the caller may not use is not moved: it stays where it is.
  for (const tool of loaded.catalog.tools) {
    if (tool.mode === 'always' && !job.items.some(({ name }) => name === tool.name)) target.add(tool.name);
  }
  const plan = proposes ? planBoard(loaded.catalog.tools, boardRules(config), target) : { changes: [], refused: [] };
  const moves = choice.moves
    .map((move) => moveOf(move, prepared, sessions))
    .filter(({ tool }) => !plan.refused.includes(tool));
  const times = sessions.map(({ at }) => at);
  return {
    ...{ verdict, reason, from: input.from, persona: input.persona ?? null, budget: input.budget ?? null },
    sessions: sessions.length,
    searches: sessions.reduce((sum, one) => sum + one.searches.length, 0),
    calls: sessions.reduce((sum, one) => sum + one.calls.length, 0),
    first: times.length === 0 ? null : Math.min(...times),
    last: times.length === 0 ? null : Math.max(...times),
    ...{ level: 0.95, folds: boardFolds },
    facts: {
      model: input.model ?? null,
      cache_read: facts.cacheRead,
      fixed_prompt: Math.round(facts.fixedPrompt),
      search: Math.round(facts.meanSearch),
      requests,
    },
    present: { tools: names(choice.present.board), tokens: choice.present.tokens, worth: choice.present.worth },
    best: { tools: names(choice.board), tokens: choice.tokens, worth: choice.worth },
    ...{ exact: choice.exact, bound: choice.bound, in_sample: choice.inSample, held_out: choice.heldOut },
    moves,
    pinned: job.items.filter(({ pinned }) => pinned).map(({ name }) => name),
    ...{ changes: plan.changes, base: revisionOf(text) },
    applied: applied && boardOutcome(applied, job, sessions),
  };
}

function moveOf(move: ItemMove, { job }: PreparedBoard, sessions: readonly UseSession[]): BoardMove {
  const item = job.items[move.place];
  const tool = item?.name ?? '';
  const calls = sessions.reduce((sum, one) => sum + one.calls.filter((call) => call.tool === tool).length, 0);
  const tokens = { estimate: tokensOfSize(item?.codePoints ?? 0, 'estimate'), o200k: item?.o200k ?? 0 };
  const { to, sessions: users, saved, paid, gain, examples } = move;
  return { tool, to, tokens, calls, sessions: users, saved, paid, gain, examples };
}

function verdictOf(
  { heldOut, moves, fits, present }: BoardChoice,
  {
    input,
    sessions,
    enabled,
  }: { readonly input: OptimizeBoardInput; readonly sessions: number; readonly enabled: boolean },
): Pick<BoardReport, 'verdict' | 'reason'> {
  const { budget } = input;
  if (!enabled) return { verdict: 'search_off', reason: 'Tool search is off, so every tool is in the prompt.' };
  if (!fits) {
    return { verdict: 'no_room', reason: `The tools that stay where they are have more than ${budget} tokens.` };
  }
  if (sessions < fewestSessions) {
    const have = sessions === 1 ? 'is 1 session' : `are ${sessions} sessions`;
    return { verdict: 'too_little_use', reason: `There ${have}; a proposal needs ${fewestSessions}.` };
  }
  const isOver = budget !== undefined && Math.max(present.tokens.estimate, present.tokens.o200k) > budget;
  if (isOver) {
    return {
      verdict: 'over_budget',
      reason: `The present board does not fit in ${budget} tokens; this is the best one that does.`,
    };
  }
  if (moves.length === 0) return { verdict: 'keep', reason: 'Keep what you have: no other board is worth more.' };
  const [low, high] = heldOut.interval.map(counted);
  const gain = `${counted(heldOut.mean)} tokens per session (95 %: ${low} to ${high})`;
  return heldOut.interval[0] > 0
    ? { verdict: 'better', reason: `On sessions that were not used to choose it, this board saves ${gain}.` }
    : {
        verdict: 'keep',
        reason: `Keep what you have: on sessions that were not used to choose it, the best other board saves ${gain}, which does not prove a gain.`,
      };
}

const counted = (tokens: number) => Math.round(tokens).toLocaleString('en');
