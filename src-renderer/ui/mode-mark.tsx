import type { LoadingMode } from '#shared/domain/loading-mode.ts';
import styles from './marks.module.css';

const meaning = {
  always: { letter: 'A', text: 'Always loaded: in every prompt' },
  deferred: { letter: 'D', text: 'Deferred until a search finds it' },
} as const satisfies Record<LoadingMode, { letter: string; text: string }>;

/** Whether a tool is always loaded or deferred. Shape and letter say it, not the hue alone. */
export function ModeMark({ mode }: { mode: LoadingMode }) {
  const { letter, text } = meaning[mode];
  return (
    <span role="img" className={`${styles.mark} ${styles.mode}`} data-mode={mode} aria-label={text} title={text}>
      {letter}
    </span>
  );
}
