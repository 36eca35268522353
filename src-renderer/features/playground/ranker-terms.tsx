import type { RankerScore, RankerTerm, RankerTermShare } from '#shared/domain/ranker-explanation.ts';
import { cutText } from '../../ui/cut-text.ts';
import { formatPlural, formatScore } from '../../ui/format-number.ts';
import { visibleString } from '../../ui/hidden-characters.ts';
import { StackedBar } from '../../ui/stacked-bar.tsx';
import { VisibleText } from '../../ui/visible-text.tsx';
import styles from './details.module.css';
import { partPercentages, rankerFieldParts, rankerFrequencies, variantText } from './ranker-parts.ts';
import { trimmed } from './score-parts.ts';

/** One line for each word of the query: what it brought to this tool under our own ranker, and by which numbers. */
export function RankerTerms({ score, queryTerms }: { score: RankerScore; queryTerms: readonly RankerTerm[] }) {
  const longest = Math.max(0, ...score.terms.map((term) => term.contribution));
  const dropped = queryTerms.filter((term) => term.dropped !== null);
  return (
    <div className="section">
      <h3 className="heading">Why it matches</h3>
      <ul className="plain-list" data-testid="terms">
        {score.terms.map((term) => (
          <li key={term.term} className={styles.term} data-testid="term" data-matched={term.variant !== null}>
            <Word text={term.term} dim={term.variant === null} />
            {term.variant === null ? (
              <>
                <span className="dim">{absenceText(queryTerms.find(({ text }) => text === term.term))}</span>
                <span className="at-right mono dim">+0.00</span>
              </>
            ) : (
              <Match term={term} longest={longest} />
            )}
          </li>
        ))}
        {dropped.map((term) => (
          <li key={term.text} className={styles.term}>
            <Word text={term.text} dim />
            <span className="dim">left out: {term.dropped}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}

function Word({ text, dim }: { text: string; dim: boolean }) {
  return (
    <span className={`cut mono ${dim ? 'dim' : ''}`} title={visibleString(cutText(text, 500))}>
      <VisibleText text={cutText(text, 200)} />
    </span>
  );
}

function Match({ term, longest }: { term: RankerTermShare; longest: number }) {
  const parts = rankerFieldParts(term.shares);
  const way = variantText(term);
  return (
    <>
      <StackedBar
        parts={parts}
        maximum={longest}
        title={`${formatScore(term.contribution)}: ${partPercentages(parts)}`}
      />
      <span className="at-right mono" title={`contribution = weight ${term.weight} × match ${term.match}`}>
        +{formatScore(term.contribution, 2)}
      </span>
      <span className={`${styles.termFacts} mono`}>
        {way !== null && (
          <VisibleText as="span" title="The word of this tool that stands for it, and why" text={cutText(way, 200)} />
        )}
        <span title="What the word counts in the query">weight {trimmed(term.weight)}</span>
        {way !== null && <span title="What a match of this kind counts">× {trimmed(term.variant?.factor ?? 0)}</span>}
        <span title="The smaller idf of the query’s word and the tool’s">× idf {formatScore(term.idf, 2)}</span>
        <span title="x·(k1+1) / (k1+x), x = Σ field weight · tf / (1−b+b·length/average length)">
          × saturated {formatScore(term.saturated, 2)}
        </span>
        <span title="How often the word stands in which field">tf {rankerFrequencies(term.tf)}</span>
      </span>
    </>
  );
}

function absenceText(term: RankerTerm | undefined): string {
  if (!term || term.variant_count === 0) return 'matches no tool in any form';
  return term.document_frequency === 0
    ? 'not in this tool in any form'
    : `not in this tool, but in ${formatPlural(term.document_frequency, 'other')}`;
}
