import { UnstyledButton } from '@mantine/core';
import type { EngineComparison } from '#shared/domain/eval-comparison.ts';
import { type EvalEngineName, type EvalMetric, evalMetricSchema } from '#shared/domain/eval-set.ts';
import { formatCount } from '../../strings/count.ts';
import { strings } from '../../strings/evaluate.ts';
import { EngineName } from '../../ui/engine-name.tsx';
import { fill } from '../../ui/fill.tsx';
import { formatFixed } from '../../ui/format-number.ts';
import { VisibleText } from '../../ui/visible-text.tsx';
import styles from './evaluate.module.css';
import type { RowFilter } from './evaluate-rows.ts';
import type { FinishedRun } from './evaluation-runs.ts';
import { MetricCell } from './metric-cell.tsx';

/** One row per engine: each mean with its interval, and which queries got better or worse. Choosing a row lists its ranks. */
export function MetricsTable({
  run,
  shown,
  onShow,
  onFilter,
}: {
  run: FinishedRun;
  shown: EvalEngineName | null;
  onShow(engine: EvalEngineName): void;
  onFilter(filter: RowFilter): void;
}) {
  const { report, comparison } = run;
  const compared = new Map(comparison?.engines.map((one) => [one.engine, one]));
  return (
    <div className={styles.metrics}>
      <table className={`plain-table ${styles.metricsTable}`} data-testid="metrics">
        <thead>
          <tr>
            <th scope="col">{strings.metricsTable.engine}</th>
            {evalMetricSchema.options.map((metric) => (
              <th key={metric} scope="col" data-numeric>
                {metric}
              </th>
            ))}
            <th scope="col" data-numeric title={strings.metricsTable.of95thPercentileOfOne}>
              {strings.metricsTable.p95Ms}
            </th>
            {comparison && (
              <th scope="col">
                {fill(strings.metricsTable.comparedWith, {
                  with: <VisibleText text={comparison.with} lines={false} />,
                })}
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {report.engines.map((row) => (
            <tr key={row.engine} data-engine={row.engine} data-shown={row.engine === shown || undefined}>
              <th scope="row">
                <UnstyledButton
                  className={styles.engine}
                  aria-pressed={row.engine === shown}
                  title={strings.metricsTable.listRanksEngineEngine(row.engine)}
                  onClick={() => onShow(row.engine)}
                >
                  <EngineName engine={row.engine} />
                </UnstyledButton>
              </th>
              {evalMetricSchema.options.map((metric) => (
                <td key={metric} data-numeric>
                  <MetricCell
                    value={row[metric]}
                    interval={row.intervals?.[metric]}
                    change={changeOf(compared.get(row.engine), metric)}
                  />
                </td>
              ))}
              <td className="mono dim" data-numeric>
                {formatFixed(row.p95_ms, 2)}
              </td>
              {comparison && (
                <td>
                  <Changes
                    compared={compared.get(row.engine)}
                    onFilter={(filter) => {
                      onShow(row.engine);
                      onFilter(filter);
                    }}
                  />
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
      <div className={styles.facts} role="status">
        {strings.metricsTable.queriesOverToolsRanges(formatCount(report.queries), formatCount(report.tools))}{' '}
        {comparison && comparison.added > 0 && strings.metricsTable.newQueries(formatCount(comparison.added))}
      </div>
    </div>
  );
}

function changeOf(compared: EngineComparison | undefined, metric: EvalMetric): number {
  return compared ? compared.after[metric] - compared.before[metric] : 0;
}

function Changes({
  compared,
  onFilter,
}: {
  compared: EngineComparison | undefined;
  onFilter(filter: RowFilter): void;
}) {
  if (!compared) return <span className="dim">{strings.metricsTable.noBaseline}</span>;
  const { better, worse, same } = compared;
  return (
    <span className={styles.changes} data-testid="comparison">
      <UnstyledButton className={styles.better} disabled={better === 0} onClick={() => onFilter('better')}>
        {strings.metricsTable.better(formatCount(better))}
      </UnstyledButton>
      <UnstyledButton className={styles.worse} disabled={worse === 0} onClick={() => onFilter('worse')}>
        {strings.metricsTable.worse(formatCount(worse))}
      </UnstyledButton>
      <span className="dim">{strings.metricsTable.unchanged(formatCount(same))}</span>
    </span>
  );
}
