import { Button } from '@mantine/core';
import { IconTargetArrow } from '@tabler/icons-react';
import { useDeferredValue, useEffect, useMemo } from 'react';
import type { GoldenSet } from '#shared/domain/golden-query.ts';
import type { WorkspaceSummary } from '#shared/domain/workspace-summary.ts';
import type { PegboardError } from '#shared/errors.ts';
import { useActivePersona, useGonePersona } from '../../platform/active-persona.ts';
import { useGoldenQuery } from '../../platform/golden-watch.ts';
import { useWorkspace } from '../../platform/workspace-query.ts';
import { useNavigation } from '../../state/navigation-store.ts';
import { strings } from '../../strings/evaluate.ts';
import { CommandLine } from '../../ui/command-line.tsx';
import { EmptyPage } from '../../ui/empty-page.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { ScreenWaits } from '../../ui/screen-waits.tsx';
import { SplitPanels } from '../../ui/split-panels.tsx';
import { NoTools } from '../server-review/no-tools.tsx';
import styles from './evaluate.module.css';
import { runEvaluation } from './evaluate-acts.ts';
import { hasSameQueries, listRows } from './evaluate-rows.ts';
import { initialView, useEvaluateStore } from './evaluate-store.ts';
import { EvaluateToolbar } from './evaluate-toolbar.tsx';
import { noRun, useEvaluationRuns } from './evaluation-runs.ts';
import { GoldenDialog } from './golden-dialog.tsx';
import { useGoldenDialog } from './golden-dialog-store.ts';
import { MetricsTable } from './metrics-table.tsx';
import { QueryFilter } from './query-filter.tsx';
import { QueryPanel } from './query-panel.tsx';
import { QueryTable } from './query-table.tsx';
import { SuggestionsDialog } from './suggestions-dialog.tsx';

/** How well searches answer the golden queries, what they miss, and what changed since the run before. */
export function EvaluatePage() {
  const { data: golden, error } = useGoldenQuery();
  const workspace = useWorkspace();
  return (
    <>
      <h1 className="visually-hidden">{strings.evaluatePage.tests}</h1>
      {workspace?.tools === 0 ? (
        <NoTools />
      ) : golden && golden.queries.length === 0 && golden.findings.length === 0 ? (
        <NoGolden />
      ) : workspace && golden ? (
        <Evaluate workspace={workspace} golden={golden} />
      ) : (
        <ScreenWaits error={error}>{strings.evaluatePage.loadingGoldenQueries}</ScreenWaits>
      )}
      <GoldenDialog />
      <SuggestionsDialog />
    </>
  );
}

/** A change must rest so long before a run follows it, milliseconds. */
const runsAfterMs = 800;

