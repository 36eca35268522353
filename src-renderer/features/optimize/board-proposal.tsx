import { Button, Checkbox } from '@mantine/core';
import type { ReactNode } from 'react';
import type { BoardMove, BoardReport } from '#shared/domain/optimize.ts';
import type { WorkspaceSummary } from '#shared/domain/workspace-summary.ts';
import { usePreferences } from '../../state/preferences-store.ts';
import { formatCount } from '../../strings/count.ts';
import { strings } from '../../strings/optimize.ts';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { formatFixed } from '../../ui/format-number.ts';
import { exactTime } from '../../ui/relative-time.ts';
import { ScrollRegion } from '../../ui/scroll-region.tsx';
import { numeric, TableHead } from '../../ui/table-head.tsx';
import { ToolName } from '../../ui/tool-name.tsx';
import { VisibleText } from '../../ui/visible-text.tsx';
import {
  applyBoard,
  type BoardRun,
  noRun,
  proposeBoard,
  stopProposing,
  tickedMoves,
  tickMove,
  useBoardRuns,
} from './board-run.ts';
import styles from './optimize.module.css';

/** The calls of a tool as a figure; a screen that has their events makes a link of it. */
export type CallsFigure = (tool: string, calls: number) => ReactNode;

/** The always-loaded tools that use speaks for, with what that is worth on sessions that it was not chosen from. */
export function BoardProposal({
  workspace: { path, revision },
  callsFigure = (_, calls) => formatCount(calls),
}: {
  workspace: WorkspaceSummary;
  callsFigure?: CallsFigure;
}) {
  const run = useBoardRuns((runs) => runs[path] ?? noRun);
  const { report } = run;
  return (
    <section className={styles.proposal} aria-label={strings.boardProposal.proposal} data-testid="board-proposal">
      <p className="dim">{strings.boardProposal.explained}</p>
      {run.error && <ErrorNotice error={run.error} />}
      <Progress path={path} run={run} />
      {report && (
        <>
          <Verdict report={report} isOutdated={run.revision !== revision} />
          {report.sessions > 0 && <Gains report={report} />}
          {report.moves.length > 0 && <Moves path={path} run={run} report={report} callsFigure={callsFigure} />}
        </>
      )}
    </section>
  );
}

function Progress({ path, run: { stop, progress, report } }: { path: string; run: BoardRun }) {
  if (stop === null) {
    return (
      <div className="button-line">
        <Button variant={report === null ? 'filled' : 'default'} onClick={() => void proposeBoard()}>
          {report === null ? strings.boardProposal.look : strings.boardProposal.lookAgain}
        </Button>
      </div>
    );
  }
  return (
    <div className="button-row">
      <span role="status">
        {progress === null
          ? strings.boardProposal.looking
          : strings.boardProposal.lookingAt(formatCount(progress.done), formatCount(progress.total))}
      </span>
      <Button onClick={() => stopProposing(path)}>{strings.boardProposal.cancel}</Button>
    </div>
  );
}

function Verdict({ report, isOutdated }: { report: BoardReport; isOutdated: boolean }) {
  const { verdict, reason, sessions, calls, searches, folds, budget, exact, applied } = report;
  return (
    <>
      <h2 className="panel-title" data-testid="board-verdict" data-verdict={verdict}>
        {strings.boardProposal.verdicts[verdict]}
      </h2>
      <p>
        <VisibleText text={reason} lines={false} />
      </p>
      {isOutdated && <p className="is-warning">{strings.boardProposal.outdated}</p>}
      {sessions > 0 && <p className="dim">{strings.boardProposal.basis(sessions, calls, searches, folds)}</p>}
      {budget !== null && <p className="dim">{strings.boardProposal.budget(budget)}</p>}
      {!exact && sessions > 0 && <p className="dim">{strings.boardProposal.notExact}</p>}
      {applied && <Earlier applied={applied} />}
    </>
  );
}

/** What became of the proposal that was applied last. */
function Earlier({ applied }: { applied: NonNullable<BoardReport['applied']> }) {
  const { at, predicted, measured, sessions, verdict } = applied;
  return (
    <p data-testid="board-earlier">
      {strings.boardProposal.earlier(exactTime(at), tokens(predicted.mean))}{' '}
      {strings.boardProposal.outcomes[verdict](sessions, measured === null ? '–' : tokens(measured.mean))}
    </p>
  );
}

/** Tokens per session; below ten with a decimal. */
const tokens = (value: number) =>
  Math.abs(value) < 10 ? formatFixed(value, 1) : formatCount(Math.round(value)).replace('-', '−');

