import type { QueryTerm } from '#shared/domain/search-result.ts';
import { cutText } from '../../ui/cut-text.ts';
import { formatPlural, formatScore } from '../../ui/format-number.ts';
import { visibleString } from '../../ui/hidden-characters.ts';
import { StackedBar } from '../../ui/stacked-bar.tsx';
import { VisibleText } from '../../ui/visible-text.tsx';
import styles from './details.module.css';
import { type FieldTerm, fieldFrequencies, fieldParts, fieldPercentages } from './score-parts.ts';

/** One line for each word of the query: what it brought to this result, from which fields, and by which numbers. */
export function TermSection({
  terms,
  queryTerms,
  noun = 'tool',
}: {
  terms: readonly FieldTerm[];
  queryTerms: readonly QueryTerm[];
  /** What is searched. */
  noun?: 'tool' | 'skill';
}) {
  const longest = Math.max(0, ...terms.map((term) => term.contribution));
  const dropped = queryTerms.filter((term) => term.dropped !== null);
  return (
    <div className="section">
      <h3 className="heading">Why it matches</h3>
      <ul className="plain-list" data-testid="terms">
        {terms.map((term) => (
          <TermLine
            key={term.term}
            term={term}
            longest={longest}
            frequency={frequencyOf(term, queryTerms)}
            noun={noun}
          />
        ))}
        {dropped.map((term) => (
          <li key={term.text} className={styles.term}>
            <span className="cut mono dim" title={visibleString(cutText(term.text, 500))}>
              <VisibleText text={cutText(term.text, 200)} />
            </span>
            <span className="dim">left out: {term.dropped}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}

function TermLine({
  term,
  longest,
  frequency,
  noun,
}: {
  term: FieldTerm;
  longest: number;
  frequency: number | null;
  noun: string;
}) {
  const inAll = frequency === null ? '' : `in ${formatPlural(frequency, noun)}`;
  return (
    <li className={styles.term} data-testid="term" data-matched={term.matched}>
      <span className={`cut mono ${term.matched ? '' : 'dim'}`} title={visibleString(cutText(term.term, 500))}>
        <VisibleText text={cutText(term.term, 200)} />
      </span>
      {term.matched ? (
        <>
          <StackedBar
            parts={fieldParts(term.shares)}
            maximum={longest}
            title={`${formatScore(term.contribution)}: ${fieldPercentages(term.shares)}`}
          />
          <span className="at-right mono" title={`contribution = idf ${term.idf} × saturated ${term.saturated}`}>
            +{formatScore(term.contribution, 2)}
          </span>
          <span className={`${styles.termFacts} mono`}>
            <span title={`Inverse document frequency: ${inAll}`}>idf {formatScore(term.idf, 2)}</span>
            <span title="tf·(k1+1) / (tf + k1·(1−b+b·length/average length)), tf summed over the fields first">
              × saturated {formatScore(term.saturated, 2)}
            </span>
            <span title="Term frequencies, each times the weight of its field">tf {fieldFrequencies(term.tf)}</span>
            {isFromSeveralFields(term) && (
              <span title="Shares of the contribution, in proportion to the fields’ term frequencies">
                {fieldPercentages(term.shares)}
              </span>
            )}
          </span>
        </>
      ) : (
        <>
          <span className="dim" title={inAll}>
            {absenceText(frequency, noun)}
          </span>
          <span className="at-right mono dim">+0.00</span>
        </>
      )}
    </li>
  );
}

function frequencyOf(term: FieldTerm, queryTerms: readonly QueryTerm[]): number | null {
  return (
    queryTerms.find(({ index_term, text }) => index_term === term.term || text === term.term)?.document_frequency ??
    null
  );
}

function isFromSeveralFields({ shares }: FieldTerm): boolean {
  return Object.values(shares).filter((share) => share > 0).length > 1;
}

function absenceText(frequency: number | null, noun: string): string {
  if (frequency === null) return `not in this ${noun}`;
  return frequency === 0 ? `in no ${noun}` : `not in this ${noun}, but in ${formatPlural(frequency, 'other')}`;
}
