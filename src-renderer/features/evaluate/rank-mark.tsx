import type { EvalChange } from '#shared/domain/eval-comparison.ts';
import type { EvalRanks } from '#shared/domain/eval-set.ts';
import { strings } from '../../strings/evaluate.ts';
import heat from '../../ui/heat-cell.module.css';
import styles from './evaluate.module.css';
import { ranksText, rankTone } from './evaluate-rows.ts';

/** The ranks of the right tools, with an arrow where they moved. */
export function RankMark({ ranks, change = null }: { ranks: EvalRanks; change?: EvalChange['change'] | null }) {
  const isMissed = rankTone(ranks) === 'missed';
  return (
    <span className="mono" title={isMissed ? strings.rankMark.notInTopTen : undefined}>
      {ranksText(ranks)}
      {isMissed && <span className="visually-hidden"> {strings.rankMark.notFound}</span>}
      {change !== null && (
        <span className={change === 'better' ? styles.better : styles.worse} role="img" aria-label={change}>
          {change === 'better' ? ' ▲' : ' ▼'}
        </span>
      )}
    </span>
  );
}

/** A cell of the heat map: the ranks on the hue of how good they are. */
export function RankCell({
  ranks,
  change = null,
  label,
  isShown = false,
  onChoose,
}: {
  /** Null where nothing was measured. */
  ranks: EvalRanks | null;
  change?: EvalChange['change'] | null;
  /** Which engine, or which run, the ranks are of. */
  label: string;
  isShown?: boolean;
  onChoose?: (() => void) | undefined;
}) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the arrows of the table move between engines
    <td
      className={heat.cell}
      data-column={label}
      data-tone={ranks === null ? undefined : rankTone(ranks)}
      data-shown={isShown || undefined}
      onClick={onChoose}
    >
      {ranks === null ? <span className="dim">·</span> : <RankMark ranks={ranks} change={change} />}
    </td>
  );
}