function Gains({ report }: { report: BoardReport }) {
  const estimator = usePreferences((state) => state.estimator);
  const { in_sample: inSample, held_out: heldOut, level, present, best } = report;
  const rows = [
    { key: 'seen', title: strings.boardProposal.seen, gain: inSample },
    { key: 'unseen', title: strings.boardProposal.unseen, gain: heldOut },
  ] as const;
  const choices = [
    { key: 'now', title: strings.boardProposal.now, board: present },
    { key: 'proposed', title: strings.boardProposal.proposed, board: best },
  ] as const;
  return (
    <div className={styles.pair}>
      <table className={`${styles.table} numbers`} data-testid="board-gains" aria-label={strings.boardProposal.gains}>
        <TableHead
          columns={[
            strings.boardProposal.measuredOn,
            numeric(strings.boardProposal.saved),
            numeric(strings.boardProposal.interval(formatCount(Math.round(level * 100)))),
          ]}
        />
        <tbody>
          {rows.map(({ key, title, gain }) => (
            <tr key={key} data-sample={key}>
              <th scope="row">{title}</th>
              <td data-numeric className={key === 'unseen' ? 'strong' : undefined}>
                {tokens(gain.mean)}
              </td>
              <td data-numeric>{strings.boardProposal.range(tokens(gain.interval[0]), tokens(gain.interval[1]))}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <table className={`${styles.table} numbers`} aria-label={strings.boardProposal.choices}>
        <TableHead
          columns={[
            strings.boardProposal.choice,
            numeric(strings.boardProposal.tools),
            numeric(strings.boardProposal.definitionTokens),
          ]}
        />
        <tbody>
          {choices.map(({ key, title, board }) => (
            <tr key={key} data-choice={key}>
              <th scope="row">{title}</th>
              <td data-numeric>{formatCount(board.tools.length)}</td>
              <td data-numeric>{formatCount(board.tokens[estimator])}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Each tool that changes, with its evidence; all that are ticked are applied together. */
function Moves({
  path,
  run,
  report,
  callsFigure,
}: {
  path: string;
  run: BoardRun;
  report: BoardReport;
  callsFigure: CallsFigure;
}) {
  const chosen = tickedMoves(run);
  const all = report.moves.length;
  return (
    <>
      <p className="dim">{strings.boardProposal.perSession}</p>
      <ScrollRegion aria-label={strings.boardProposal.moves} className={styles.moves}>
        <table className={`${styles.table} numbers`} data-testid="board-moves">
          <TableHead
            columns={[
              strings.boardProposal.tool,
              strings.boardProposal.change,
              numeric(strings.boardProposal.definitionTokens),
              numeric(strings.boardProposal.calls),
              numeric(strings.boardProposal.sessions),
              numeric(strings.boardProposal.saves),
              numeric(strings.boardProposal.costs),
              numeric(strings.boardProposal.gain),
              numeric(strings.boardProposal.interval(formatCount(Math.round(report.level * 100)))),
            ]}
          />
          <tbody>
            {report.moves.map((move) => (
              <MoveRow
                key={move.tool}
                path={path}
                move={move}
                isTicked={!run.unticked.has(move.tool)}
                callsFigure={callsFigure}
              />
            ))}
          </tbody>
        </table>
      </ScrollRegion>
      <div className="button-line">
        <Button
          variant="filled"
          disabled={chosen.length === 0 || run.stop !== null}
          onClick={() => void applyBoard(path)}
        >
          {chosen.length === all
            ? strings.boardProposal.applyAll(all)
            : strings.boardProposal.applySome(chosen.length, all)}
        </Button>
      </div>
    </>
  );
}

function MoveRow({
  path,
  move: { tool, to, tokens: size, calls, sessions, saved, paid, gain },
  isTicked,
  callsFigure,
}: {
  path: string;
  move: BoardMove;
  isTicked: boolean;
  callsFigure: CallsFigure;
}) {
  const estimator = usePreferences((state) => state.estimator);
  return (
    <tr data-tool={tool} data-to={to}>
      <td>
        <Checkbox size="xs" checked={isTicked} onChange={() => tickMove(path, tool)} label={<ToolName name={tool} />} />
      </td>
      <td>{strings.boardProposal.to[to]}</td>
      <td data-numeric>{formatCount(size[estimator])}</td>
      <td data-numeric>{callsFigure(tool, calls)}</td>
      <td data-numeric>{formatCount(sessions)}</td>
      <td data-numeric>{tokens(saved)}</td>
      <td data-numeric>{tokens(paid)}</td>
      <td data-numeric>{tokens(gain.mean)}</td>
      <td data-numeric>{strings.boardProposal.range(tokens(gain.interval[0]), tokens(gain.interval[1]))}</td>
    </tr>
  );
}
