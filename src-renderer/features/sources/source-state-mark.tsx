import type { SourceState } from './source-states.ts';
import styles from './sources.module.css';

/** A state as shape and word; its tone colours both. `isShort`: where there is room for the shape alone, the word is for screen readers. */
export function SourceStateMark({
  state: { word, shape, tone, meaning },
  isShort = false,
}: {
  state: SourceState;
  isShort?: boolean;
}) {
  const title = isShort ? [word, meaning].filter(Boolean).join(': ') : meaning;
  return (
    <span className={styles.state} data-tone={tone} title={title === '' ? undefined : title}>
      <span aria-hidden className={styles.shape}>
        {shape}
      </span>
      <span className={isShort ? 'visually-hidden' : undefined}>{word}</span>
    </span>
  );
}
