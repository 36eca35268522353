import type { MatchStrength } from '#shared/domain/match-strength.ts';
import styles from './playground.module.css';

/** How well a result answers the query by itself, as a word. */
export function StrengthBadge({ strength }: { strength: MatchStrength | null }) {
  if (strength === null) return null;
  return (
    <span className={styles.strength} data-strength={strength} data-testid="strength" title={titles[strength]}>
      {strength}
    </span>
  );
}

const titles: Record<MatchStrength, string> = {
  strong: 'Strong match: the tool mentions at least two thirds of what the query asks for',
  fair: 'Fair match: the tool mentions at least a third of what the query asks for',
  weak: 'Weak match: the tool mentions less than a third of what the query asks for. Synonyms do not count.',
};
