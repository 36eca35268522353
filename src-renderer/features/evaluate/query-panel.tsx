import { Button, Tabs } from '@mantine/core';
import { engineFacts } from '#shared/domain/engine-facts.ts';
import { type EvalEngineName, evalEngineSchema } from '#shared/domain/eval-set.ts';
import type { Finding } from '#shared/domain/finding.ts';
import { DetailsFrame } from '../../ui/details-frame.tsx';
import { FindingList } from '../../ui/finding-list.tsx';
import { formatCount } from '../../ui/format-number.ts';
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
      label="Details of the query"
      testId="golden-details"
      onEscape={() => focusEvaluatePlace('table')}
    >
      <Tabs
        value={value}
        onChange={(next) => onTab(tabs.find((each) => each === next) ?? 'query')}
        keepMounted={false}
        classNames={{ list: styles.tabList }}
      >
        <Tabs.List aria-label="About the evaluation">
          <Tabs.Tab value="query">Query</Tabs.Tab>
          {engine && <Tabs.Tab value="namespaces">Namespaces</Tabs.Tab>}
          <Tabs.Tab value="runs">Runs</Tabs.Tab>
          {findings.length > 0 && <Tabs.Tab value="problems">Problems {formatCount(findings.length)}</Tabs.Tab>}
        </Tabs.List>
        <Tabs.Panel value="query" className={styles.tabPanel}>
          {row ? <QueryDetails row={row} /> : <p className="dim">Select a query to see its ranks.</p>}
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
          <FindingList findings={findings} label="Problems of the golden queries" />
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
          Explain
        </Button>
        <Button onClick={editCurrent}>Change…</Button>
        <Button onClick={removeCurrent}>Remove</Button>
      </div>
      <h3 className={`${styles.heading} table-head`}>
        {relevant.length === 1 ? 'Right tool' : 'Right tools, all wanted'}
      </h3>
      <ul className={styles.tools}>
        {relevant.map((group) => (
          <li key={group.join('\n')}>
            {group.map((name, i) => (
              <span key={name}>
                {i > 0 && <span className="dim"> or </span>}
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
            {titleOf(engine)}: rank <RankMark ranks={places.ranks} />
          </h3>
          {places.instead.length > 0 && (
            <ol className={styles.instead} aria-label={`Tools that ${titleOf(engine)} ranked higher`}>
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
  return known.success ? engineFacts[known.data].title : engine;
}
