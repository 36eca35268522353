import type { LoadingMode } from '#shared/domain/loading-mode.ts';
import styles from './marks.module.css';

const meaning = {
  always: { letter: 'B', text: 'On the board: always in the prompt' },
  deferred: { letter: 'D', text: 'In a drawer: deferred until a search finds it' },
} as const satisfies Record<LoadingMode, { letter: string; text: string }>;

/** Where a tool is: on the board or in a drawer. Shape and letter say it, not the hue alone. */
export function ModeMark({ mode }: { mode: LoadingMode }) {
  const { letter, text } = meaning[mode];
  return (
    <span role="img" className={`${styles.mark} ${styles.mode}`} data-mode={mode} aria-label={text} title={text}>
      {letter}
    </span>
  );
}
