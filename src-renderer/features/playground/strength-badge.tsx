import type { MatchStrength } from '#shared/domain/search-result.ts';
import { strings } from '../../strings/playground-scores.ts';
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

const titles: Record<MatchStrength, string> = strings.strengthBadge.titles;
