import { strings } from '../../strings/evaluate.ts';
import { formatFixed } from '../../ui/format-number.ts';
import styles from './evaluate.module.css';

/** A mean from 0 to 1: the figure, its change, and a bar with the range it may really have. */
export function MetricCell({
  value,
  interval,
  change = 0,
}: {
  value: number;
  interval?: readonly [number, number] | undefined;
  change?: number;
}) {
  const [low, high] = interval ?? [value, value];
  const title = interval
    ? strings.metricCell.between(formatFixed(value, 3), formatFixed(low, 3), formatFixed(high, 3))
    : undefined;
  const shown = formatFixed(Math.abs(change), 3);
  return (
    <span className={styles.metric} title={title}>
      <span className="one-line mono">
        {shown !== '0.000' && (
          <span className={change > 0 ? styles.better : styles.worse}>
            {change > 0 ? '▲' : '▼'}
            {shown.slice(1)}{' '}
          </span>
        )}
        {formatFixed(value, 3)}
      </span>
      <span className={styles.track} aria-hidden>
        <span className={styles.range} style={{ left: percent(low), width: percent(Math.max(high - low, 0)) }} />
        <span className={styles.mean} style={{ left: percent(value) }} />
      </span>
    </span>
  );
}

function percent(share: number): string {
  return `${(share * 100).toFixed(1)}%`;
}
