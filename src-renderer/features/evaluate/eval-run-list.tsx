import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { EvalRun, WorkspaceDifference } from '#shared/domain/eval-run.ts';
import type { EvalEngineName } from '#shared/domain/eval-set.ts';
import { tellError } from '../../platform/undo-change.ts';
import { formatCount } from '../../strings/count.ts';
import { strings } from '../../strings/evaluate.ts';
import { fill } from '../../ui/fill.tsx';
import { formatFixed } from '../../ui/format-number.ts';
import { exactTime, relativeTime } from '../../ui/relative-time.ts';
import { ToolName } from '../../ui/tool-name.tsx';
import { useNow } from '../../ui/use-now.ts';
import { VisibleText } from '../../ui/visible-text.tsx';
import styles from './evaluate.module.css';
import { compareWithRun, evalRunsQuery, type FinishedRun, reopenRun } from './evaluation-runs.ts';

/** The last runs of the workspace: when, what changed, how good; each can be opened, and compared with the one that is shown. */
export function EvalRunList({
  workspace,
  shown,
  engine,
}: {
  workspace: string;
  shown: FinishedRun | null;
  /** The engine whose figure is shown. */
  engine: EvalEngineName | null;
}) {
  const { data: runs = [] } = useQuery(evalRunsQuery(workspace));
  const now = useNow();
  if (runs.length === 0) return <p className="dim">{strings.evalRunList.noRunsYetEach}</p>;
  const current = shown?.run ?? null;
  const attempt = (work: Promise<void>) => void work.catch((error: unknown) => tellError(error));
  return (
    <>
      <ul className={styles.runs} aria-label={strings.evalRunList.lastRuns} data-testid="evaluation-runs">
        {runs.map((run) => {
          const time = relativeTime(run.at, now);
          const isShown = run.id === current?.id;
          return (
            <li key={run.id} data-current={isShown || undefined}>
              <span className={styles.runFacts}>
                <b title={exactTime(run.at)}>{time}</b>
                <span className="mono">{figureOf(run, engine)}</span>
                <span className="dim">
                  {changeWords(run)}
                  {run.persona !== null && (
                    <>
                      {' '}
                      ·{' '}
                      {fill(strings.evalRunList.persona, { persona: <VisibleText text={run.persona} lines={false} /> })}
                    </>
                  )}
                </span>
              </span>
              {isShown ? (
                <span className="dim">{strings.evalRunList.shown}</span>
              ) : (
                <span className={styles.runActs}>
                  <Button
                    aria-label={strings.evalRunList.compareWithRun(exactTime(run.at))}
                    disabled={current === null}
                    onClick={() => attempt(compareWithRun(workspace, run, strings.evalRunList.runAt(time)))}
                  >
                    {strings.evalRunList.compare}
                  </Button>
                  <Button
                    aria-label={strings.evalRunList.openRun(exactTime(run.at))}
                    onClick={() => attempt(reopenRun(workspace, run))}
                  >
                    {strings.evalRunList.open}
                  </Button>
                </span>
              )}
            </li>
          );
        })}
      </ul>
      {shown?.since && <Difference since={exactTime(shown.since.run.at)} difference={shown.since.workspace} />}
    </>
  );
}

/** `hit@1 0.500` of the engine that is shown, or of the first one. */
function figureOf({ engines }: EvalRun, engine: EvalEngineName | null): string {
  const row = engines.find((one) => one.engine === engine) ?? engines[0];
  return row ? `hit@1 ${formatFixed(row['hit@1'], 3)}` : '';
}

function changeWords({ changes }: EvalRun): string {
  if (changes === null) return strings.evalRunList.firstRun;
  const { lines, tools } = changes;
  if (lines === 0 && tools === 0) return strings.evalRunList.noChangesBefore;
  const parts = [
    ...(lines > 0 ? [strings.evalRunList.linesInPegboardYaml(lines)] : []),
    ...(tools > 0 ? [strings.evalRunList.tools(tools)] : []),
  ];
  return strings.evalRunList.changed(parts.join(', '));
}

/** Lines and names that are shown at most. */
const mostShown = 200;

function Difference({ since, difference: { lines, tools } }: { since: string; difference: WorkspaceDifference }) {
  const kinds = (['added', 'removed', 'changed'] as const).filter((kind) => tools[kind].length > 0);
  return (
    <section aria-label={strings.evalRunList.whatChanged} data-testid="workspace-difference">
      <h3 className={`${styles.heading} table-head`}>{strings.evalRunList.whatChangedSince(since)}</h3>
      {lines.length === 0 && kinds.length === 0 && <p className="dim">{strings.evalRunList.noChangesInPegboard}</p>}
      {lines.length > 0 && (
        <pre className={styles.changedLines}>
          {lines.slice(0, mostShown).map(({ kind, text }, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a line is its place
            <span key={i} data-kind={kind}>
              {kind === 'added' ? '+ ' : '- '}
              <VisibleText text={text} lines={false} />
              {'\n'}
            </span>
          ))}
          {lines.length > mostShown && (
            <span>{strings.evalRunList.moreLines(formatCount(lines.length - mostShown))}</span>
          )}
        </pre>
      )}
      {kinds.map((kind) => (
        <div key={kind}>
          <h4 className={`${styles.heading} table-head`}>
            {strings.evalRunList.tools2(tools[kind].length)} {kind}
          </h4>
          <ul className={styles.tools}>
            {tools[kind].slice(0, mostShown).map((name) => (
              <li key={name}>
                <ToolName name={name} />
              </li>
            ))}
          </ul>
        </div>
      ))}
    </section>
  );
}
