import { Button, Tabs } from '@mantine/core';
import { evalEngineFacts } from '#shared/domain/engine-facts.ts';
import { type EvalEngineName, evalEngineSchema } from '#shared/domain/eval-set.ts';
import type { Finding } from '#shared/domain/finding.ts';
import { formatCount } from '../../strings/count.ts';
import { strings } from '../../strings/evaluate.ts';
import { DetailsFrame } from '../../ui/details-frame.tsx';
import { FindingList } from '../../ui/finding-list.tsx';
import { LongText } from '../../ui/long-text.tsx';
import { ToolName } from '../../ui/tool-name.tsx';
import { VisibleText } from '../../ui/visible-text.tsx';
import { EvalRunList } from './eval-run-list.tsx';
import styles from './evaluate.module.css';
import { editCurrent, explainCurrent, removeCurrent } from './evaluate-acts.ts';
import { evaluatePlaces, focusEvaluatePlace } from './evaluate-places.ts';
import type { EvaluateRow } from './evaluate-rows.ts';
import type { EvaluateView } from './evaluate-store.ts';
import type { FinishedRun } from './evaluation-runs.ts';
import { NamespaceTable } from './namespace-table.tsx';
import { openGolden } from './open-golden.ts';
import { RankMark } from './rank-mark.tsx';

const tabs = ['query', 'namespaces', 'runs', 'problems'] as const;

/** The right: the chosen query under every engine, the namespaces, the last runs, and what is wrong with the files. */
export function QueryPanel({
  row,
  run,
  shown,
  findings,
  workspace,
  tab,
  onTab,
  onNamespace,
}: {
  row: EvaluateRow | null;
  run: FinishedRun | null;
  shown: EvalEngineName | null;
  findings: readonly Finding[];
  /** Its path. */
  workspace: string;
  tab: EvaluateView['tab'];
  onTab(tab: EvaluateView['tab']): void;
  onNamespace(namespace: string): void;
}) {
  const engine = run?.report.engines.find((each) => each.engine === shown);
  const value = (tab === 'namespaces' && !engine) || (tab === 'problems' && findings.length === 0) ? 'query' : tab;
  return (
    <DetailsFrame
      id={evaluatePlaces.details}
      label={strings.queryPanel.detailsQuery}
      testId="golden-details"
      onEscape={() => focusEvaluatePlace('table')}
    >
      <Tabs
        value={value}
        onChange={(next) => onTab(tabs.find((each) => each === next) ?? 'query')}
        keepMounted={false}
        classNames={{ list: styles.tabList }}
      >
        <Tabs.List aria-label={strings.queryPanel.aboutEvaluation}>
          <Tabs.Tab value="query">{strings.queryPanel.query}</Tabs.Tab>
          {engine && <Tabs.Tab value="namespaces">{strings.queryPanel.namespaces}</Tabs.Tab>}
          <Tabs.Tab value="runs">{strings.queryPanel.runs}</Tabs.Tab>
          {findings.length > 0 && (
            <Tabs.Tab value="problems">{strings.queryPanel.problems(formatCount(findings.length))}</Tabs.Tab>
          )}
        </Tabs.List>
        <Tabs.Panel value="query" className={styles.tabPanel}>
          {row ? <QueryDetails row={row} /> : <p className="dim">{strings.queryPanel.selectQuerySeeIts}</p>}
        </Tabs.Panel>
        {engine && (
          <Tabs.Panel value="namespaces" className={styles.tabPanel}>
            <NamespaceTable engine={engine} onNamespace={onNamespace} />
          </Tabs.Panel>
        )}
        <Tabs.Panel value="runs" className={styles.tabPanel}>
          <EvalRunList workspace={workspace} shown={run} engine={shown} />
        </Tabs.Panel>
        <Tabs.Panel value="problems" className={styles.tabPanel}>
          <FindingList findings={findings} label={strings.queryPanel.problemsGoldenQueries} />
        </Tabs.Panel>
      </Tabs>
    </DetailsFrame>
  );
}

function QueryDetails({ row: { golden, result } }: { row: EvaluateRow }) {
  const { query, relevant, file, line } = golden;
  return (
    <>
      <h2 className="panel-title">
        <LongText text={query} limit={600}>
          {(shown) => <VisibleText text={shown} />}
        </LongText>
      </h2>
      <VisibleText as="div" className="dim mono" text={`${file}:${line}`} lines={false} />
      <div className="button-line">
        <Button variant="filled" onClick={explainCurrent}>
          {strings.queryPanel.explain}
        </Button>
        <Button onClick={editCurrent}>{strings.queryPanel.change}</Button>
        <Button onClick={removeCurrent}>{strings.queryPanel.remove}</Button>
      </div>
      <h3 className={`${styles.heading} table-head`}>
        {relevant.length === 1 ? strings.queryPanel.expectedTool : strings.queryPanel.expectedToolsAllRequired}
      </h3>
      <ul className={styles.tools}>
        {relevant.map((group) => (
          <li key={group.join('\n')}>
            {group.map((name, i) => (
              <span key={name}>
                {i > 0 && <span className="dim"> {strings.queryPanel.or} </span>}
                <button
                  type="button"
                  className={styles.toolLink}
                  onClick={() => openGolden(query, name, { missed: false })}
                >
                  <ToolName name={name} />
                </button>
              </span>
            ))}
          </li>
        ))}
      </ul>
      {Object.entries(result?.engines ?? {}).map(([engine, places]) => (
        <section key={engine} aria-label={titleOf(engine)}>
          <h3 className={`${styles.heading} table-head`}>
            {strings.queryPanel.rank(titleOf(engine))} <RankMark ranks={places.ranks} />
          </h3>
          {places.instead.length > 0 && (
            <ol className={styles.instead} aria-label={strings.queryPanel.toolsRankedHigher(titleOf(engine))}>
              {places.instead.map((name) => (
                <li key={name}>
                  <button
                    type="button"
                    className={styles.toolLink}
                    onClick={() => openGolden(query, name, { missed: false })}
                  >
                    <ToolName name={name} />
                  </button>
                </li>
              ))}
            </ol>
          )}
        </section>
      ))}
    </>
  );
}

/** The title of an engine that a report names; a report from another version may name one that this version lacks. */
function titleOf(engine: string): string {
  const known = evalEngineSchema.safeParse(engine);
  return known.success ? evalEngineFacts[known.data].title : engine;
}
