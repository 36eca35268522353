import type { SideEffects } from '#shared/domain/tool.ts';
import styles from './marks.module.css';

const letters: Record<SideEffects, string> = { pure: 'p', read: 'r', write: 'w', external: 'e', stateful: 's' };

/** Every mark with what it means, for a legend. */
export const effectWords: readonly { readonly effects: SideEffects | null; readonly meaning: string }[] = [
  { effects: 'pure', meaning: 'Pure: a call computes and touches nothing.' },
  { effects: 'read', meaning: 'Read: a call reads and changes nothing.' },
  { effects: 'write', meaning: 'Write: a call changes data.' },
  { effects: 'external', meaning: 'External: a call reaches the world outside, such as people or payments.' },
  { effects: 'stateful', meaning: 'Stateful: a call changes what later calls do.' },
  { effects: null, meaning: 'Unknown: nobody has declared what a call does.' },
];

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
