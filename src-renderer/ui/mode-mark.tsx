import type { LoadingMode } from '#shared/domain/loading-mode.ts';
import { strings } from '../strings/ui.ts';
import styles from './marks.module.css';

const meaning = {
  always: { letter: 'A', text: strings.modeMark.alwaysLoadedEveryPrompt },
  deferred: { letter: 'D', text: strings.modeMark.deferredUntilSearchFinds },
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
