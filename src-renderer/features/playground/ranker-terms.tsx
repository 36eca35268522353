import type { RankerMeaning, RankerScore, RankerTerm, RankerTermShare } from '#shared/domain/ranker-explanation.ts';
import { rankerFieldParts } from '#shared/domain/score-parts.ts';
import { variantText } from '#shared/domain/variant-text.ts';
import { strings } from '../../strings/playground-scores.ts';
import { cutText } from '../../ui/cut-text.ts';
import { formatScore } from '../../ui/format-number.ts';
import { visibleString } from '../../ui/hidden-characters.ts';
import { StackedBar } from '../../ui/stacked-bar.tsx';
import { VisibleText } from '../../ui/visible-text.tsx';
import styles from './details.module.css';
import { pairsText, partPercentages, rankerFrequencies } from './ranker-parts.ts';
import { trimmed } from './score-parts.ts';

/** One line for each word of the query: what it brought to this tool under our own ranker, and by which numbers. */
export function RankerTerms({ score, queryTerms }: { score: RankerScore; queryTerms: readonly RankerTerm[] }) {
  const longest = Math.max(score.meaning?.bonus ?? 0, ...score.terms.map((term) => term.contribution));
  const dropped = queryTerms.filter((term) => term.dropped !== null);
  return (
    <div className="section">
      <h3 className="heading">{strings.rankerTerms.whyMatches}</h3>
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
        {score.meaning && score.meaning.bonus > 0 && <Meaning meaning={score.meaning} longest={longest} />}
        {dropped.map((term) => (
          <li key={term.text} className={styles.term}>
            <Word text={term.text} dim />
            <span className="dim">{strings.rankerTerms.ignored(term.dropped)}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** What the meaning of the query added, and the words that it rests on. */
function Meaning({ meaning, longest }: { meaning: RankerMeaning; longest: number }) {
  const { top, whole, gain, cosine, asked, bonus } = meaning;
  return (
    <li className={styles.term} data-testid="meaning">
      <span title={strings.rankerTerms.bestWordsScore(formatScore(top, 2), formatScore(whole, 2))}>
        {strings.rankerTerms.meaning}
      </span>
      <StackedBar parts={[{ hue: 'meaning', value: bonus }]} maximum={longest} title={formatScore(bonus)} />
      <span className="at-right mono">+{formatScore(bonus, 2)}</span>
      <span className={`${styles.termFacts} mono`}>
        <VisibleText as="span" text={cutText(nearnessText(meaning), 300)} />
        <span title={strings.rankerTerms.cosineOfAsked(visibleString(cutText(asked, 300)))}>
          {strings.rankerTerms.cosine(formatScore(cosine, 2))}
        </span>
        <span title={strings.rankerTerms.gainOfMeaning}>{strings.rankerTerms.gain(formatScore(gain, 2))}</span>
      </span>
    </li>
  );
}

/** What the meaning rests on: the sentence that a model compared, or pairs of words. */
function nearnessText(meaning: RankerMeaning): string {
  const [sentence] = meaning.model?.sentences ?? [];
  if (meaning.model && sentence) {
    const cosine = sentence.cosine === null ? '–' : formatScore(sentence.cosine, 2);
    return strings.rankerTerms.nearSentence(meaning.model.id, sentence.asked, cosine);
  }
  const pairs = pairsText(meaning);
  return pairs === '' ? strings.rankerTerms.nearAsWhole : strings.rankerTerms.nearWords(pairs);
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
  const way = term.variant && variantText(term.variant);
  return (
    <>
      <StackedBar
        parts={parts}
        maximum={longest}
        title={`${formatScore(term.contribution)}: ${partPercentages(parts)}`}
      />
      <span className="at-right mono" title={strings.rankerTerms.contributionWeightMatch(term.weight, term.match)}>
        +{formatScore(term.contribution, 2)}
      </span>
      <span className={`${styles.termFacts} mono`}>
        {way !== null && <VisibleText as="span" title={strings.rankerTerms.wordOfThisTool} text={cutText(way, 200)} />}
        <span title={strings.rankerTerms.weightOfWord}>{strings.rankerTerms.weight(trimmed(term.weight))}</span>
        {way !== null && (
          <span title={strings.rankerTerms.factorForThisKind}>× {trimmed(term.variant?.factor ?? 0)}</span>
        )}
        <span title={strings.rankerTerms.smallerIdfOfTwo}>{strings.rankerTerms.idf(formatScore(term.idf, 2))}</span>
        <span title={strings.rankerTerms.xK11K1}>{strings.rankerTerms.saturated(formatScore(term.saturated, 2))}</span>
        <span title={strings.rankerTerms.countOfWordPer}>{strings.rankerTerms.tf(rankerFrequencies(term.tf))}</span>
      </span>
    </>
  );
}

function absenceText(term: RankerTerm | undefined): string {
  if (!term || term.variant_count === 0) return strings.rankerTerms.inNoTool;
  return term.document_frequency === 0
    ? strings.rankerTerms.notToolAnyForm
    : strings.rankerTerms.notToolButOthers(term.document_frequency);
}
