import styles from './costs.module.css';

/**
 * A bar as long as `value` is of `maximum`; what is `cut` of it is hatched. It illustrates a figure that stands beside it, so it is
 * hidden from screen readers.
 */
export function CostBar({
  value,
  maximum,
  kind,
  cut = 0,
  limit,
}: {
  value: number;
  maximum: number;
  kind: 'all' | 'discovery';
  cut?: number;
  /** Where a limit is drawn as a line. */
  limit?: number;
}) {
  const percent = (part: number) => `${maximum > 0 ? Math.min(100, (part / maximum) * 100) : 0}%`;
  return (
    <span className={styles.track} aria-hidden>
      <span className={styles.fill} data-kind={kind} style={{ width: percent(value) }} />
      {cut > 0 && <span className={styles.cut} style={{ width: percent(cut) }} />}
      {limit !== undefined && limit < maximum && <span className={styles.limit} style={{ left: percent(limit) }} />}
    </span>
  );
}
