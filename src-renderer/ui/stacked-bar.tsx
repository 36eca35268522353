import type { ScorePart } from '#shared/domain/search-result.ts';
import { barWidths } from './bar-widths.ts';
import styles from './stacked-bar.module.css';

/**
 * A bar of `parts`, as long as their sum is of `maximum`. It illustrates a figure that stands beside it, so it is hidden
 * from screen readers; `title` says the numbers on hover.
 */
export function StackedBar({ parts, maximum, title }: { parts: readonly ScorePart[]; maximum: number; title: string }) {
  const widths = barWidths(parts, maximum);
  return (
    <span className={styles.track} title={title} aria-hidden>
      <span className={styles.fill} style={{ width: `${widths.length}%` }}>
        {widths.parts.map(({ hue, width }) => (
          <span key={hue} className={styles.part} data-hue={hue} style={{ flexGrow: width }} />
        ))}
      </span>
    </span>
  );
}
