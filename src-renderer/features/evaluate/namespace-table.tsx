import type { EvalRow, evalMetricSchema } from '#shared/domain/eval-set.ts';
import { formatCount } from '../../strings/count.ts';
import { strings } from '../../strings/evaluate.ts';
import { VisibleText } from '../../ui/visible-text.tsx';
import styles from './evaluate.module.css';
import { MetricCell } from './metric-cell.tsx';

/** Three of the five fit beside a name; the command line prints all. */
const shownMetrics = ['hit@1', 'hit@5', 'ndcg@10'] satisfies (typeof evalMetricSchema.options)[number][];

/** One engine by the namespace of the right tools, the weakest first; a namespace narrows the list to its queries. */
export function NamespaceTable({
  engine: { engine, namespaces },
  onNamespace,
}: {
  engine: EvalRow;
  onNamespace(namespace: string): void;
}) {
  const sorted = namespaces.toSorted((left, right) => left['ndcg@10'] - right['ndcg@10']);
  return (
    <table
      className={`plain-table ${styles.metricsTable}`}
      data-testid="namespaces"
      aria-label={strings.namespaceTable.namespacesWith(engine)}
    >
      <thead>
        <tr>
          <th scope="col">{strings.namespaceTable.namespace}</th>
          <th scope="col" data-numeric>
            {strings.namespaceTable.queries}
          </th>
          {shownMetrics.map((metric) => (
            <th key={metric} scope="col" data-numeric>
              {metric}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {sorted.map((row) => (
          <tr key={row.namespace}>
            <th scope="row">
              <button type="button" className={styles.toolLink} onClick={() => onNamespace(row.namespace)}>
                <VisibleText text={row.namespace === '' ? strings.namespaceTable.none : row.namespace} lines={false} />
              </button>
            </th>
            <td className="mono" data-numeric>
              {formatCount(row.queries)}
            </td>
            {shownMetrics.map((metric) => (
              <td key={metric} data-numeric>
                <MetricCell value={row[metric]} interval={row.intervals?.[metric]} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
