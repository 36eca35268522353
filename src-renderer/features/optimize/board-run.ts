import { create } from 'zustand';
import type { BoardMove, BoardReport } from '#shared/domain/optimize.ts';
import { placeTools } from '#shared/domain/tuning/board.ts';
import { boardRules } from '#shared/domain/tuning/board-rules.ts';
import { planBoard } from '#shared/domain/tuning/plan-board.ts';
import type { PegboardError } from '#shared/errors.ts';
import { tokensOfSize } from '#shared/tokens.ts';
import { catalogListQuery } from '../../platform/catalog-list.ts';
import { afterEdits, editConfig } from '../../platform/edit-config.ts';
import { promptSizesQuery } from '../../platform/prompt-sizes.ts';
import { openWorkspace, thisWindow } from '../../platform/this-window.ts';
import { tellError } from '../../platform/undo-change.ts';
import { chosenPersona } from '../../state/chosen-persona.ts';
import { usePreferences } from '../../state/preferences-store.ts';
import { strings } from '../../strings/optimize.ts';
import { toPegboardError } from '../../ui/pegboard-error.ts';

/** A proposal for one workspace; it goes on when its screen is left. */
export interface BoardRun {
  /** Null while nothing is computed. */
  readonly stop: AbortController | null;
  readonly progress: { readonly done: number; readonly total: number } | null;
  readonly report: BoardReport | null;
  /** Revision of the workspace that the report is for. */
  readonly revision: string | null;
  readonly error: PegboardError | null;
  /** Tools whose change is not to be applied. */
  readonly unticked: ReadonlySet<string>;
}

export const noRun: BoardRun = {
  stop: null,
  progress: null,
  report: null,
  revision: null,
  error: null,
  unticked: new Set(),
};

/** By path of the workspace. */
export const useBoardRuns = create<Readonly<Record<string, BoardRun>>>()(() => ({}));

const runOf = (path: string) => useBoardRuns.getState()[path] ?? noRun;

function change(path: string, run: Partial<BoardRun>): void {
  useBoardRuns.setState({ [path]: { ...runOf(path), ...run } });
}

/** Computes a proposal for the open workspace, for the chosen persona and within the budget of the prompt; once at a time. */
export async function proposeBoard(): Promise<void> {
  const path = openWorkspace()?.path;
  if (path === undefined || runOf(path).stop !== null) return;
  const stop = new AbortController();
  change(path, { ...noRun, report: runOf(path).report, revision: runOf(path).revision, stop });
  const workspace = await afterEdits(path);
  if (!workspace || stop.signal.aborted) return change(path, { stop: null });
  const { revision, config } = workspace;
  const { personas, estimator } = usePreferences.getState();
  const whose = chosenPersona(personas[path] ?? null, config.personas);
  const persona = whose.kind === 'active' ? whose.persona.name : null;
  const { client, queries } = thisWindow();
  try {
    const whole = config.tuning.prompt_budget ?? null;
    const sizes = whole === null ? null : await queries.fetchQuery(promptSizesQuery(workspace, { persona, estimator }));
    const budget = whole !== null && sizes ? Math.max(0, whole - tokensOfSize(sizes.rest, estimator)) : undefined;
    const request = { ...(persona !== null && { persona }), ...(budget !== undefined && { budget }) };
    for await (const event of await client.optimize.board(request, { signal: stop.signal })) {
      if (event.type === 'progress') change(path, { progress: event });
      else change(path, { report: event.report, revision });
    }
  } catch (error) {
    if (!stop.signal.aborted) change(path, { error: toPegboardError(error) });
  }
  change(path, { stop: null, progress: null });
}

export function stopProposing(path: string): void {
  runOf(path).stop?.abort();
}

/** Takes the change of a tool out of what is applied, or back in. */
export function tickMove(path: string, tool: string): void {
  const unticked = new Set(runOf(path).unticked);
  if (!unticked.delete(tool)) unticked.add(tool);
  change(path, { unticked });
}

/** The changes that are to be applied. */
export function tickedMoves({ report, unticked }: Pick<BoardRun, 'report' | 'unticked'>): readonly BoardMove[] {
  return (report?.moves ?? []).filter(({ tool }) => !unticked.has(tool));
}

/** What the applied changes are predicted to save: for some of them, the sum of what each brings. */
export function predictedGain(report: BoardReport, moves: readonly BoardMove[]): BoardReport['held_out'] {
  if (moves.length === report.moves.length) return report.held_out;
  const sum = (of: (move: BoardMove) => number) => moves.reduce((total, move) => total + of(move), 0);
  return {
    mean: sum(({ gain }) => gain.mean),
    interval: [sum(({ gain }) => gain.interval[0]), sum(({ gain }) => gain.interval[1])],
  };
}

/** Writes the ticked changes as one edit of the configuration as it is then, which Undo takes back. A notice shows a failure. */
export async function applyBoard(path: string): Promise<void> {
  const { report, unticked } = runOf(path);
  const moves = tickedMoves({ report, unticked });
  if (report === null || moves.length === 0) return;
  const { client, queries } = thisWindow();
  try {
    const done = strings.boardProposal.applied(moves.length);
    const isWritten = await editConfig(path, async () => {
      const workspace = await client.workspace.current();
      if (workspace?.path !== path) return null;
      const tools = await queries.fetchQuery(catalogListQuery(workspace));
      const rules = boardRules(workspace.config);
      return {
        changes: planBoard(tools, rules, boardAfter(placeTools(tools, rules), moves)).changes,
        done,
        notice: '',
      };
    });
    if (!isWritten) return;
    const kept = moves.map(({ tool, to }) => ({ tool, to }));
    await client.optimize.applied(
      { moves: kept, predicted: predictedGain(report, moves) },
      { context: { workspace: path } },
    );
    change(path, noRun);
  } catch (error) {
    tellError(error, strings.boardProposal.notApplied);
  }
}

type Placed = ReturnType<typeof placeTools>;

/** The always-loaded tools after these changes. */
export function boardAfter(placed: Placed, moves: readonly Pick<BoardMove, 'tool' | 'to'>[]): ReadonlySet<string> {
  const to = new Map(moves.map((move) => [move.tool, move.to]));
  return new Set(placed.flatMap(({ tool, mode }) => ((to.get(tool.name) ?? mode) === 'always' ? [tool.name] : [])));
}
