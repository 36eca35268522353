import type { SearchExplanation } from '#shared/domain/search-result.ts';
import { strings } from '../../strings/playground-scores.ts';
import { formatScore } from '../../ui/format-number.ts';
import styles from './details.module.css';
import { boundsText, type ChainStep } from './score-chain.ts';

/** The way from what the engine gave to the score, each step with its formula, and where the tool lies between min and max. */
export function ScoreChainSection({
  steps,
  scoreRaw,
  normalisation,
}: {
  steps: readonly ChainStep[];
  scoreRaw: number;
  normalisation: SearchExplanation['normalisation'];
}) {
  const { min, max, rule } = normalisation;
  const bounds = boundsText(scoreRaw, normalisation);
  return (
    <>
      <table className={`plain-table ${styles.table}`} data-testid="score-chain">
        <tbody>
          {steps.map((step, index) => (
            <tr
              key={step.label}
              className={step.aside ? styles.aside : index === steps.length - 1 ? styles.final : undefined}
            >
              <th scope="row">{step.label}</th>
              <td className="dim">{step.formula}</td>
              <td className={`${styles.number} mono`} title={String(step.value)}>
                {formatScore(step.value)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {rule === 'min_max' && (
        <>
          <div className={styles.gauge} aria-hidden>
            <span className={styles.gaugeRange} style={{ left: percent(min), width: percent(max - min) }} />
            <span className={styles.gaugePoint} style={{ left: percent(scoreRaw) }} />
          </div>
          <div className="dim mono" title={strings.scoreChainSection.rangeOfScoreRaw}>
            {strings.scoreChainSection.minMax(bounds.least, bounds.value, bounds.most)}
          </div>
        </>
      )}
    </>
  );
}

function percent(share: number): string {
  return `${share * 100}%`;
}
