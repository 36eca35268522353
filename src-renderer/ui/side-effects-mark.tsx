import type { SideEffects } from '#shared/domain/tool.ts';
import { strings } from '../strings/ui.ts';
import styles from './marks.module.css';

const letters: Record<SideEffects, string> = { pure: 'p', read: 'r', write: 'w', external: 'e', stateful: 's' };

/** Every mark with what it means, for a legend. */
export const effectWords: readonly { readonly effects: SideEffects | null; readonly meaning: string }[] = [
  { effects: 'pure', meaning: strings.sideEffectsMark.pureCallOnlyComputes },
  { effects: 'read', meaning: strings.sideEffectsMark.readCallReadsData },
  { effects: 'write', meaning: strings.sideEffectsMark.writeCallChangesData },
  { effects: 'external', meaning: strings.sideEffectsMark.externalCallAffectsSomething },
  { effects: 'stateful', meaning: strings.sideEffectsMark.statefulCallChangesResults },
  { effects: null, meaning: strings.sideEffectsMark.unknownTool },
];

/** The side effects of a call, as one letter in a square; "?" when they are unknown. */
export function SideEffectsMark({ sideEffects }: { sideEffects: SideEffects | null }) {
  const text = strings.sideEffectsMark.sideEffects(sideEffects ?? 'unknown');
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
