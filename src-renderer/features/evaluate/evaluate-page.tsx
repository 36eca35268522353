import { Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconTargetArrow } from '@tabler/icons-react';
import { useDeferredValue, useEffect, useMemo } from 'react';
import type { GoldenSet } from '#shared/domain/golden-query.ts';
import type { WorkspaceSummary } from '#shared/domain/workspace-summary.ts';
import { useClient } from '../../platform/client.ts';
import { useGolden } from '../../platform/golden-watch.ts';
import { tellError } from '../../platform/undo-change.ts';
import { useWorkspace } from '../../platform/workspace-query.ts';
import { useActivePersona, useGonePersona } from '../../state/active-persona.ts';
import { useNavigation } from '../../state/navigation-store.ts';
import { CommandLine } from '../../ui/command-line.tsx';
import { EmptyPage } from '../../ui/empty-page.tsx';
import { SplitPanels } from '../../ui/split-panels.tsx';
import { NoTools } from '../sources/no-tools.tsx';
import styles from './evaluate.module.css';
import { noEvaluateActions, useEvaluateActions } from './evaluate-actions.ts';
import { evaluateRows, filterRows } from './evaluate-rows.ts';
import { initialView, useEvaluateStore } from './evaluate-store.ts';
import { EvaluateToolbar } from './evaluate-toolbar.tsx';
import { cancelRun, noRun, startRun, useEvaluationRuns } from './evaluation-runs.ts';
import { GoldenDialog } from './golden-dialog.tsx';
import { useGoldenDialog } from './golden-dialog-store.ts';
import { MetricsTable } from './metrics-table.tsx';
import { openRow } from './open-golden.ts';
import { QueryFilter } from './query-filter.tsx';
import { QueryPanel } from './query-panel.tsx';
import { QueryTable } from './query-table.tsx';
import { RunNotice } from './run-notice.tsx';
import { useGoldenActs } from './use-golden-acts.ts';

/** How well searches answer the golden queries, what they miss, and what changed since the run before. */
export function EvaluatePage() {
  const golden = useGolden();
  const workspace = useWorkspace();
  return (
    <>
      <h1 className="visually-hidden">Evaluate</h1>
      {workspace?.tools === 0 ? (
        <NoTools />
      ) : golden && golden.queries.length === 0 && golden.findings.length === 0 ? (
        <NoGolden />
      ) : workspace && golden ? (
        <Evaluate workspace={workspace} golden={golden} />
      ) : null}
      <GoldenDialog />
    </>
  );
}

function Evaluate({ workspace, golden }: { workspace: WorkspaceSummary; golden: GoldenSet }) {
  const client = useClient();
  const acts = useGoldenActs();
  const persona = useActivePersona()?.name;
  const isPersonaGone = useGonePersona() !== null;
  const { path, revision, config } = workspace;
  const view = useEvaluateStore((state) => state.views[path] ?? initialView);
  const change = useEvaluateStore.getState().change;
  const { progress, error, finished } = useEvaluationRuns((state) => state.runs[path] ?? noRun);
  const engines = view.engines.length > 0 ? view.engines : [config.tool_search.ranking];
  const measured = finished?.report.engines.map(({ engine }) => engine) ?? [];
  const shown = view.shown !== null && measured.includes(view.shown) ? view.shown : (measured[0] ?? null);
  const file = golden.files.some((one) => one.path === view.file) ? view.file : null;

  const rows = useMemo(
    () =>
      evaluateRows(
        golden.queries.filter((query) => file === null || query.file === file),
        finished,
        shown,
      ),
    [golden, file, finished, shown],
  );
  // Drawing the list must not hold up the next letter.
  const text = useDeferredValue(view.text);
  const listed = useMemo(() => filterRows(rows, view.filter, text), [rows, view.filter, text]);
  const current = listed.find(({ key }) => key === view.current) ?? listed[0] ?? null;
  // While a filter is on its way the row on the screen is not the one that is meant.
  const target = text === view.text ? current : null;

  useEffect(() => {
    const { engines: chosen, compare } = view;
    const start = () =>
      void startRun(client, {
        workspace: path,
        revision,
        input: {
          engines: [...chosen],
          ...(file === null ? {} : { file }),
          ...(persona === undefined ? {} : { persona }),
          ...(compare.trim() === '' ? {} : { compare: compare.trim() }),
        },
      });
    useEvaluateActions.setState({
      workspace: path,
      run: progress === null && !isPersonaGone ? start : null,
      cancel: progress === null ? null : () => cancelRun(path),
      keepBaseline: finished
        ? () => {
            const { report, persona: whose } = finished;
            client.evaluation
              .keepBaseline({ report: { ...report }, ...(whose === undefined ? {} : { persona: whose }) })
              .then(() => notifications.show({ message: 'Later runs are compared with this one.' }), tellError);
          }
        : null,
      openRow: target ? () => openRow(target) : null,
      editRow: target ? () => useGoldenDialog.getState().open(target.golden) : null,
      removeRow: target ? () => void acts.remove(target.golden) : null,
    });
    return () => useEvaluateActions.setState(noEvaluateActions);
  }, [client, acts, path, revision, view, file, persona, isPersonaGone, progress, finished, target]);

  const isStale = finished !== null && (finished.revision !== revision || finished.persona !== persona);
  return (
    <SplitPanels
      name="evaluate"
      label="Resize the panels"
      orientation="horizontal"
      panels={[
        {
          defaultSize: 67,
          min: '420px',
          content: (
            <section className={styles.panel} aria-label="Evaluation">
              <EvaluateToolbar
                files={golden.files}
                file={file}
                engines={engines}
                compare={view.compare}
                progress={progress}
                isFinished={finished !== null}
                onChange={(next) => change(path, next)}
              />
              <RunNotice error={error} isPersonaGone={isPersonaGone} isStale={isStale && progress === null} />
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
                text={view.text}
                hasRun={finished !== null}
                onChange={(next) => change(path, next)}
              />
              <QueryTable
                rows={listed}
                current={current?.key ?? null}
                hasRun={finished !== null}
                onSelect={(key) => change(path, { current: key })}
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
  const add = useGoldenDialog((state) => state.open);
  const goTo = useNavigation((state) => state.goTo);
  return (
    <EmptyPage
      icon={<IconTargetArrow size={28} />}
      title="No golden queries yet"
      actions={
        <>
          <Button variant="filled" onClick={() => goTo('playground')}>
            Search in the playground
          </Button>
          <Button onClick={() => add('new')}>Add a query…</Button>
          <CommandLine command={'pegboard eval add "what a user asks" <tool>'} />
        </>
      }
    >
      A golden query is a question with the tool that is right for it. In the playground, choose the right result and
      press “This is the right one” (Alt G). A few dozen in the words of your users tell whether a change of the catalog
      helps.
    </EmptyPage>
  );
}
