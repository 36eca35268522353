import type { Services } from '#core/services.ts';
import type { BoardReport, OptimizeFrom } from '#shared/domain/optimize.ts';
import { boardRules } from '#shared/domain/tuning/board-rules.ts';
import { planBoard } from '#shared/domain/tuning/plan-board.ts';
import { PegboardError } from '#shared/errors.ts';
import { type CommandContext, type CommandResult, withWorkspace } from '../command-context.ts';
import { type Reporter, table } from '../reporter.ts';
import { undoHint } from './optimize-undo.ts';
import { otherLogs } from './usage.ts';

export interface OptimizeBoardOptions {
  readonly from: OptimizeFrom;
  /** Seconds. */
  readonly since?: number;
  readonly budget?: number;
  readonly persona?: string;
  readonly model?: string;
  readonly keep?: readonly string[];
  readonly check?: boolean;
  readonly apply?: boolean;
  readonly only?: readonly string[];
}

/** `pegboard optimize board`: which tools to load always, and on request the change of `pegboard.yaml`. */
export async function optimizeBoard(context: CommandContext, options: OptimizeBoardOptions): CommandResult {
  if (options.only && !options.apply) {
    throw new PegboardError('usage', '--only chooses what --apply writes.', {
      hint: 'Add --apply, or leave --only out.',
    });
  }
  return withWorkspace(context, async (services) => {
    const report = await boardOf(context, services, options);
    const isBetter = report.verdict === 'better' || report.verdict === 'over_budget';
    const written = options.apply && isBetter ? await apply(services, report, options.only) : null;
    const more = report.verdict === 'too_little_use' ? await waysToMoreSessions(services, report) : [];
    context.reporter.result('optimize/1', { kind: 'board', ...report, written }, () =>
      report.verdict === 'too_little_use'
        ? [report.reason, ...more].join('\n')
        : describeBoard(report, written, context.reporter),
    );
    return options.check && isBetter && written === null ? 1 : 0;
  });
}

/** How one gets the sessions that a proposal needs; a line each. */
async function waysToMoreSessions(services: Services, { from }: BoardReport): Promise<readonly string[]> {
  if (from === 'evals') return ['Add golden queries: pegboard eval add "<query>" <tool>'];
  const logs = otherLogs(await services.use.origins());
  return logs.length > 0
    ? logs
    : [
        'Connect an agent, whose calls are logged: pegboard connect <client>',
        'Or take golden queries in place of use: pegboard optimize board --from evals',
      ];
}

async function boardOf(
  { io, reporter }: CommandContext,
  services: Services,
  { from, since, budget, persona, model, keep = [] }: OptimizeBoardOptions,
): Promise<BoardReport> {
  const input = {
    ...{ from, keep: [...keep] },
    ...(since === undefined ? {} : { since: Date.now() - since * 1000 }),
    ...(budget === undefined ? {} : { budget }),
    ...(persona === undefined ? {} : { persona }),
    ...(model === undefined ? {} : { model }),
  };
  // Logs that the user agreed to: what was written since the last read.
  if (from === 'usage') for await (const _ of services.use.read({}, { signal: io.signal }));
  for await (const event of services.optimize.board(input, { signal: io.signal })) {
    if (event.type === 'done') return event.report;
    if (event.done === 0) reporter.note('Choosing a board…');
  }
  throw new PegboardError('cancelled', 'Choosing a board was cancelled.');
}

/** Writes the moves, all or those of `only`; returns the tools that moved. Error: `tool_not_found` for a tool that is not proposed. */
async function apply(
  services: Services,
  report: BoardReport,
  only: readonly string[] | undefined,
): Promise<readonly string[]> {
  const unknown = only?.find((name) => !report.moves.some(({ tool }) => tool === name));
  if (unknown !== undefined) {
    throw new PegboardError('tool_not_found', `The proposal does not move "${unknown}".`, {
      hint: `It moves ${report.moves.map(({ tool }) => tool).join(', ')}.`,
    });
  }
  const moves = only ? report.moves.filter(({ tool }) => only.includes(tool)) : report.moves;
  if (moves.length === 0) return [];
  const changes = only ? await changesOf(services, moves) : report.changes;
  await services.optimize.apply('Board from use', { config: { changes: [...changes], base: report.base }, files: [] });
  // What a part of the moves brings is the sum of what each brings beside the others.
  const sum = (pick: (move: (typeof moves)[number]) => number) => moves.reduce((total, move) => total + pick(move), 0);
  const predicted = only
    ? {
        mean: sum(({ gain }) => gain.mean),
        interval: [sum(({ gain }) => gain.interval[0]), sum(({ gain }) => gain.interval[1])] as const,
      }
    : report.held_out;
  await services.optimize.applied({ moves: moves.map(({ tool, to }) => ({ tool, to })), predicted });
  return moves.map(({ tool }) => tool);
}

