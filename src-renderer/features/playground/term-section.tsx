import { fieldParts } from '#shared/domain/score-parts.ts';
import type { QueryTerm } from '#shared/domain/search-result.ts';
import { formatPlural } from '../../strings/count.ts';
import { strings } from '../../strings/playground-scores.ts';
import { cutText } from '../../ui/cut-text.ts';
import { formatScore } from '../../ui/format-number.ts';
import { visibleString } from '../../ui/hidden-characters.ts';
import { StackedBar } from '../../ui/stacked-bar.tsx';
import { VisibleText } from '../../ui/visible-text.tsx';
import styles from './details.module.css';
import { type FieldTerm, fieldFrequencies, fieldPercentages } from './score-parts.ts';

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
      <h3 className="heading">{strings.termSection.whyMatches}</h3>
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
            <span className="dim">{strings.termSection.ignored(term.dropped)}</span>
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
  const inAll = frequency === null ? '' : strings.termSection.inLabel(formatPlural(frequency, noun));
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
          <span
            className="at-right mono"
            title={strings.termSection.contributionIdfSaturated(term.idf, term.saturated)}
          >
            +{formatScore(term.contribution, 2)}
          </span>
          <span className={`${styles.termFacts} mono`}>
            <span title={strings.termSection.inverseDocumentFrequency(inAll)}>
              {strings.termSection.idf(formatScore(term.idf, 2))}
            </span>
            <span title={strings.termSection.tfK11Tf}>
              {strings.termSection.saturated(formatScore(term.saturated, 2))}
            </span>
            <span title={strings.termSection.termFrequenciesEachMultiplied}>
              {strings.termSection.tf(fieldFrequencies(term.tf))}
            </span>
            {isFromSeveralFields(term) && (
              <span title={strings.termSection.sharesOfContribution}>{fieldPercentages(term.shares)}</span>
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
  if (frequency === null) return strings.termSection.not(noun);
  return frequency === 0 ? strings.termSection.no(noun) : strings.termSection.notButOthers(noun, frequency);
}