function Evaluate({ workspace, golden }: { workspace: WorkspaceSummary; golden: GoldenSet }) {
  const persona = useActivePersona()?.name;
  const isPersonaGone = useGonePersona() !== null;
  const { path, revision, config } = workspace;
  const view = useEvaluateStore((state) => state.views[path] ?? initialView);
  const change = useEvaluateStore.getState().change;
  const { progress, error, failedRevision, finished } = useEvaluationRuns((state) => state.runs[path] ?? noRun);
  const engines = view.engines.length > 0 ? view.engines : [config.tool_search.ranking];
  // Drawing the list must not hold up the next letter.
  const text = useDeferredValue(view.text);
  const { file: wanted, filter, missesFirst, shown: wantedEngine, current: wantedRow, runsOnChange } = view;
  const { measured, shown, file, rows, listed, current } = useMemo(
    () =>
      listRows({
        golden,
        view: { file: wanted, filter, missesFirst, shown: wantedEngine, current: wantedRow },
        text,
        finished,
      }),
    [golden, wanted, filter, missesFirst, wantedEngine, wantedRow, text, finished],
  );

  const isStale =
    finished !== null &&
    (finished.revision !== revision ||
      finished.persona !== persona ||
      !hasSameQueries(
        file === null ? golden.queries : golden.queries.filter((query) => query.file === file),
        finished.report,
      ));
  const isDue = finished === null || (!finished.isReopened && (isStale || engines.join() !== measured.join()));
  const runsNow = runsOnChange && isDue && progress === null && !isPersonaGone && failedRevision !== revision;
  // Every change puts the run off: several come together.
  // biome-ignore lint/correctness/useExhaustiveDependencies: what it runs is read when it runs
  useEffect(() => {
    if (!runsNow) return;
    const timer = setTimeout(runEvaluation, runsAfterMs);
    return () => clearTimeout(timer);
  }, [runsNow, revision, persona, golden, engines.join()]);
  const compared = finished?.comparison;
  const comparedWith = compared?.engines.some(({ engine }) => engine === shown) ? compared.with : null;
  return (
    <SplitPanels
      name="evaluate"
      label={strings.evaluatePage.resizePanels}
      orientation="horizontal"
      panels={[
        {
          defaultSize: 67,
          min: '420px',
          content: (
            <section className="scrolling-column" aria-label={strings.evaluatePage.evaluation}>
              <EvaluateToolbar
                files={golden.files}
                file={file}
                engines={engines}
                compare={view.compare}
                runsOnChange={runsOnChange}
                progress={progress}
                isFinished={finished !== null}
                canRun={!isPersonaGone}
                onChange={(next) => change(path, next)}
              />
              <RunNotice
                error={error}
                isPersonaGone={isPersonaGone}
                isStale={isStale && progress === null}
                isReopened={finished?.isReopened === true}
              />
              {finished && (
                <MetricsTable
                  run={finished}
                  shown={shown}
                  onShow={(engine) => change(path, { shown: engine })}
                  onFilter={(filter) => change(path, { filter, text: '' })}
                />
              )}
              <QueryFilter
                rows={rows}
                filter={view.filter}
                missesFirst={missesFirst}
                text={view.text}
                hasRun={finished !== null}
                isCompared={comparedWith !== null}
                onChange={(next) => change(path, next)}
              />
              <QueryTable
                rows={listed}
                current={current?.key ?? null}
                engines={measured}
                shown={shown}
                comparedWith={comparedWith}
                onSelect={(key) => change(path, { current: key })}
                onShow={(engine) => change(path, { shown: engine })}
              />
            </section>
          ),
        },
        {
          defaultSize: 33,
          min: '300px',
          content: (
            <QueryPanel
              row={current}
              run={finished}
              shown={shown}
              findings={golden.findings}
              workspace={path}
              tab={view.tab}
              onTab={(tab) => change(path, { tab })}
              onNamespace={(namespace) =>
                change(path, { text: namespace === '' ? '' : `${namespace}.`, filter: 'all' })
              }
            />
          ),
        },
      ]}
    />
  );
}

function NoGolden() {
  const { open: add, suggest } = useGoldenDialog();
  const goTo = useNavigation((state) => state.goTo);
  return (
    <EmptyPage
      icon={<IconTargetArrow size={28} />}
      title={strings.evaluatePage.noGoldenQueriesYet}
      actions={
        <>
          <Button variant="filled" onClick={() => goTo('playground')}>
            {strings.evaluatePage.searchPlayground}
          </Button>
          <Button onClick={() => add('new')}>{strings.evaluatePage.addQuery}</Button>
          <Button onClick={suggest}>{strings.evaluatePage.suggestQueries}</Button>
          <CommandLine command={'pegboard eval add "what a user asks" <tool>'} />
        </>
      }
    >
      {strings.evaluatePage.goldenQueryIsQuestion}
    </EmptyPage>
  );
}

/** Why there is no result, or why the one below is out of date. */
function RunNotice({
  error,
  isPersonaGone,
  isStale,
  isReopened,
}: {
  error: PegboardError | null;
  isPersonaGone: boolean;
  isStale: boolean;
  isReopened: boolean;
}) {
  if (error) {
    return (
      <div className={styles.notice}>
        <ErrorNotice error={error} />
      </div>
    );
  }
  if (isPersonaGone) {
    return <p className={styles.notice}>{strings.evaluatePage.selectedPersonaNoLonger}</p>;
  }
  if (!isStale) return null;
  return (
    <p className={styles.notice} role="status" data-testid="evaluate-stale">
      {isReopened ? strings.evaluatePage.theseResultsBelong : strings.evaluatePage.catalogQueriesOrPersona}
    </p>
  );
}
