import type { HybridScore } from '#shared/domain/hybrid-result.ts';
import type { QueryTerm, ScorePart, SearchExplanation } from '#shared/domain/search-result.ts';
import type { SeedBm25Term } from '#shared/domain/seed-bm25.ts';
import { strings } from '../../../strings/playground-scores.ts';
import { cutText } from '../../../ui/cut-text.ts';
import { formatScore } from '../../../ui/format-number.ts';
import { visibleString } from '../../../ui/hidden-characters.ts';
import { StackedBar } from '../../../ui/stacked-bar.tsx';
import { VisibleText } from '../../../ui/visible-text.tsx';
import styles from '../details.module.css';
import { trimmed } from '../score-parts.ts';

type HybridExplanation = Extract<SearchExplanation, { ranking: 'hybrid' }>;

/** One line for each word of the query: what it brought to the BM25 score of this tool, and by which numbers. */
export function HybridTerms({ score, explanation }: { score: HybridScore; explanation: HybridExplanation }) {
  const { terms, corpus } = explanation;
  const longest = Math.max(0, ...score.terms.map((term) => term.contribution));
  if (terms.length === 0) return <div className="dim">{strings.hybridTerms.queryHasNoWord}</div>;
  return (
    <ul className="plain-list" data-testid="terms">
      {terms.map((term) => (
        <TermLine
          key={term.text}
          term={term}
          match={score.terms.find((match) => match.term === term.text)}
          weights={corpus}
          longest={longest}
        />
      ))}
    </ul>
  );
}

interface TermLineProps {
  readonly term: QueryTerm;
  readonly match: SeedBm25Term | undefined;
  readonly weights: HybridExplanation['corpus'];
  readonly longest: number;
}

function TermLine({ term, match, weights, longest }: TermLineProps) {
  return (
    <li className={styles.term} data-testid="term" data-matched={match !== undefined}>
      <span className={`cut mono ${match ? '' : 'dim'}`} title={visibleString(cutText(term.text, 500))}>
        <VisibleText text={cutText(term.text, 200)} />
      </span>
      {match ? (
        <Match match={match} weights={weights} longest={longest} />
      ) : (
        <>
          <span className="dim">
            {term.dropped === null
              ? strings.hybridTerms.notToolButOthers(term.document_frequency)
              : strings.hybridTerms.noTool}
          </span>
          <span className="at-right mono dim">+0.00</span>
        </>
      )}
    </li>
  );
}

function Match({ match, weights, longest }: Omit<TermLineProps, 'term' | 'match'> & { match: SeedBm25Term }) {
  const { name, content, strength, saturated, idf, contribution, count } = match;
  const ofName = (contribution * weights.name_weight * name) / strength;
  const parts: ScorePart[] = [
    { hue: 'name', value: ofName },
    { hue: 'description', value: contribution - ofName },
  ];
  return (
    <>
      <StackedBar
        parts={parts}
        maximum={longest}
        title={strings.hybridTerms.nameContent(
          formatScore(contribution),
          formatScore(ofName),
          formatScore(contribution - ofName),
        )}
      />
      <span className="at-right mono" title={strings.hybridTerms.contributionCountIdfSaturated(count, idf, saturated)}>
        +{formatScore(contribution, 2)}
      </span>
      <span className={`${styles.termFacts} mono`}>
        {count > 1 && <span title={strings.hybridTerms.countInQuery}>{count} ×</span>}
        <span title={strings.hybridTerms.tools(match.document_frequency)}>
          {strings.hybridTerms.idf(formatScore(idf, 2))}
        </span>
        <span title={strings.hybridTerms.fK11F}>{strings.hybridTerms.saturated(formatScore(saturated, 2))}</span>
        <span title={strings.hybridTerms.countInToolContent}>
          {`f ${trimmed(weights.name_weight)}·${name} + ${trimmed(weights.content_weight)}·${content}`}
        </span>
      </span>
    </>
  );
}
