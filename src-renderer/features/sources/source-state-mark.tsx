import type { SourceState } from './source-states.ts';
import styles from './sources.module.css';

/** A state as shape and word; its tone colours both. */
export function SourceStateMark({ state: { word, shape, tone, meaning } }: { state: SourceState }) {
  return (
    <span className={styles.state} data-tone={tone} title={meaning === '' ? undefined : meaning}>
      <span aria-hidden className={styles.shape}>
        {shape}
      </span>
      {word}
    </span>
  );
}
