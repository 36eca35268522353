import type { EvalChange } from '#shared/domain/eval-comparison.ts';
import type { EvalRanks } from '#shared/domain/eval-set.ts';
import styles from './evaluate.module.css';
import { firstRank, ranksText } from './evaluate-rows.ts';

/** The ranks of the right tools: in colour where they are not first, with an arrow where they moved. */
export function RankMark({ ranks, change = null }: { ranks: EvalRanks; change?: EvalChange['change'] | null }) {
  const rank = firstRank(ranks);
  const tone = rank === 1 ? 'good' : rank !== null && rank <= 5 ? 'warning' : 'error';
  return (
    <span className={styles.rank} data-tone={tone} title={rank === null ? 'Not among the first ten' : undefined}>
      {ranksText(ranks)}
      {change !== null && (
        <span className={change === 'better' ? styles.better : styles.worse} role="img" aria-label={change}>
          {change === 'better' ? ' ▲' : ' ▼'}
        </span>
      )}
    </span>
  );
}
