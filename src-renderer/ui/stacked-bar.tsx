import styles from './stacked-bar.module.css';

/** A part of a score and the hue that stands for it everywhere. */
export interface BarPart {
  readonly hue: 'name' | 'description' | 'tags' | 'tier';
  readonly value: number;
}

/**
 * A bar of `parts`, as long as their sum is of `maximum`. It illustrates a figure that stands beside it, so it is hidden
 * from screen readers; `title` says the numbers on hover.
 */
export function StackedBar({ parts, maximum, title }: { parts: readonly BarPart[]; maximum: number; title: string }) {
  const sum = parts.reduce((total, part) => total + part.value, 0);
  const width = maximum > 0 ? Math.min(100, (sum / maximum) * 100) : 0;
  return (
    <span className={styles.track} title={title} aria-hidden>
      <span className={styles.fill} style={{ width: `${width}%` }}>
        {parts.map((part) =>
          part.value > 0 ? (
            <span key={part.hue} className={styles.part} data-hue={part.hue} style={{ flexGrow: part.value }} />
          ) : null,
        )}
      </span>
    </span>
  );
}