async function changesOf(services: Services, moves: BoardReport['moves']) {
  const [tools, summary] = [await services.catalog.list(), await services.workspace.current()];
  const board = new Set(tools.flatMap(({ name, mode }) => (mode === 'always' ? [name] : [])));
  for (const { tool, to } of moves) to === 'always' ? board.add(tool) : board.delete(tool);
  return summary ? planBoard(tools, boardRules(summary.config), board).changes : [];
}

function describeBoard(report: BoardReport, written: readonly string[] | null, reporter: Reporter): string {
  const { moves, present, best, facts, sessions, searches, calls, applied } = report;
  const heading = (text: string) => reporter.paint('bold', text);
  const gain = ({ mean, interval }: BoardReport['held_out']) =>
    `${whole(mean)} (95 %: ${whole(interval[0])} to ${whole(interval[1])})`;
  const basis = report.from === 'usage' ? `${sessions} sessions` : `${sessions} golden queries`;
  return [
    heading(report.reason),
    `From ${basis} with ${searches} searches and ${calls} calls.`,
    table(
      [
        ['', 'tools', 'tokens (estimate)', 'tokens (o200k)', 'worth per session'],
        ...[present, best].map(({ tools, tokens, worth }, i) => [
          i === 0 ? 'present board' : 'best board',
          whole(tools.length),
          whole(tokens.estimate),
          whole(tokens.o200k),
          whole(worth),
        ]),
      ],
      [false, true, true, true, true],
    ),
    [
      'Saved per session, in tokens of input:',
      `  on the sessions it was chosen from: ${gain(report.in_sample)}`,
      `  on sessions it was not chosen from: ${gain(report.held_out)}`,
      report.exact
        ? '  no board is worth more on these sessions'
        : `  no board is worth more than ${whole(report.bound)}; this one is worth ${whole(best.worth)}`,
    ].join('\n'),
    moves.length === 0
      ? ''
      : table(
          [
            ['tool', 'to', 'calls', 'sessions', 'saves', 'costs', 'gain (95 %)'],
            ...moves.map((move) => [
              move.tool,
              move.to === 'always' ? 'always loaded' : 'deferred',
              ...[move.calls, move.sessions, move.saved, move.paid].map(whole),
              gain(move.gain),
            ]),
          ],
          [false, false, true, true, true, true],
        ),
    applied === null ? '' : describeApplied(applied),
    `A search costs ${whole(facts.search)} tokens here, the prompt without tools ${whole(facts.fixed_prompt)}; a token from the cache counts as ${facts.cache_read}.`,
    written === null
      ? report.changes.length > 0
        ? 'Write it with --apply, or a part of it with --apply --only <names>.'
        : ''
      : `Written: ${written.length} ${written.length === 1 ? 'tool' : 'tools'} moved in pegboard.yaml. ${undoHint}`,
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}

function describeApplied({ at, predicted, measured, sessions, verdict }: NonNullable<BoardReport['applied']>): string {
  const since = `The proposal of ${at.slice(0, 10)} predicted ${whole(predicted.mean)} tokens per session.`;
  const words = {
    too_early: `There were ${sessions} sessions since then: too few to say whether it came true.`,
    undone: 'Its tools are no longer where it put them.',
    came_true: 'It came true',
    less_than_predicted: 'It saves less',
    more_than_predicted: 'It saves more',
  }[verdict];
  return measured === null
    ? `${since} ${words}`
    : `${since} ${words}: ${whole(measured.mean)} in ${sessions} sessions since.`;
}

function whole(value: number): string {
  return Math.round(value).toLocaleString('en-US');
}
