import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { EvalRun, WorkspaceDifference } from '#shared/domain/eval-run.ts';
import type { EvalEngineName } from '#shared/domain/eval-set.ts';
import { tellError } from '../../platform/undo-change.ts';
import { formatCount, formatFixed, formatPlural } from '../../ui/format-number.ts';
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
  if (runs.length === 0) return <p className="dim">No runs yet. Each run appears here, and the last 50 are kept.</p>;
  const current = shown?.run ?? null;
  const attempt = (work: Promise<void>) => void work.catch((error: unknown) => tellError(error));
  return (
    <>
      <ul className={styles.runs} aria-label="Last runs" data-testid="evaluation-runs">
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
                      {' · persona '}
                      <VisibleText text={run.persona} lines={false} />
                    </>
                  )}
                </span>
              </span>
              {isShown ? (
                <span className="dim">shown</span>
              ) : (
                <span className={styles.runActs}>
                  <Button
                    aria-label={`Compare with the run of ${exactTime(run.at)}`}
                    disabled={current === null}
                    onClick={() => attempt(compareWithRun(workspace, run, `the run of ${time}`))}
                  >
                    Compare
                  </Button>
                  <Button
                    aria-label={`Open the run of ${exactTime(run.at)}`}
                    onClick={() => attempt(reopenRun(workspace, run))}
                  >
                    Open
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
  if (changes === null) return 'first run';
  const { lines, tools } = changes;
  if (lines === 0 && tools === 0) return 'nothing changed before';
  const parts = [
    ...(lines > 0 ? [`${formatPlural(lines, 'line')} of pegboard.yaml`] : []),
    ...(tools > 0 ? [formatPlural(tools, 'tool')] : []),
  ];
  return `changed: ${parts.join(', ')}`;
}

/** Lines and names that are shown at most. */
const mostShown = 200;

function Difference({ since, difference: { lines, tools } }: { since: string; difference: WorkspaceDifference }) {
  const kinds = (['added', 'removed', 'changed'] as const).filter((kind) => tools[kind].length > 0);
  return (
    <section aria-label="What changed" data-testid="workspace-difference">
      <h3 className={`${styles.heading} table-head`}>What changed since {since}</h3>
      {lines.length === 0 && kinds.length === 0 && <p className="dim">Neither pegboard.yaml nor a tool changed.</p>}
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
          {lines.length > mostShown && <span>and {formatCount(lines.length - mostShown)} more lines</span>}
        </pre>
      )}
      {kinds.map((kind) => (
        <div key={kind}>
          <h4 className={`${styles.heading} table-head`}>
            {formatPlural(tools[kind].length, 'tool')} {kind}
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
