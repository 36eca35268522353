import type { SideEffects } from '#shared/domain/tool.ts';
import styles from './marks.module.css';

const letters: Record<SideEffects, string> = { pure: 'p', read: 'r', write: 'w', external: 'e', stateful: 's' };

/** What a call does to the world, as one letter in a square; "?" when nobody has said. */
export function SideEffectsMark({ sideEffects }: { sideEffects: SideEffects | null }) {
  const text = `Side effects: ${sideEffects ?? 'unknown'}`;
  return (
    <span
      role="img"
      className={`${styles.mark} ${sideEffects === null ? styles.unknown : ''}`}
      aria-label={text}
      title={text}
    >
      {sideEffects === null ? '?' : letters[sideEffects]}
    </span>
  );
}
