import type { QueryTerm, ScoreExplanation, TermShare } from '#shared/domain/search-result.ts';
import { cutText } from '../../ui/cut-text.ts';
import { formatPlural, formatScore } from '../../ui/format-number.ts';
import { visibleString } from '../../ui/hidden-characters.ts';
import { StackedBar } from '../../ui/stacked-bar.tsx';
import { VisibleText } from '../../ui/visible-text.tsx';
import styles from './details.module.css';
import { fieldFrequencies, fieldParts, fieldPercentages } from './score-parts.ts';

/** One line for each word of the query: what it brought to this tool, from which fields, and by which numbers. */
export function TermSection({
  arithmetic,
  queryTerms,
}: {
  arithmetic: Extract<ScoreExplanation, { kind: 'bm25' }>;
  queryTerms: readonly QueryTerm[];
}) {
  const longest = Math.max(0, ...arithmetic.terms.map((term) => term.contribution));
  const dropped = queryTerms.filter((term) => term.dropped !== null);
  return (
    <div className={styles.section}>
      <h3 className={styles.heading}>Why it matches</h3>
      <ul className={styles.terms} data-testid="terms">
        {arithmetic.terms.map((term) => (
          <TermLine key={term.term} term={term} longest={longest} frequency={frequencyOf(term, queryTerms)} />
        ))}
        {dropped.map((term) => (
          <li key={term.text} className={styles.term}>
            <span className={`${styles.termName} mono dim`} title={visibleString(cutText(term.text, 500))}>
              <VisibleText text={cutText(term.text, 200)} />
            </span>
            <span className="dim">left out: {term.dropped}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}

function TermLine({ term, longest, frequency }: { term: TermShare; longest: number; frequency: number | null }) {
  const inTools = frequency === null ? '' : `in ${formatPlural(frequency, 'tool')}`;
  return (
    <li className={styles.term} data-testid="term" data-matched={term.matched}>
      <span
        className={`${styles.termName} mono ${term.matched ? '' : 'dim'}`}
        title={visibleString(cutText(term.term, 500))}
      >
        <VisibleText text={cutText(term.term, 200)} />
      </span>
      {term.matched ? (
        <>
          <StackedBar
            parts={fieldParts(term.shares)}
            maximum={longest}
            title={`${formatScore(term.contribution)}: ${fieldPercentages(term.shares)}`}
          />
          <span
            className={`${styles.value} mono`}
            title={`contribution = idf ${term.idf} × saturated ${term.saturated}`}
          >
            +{formatScore(term.contribution, 2)}
          </span>
          <span className={`${styles.termFacts} mono`}>
            <span title={`Inverse document frequency: ${inTools}`}>idf {formatScore(term.idf, 2)}</span>
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
          <span className="dim" title={inTools}>
            {absenceText(frequency)}
          </span>
          <span className={`${styles.value} mono dim`}>+0.00</span>
        </>
      )}
    </li>
  );
}

function frequencyOf(term: TermShare, queryTerms: readonly QueryTerm[]): number | null {
  return (
    queryTerms.find(({ index_term, text }) => index_term === term.term || text === term.term)?.document_frequency ??
    null
  );
}

function isFromSeveralFields({ shares }: TermShare): boolean {
  return [shares.name, shares.description, shares.tags].filter((share) => share > 0).length > 1;
}

function absenceText(frequency: number | null): string {
  if (frequency === null) return 'not in this tool';
  return frequency === 0 ? 'in no tool' : `not in this tool, but in ${formatPlural(frequency, 'other')}`;
}
