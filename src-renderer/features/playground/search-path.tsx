import type { RankerTerm } from '#shared/domain/ranker-explanation.ts';
import type { QueryTerm, SearchExplanation, SearchStep } from '#shared/domain/search-result.ts';
import { variantText } from '#shared/domain/variant-text.ts';
import { formatCount } from '../../strings/count.ts';
import { strings } from '../../strings/playground.ts';
import { cutText } from '../../ui/cut-text.ts';
import { formatScore } from '../../ui/format-number.ts';
import { LongText } from '../../ui/long-text.tsx';
import { ScrollRegion } from '../../ui/scroll-region.tsx';
import { TableHead } from '../../ui/table-head.tsx';
import { VisibleText } from '../../ui/visible-text.tsx';
import styles from './answer.module.css';
import details from './details.module.css';
import { HybridFacts } from './hybrid/hybrid-facts.tsx';
import { type ShownStep, stepText } from './search-path-text.ts';

/** How the response came about: steps, words, bounds, limit. For the developer: none of it reaches a model (R4.09). */
export function SearchPath({ explanation }: { explanation: SearchExplanation }) {
  return (
    <ScrollRegion className={styles.scroll} aria-label={strings.searchPath.stepsOfSearch} data-testid="search-path">
      <div className={styles.columns}>
        <StepTable path={explanation.path} />
        <TermTable explanation={explanation} />
      </div>
      <Bounds explanation={explanation} />
    </ScrollRegion>
  );
}

type PathStep = { readonly [Key in keyof SearchStep]: Key extends 'step' ? ShownStep : SearchStep[Key] };

/** The attempts of a search in their order. */
export function StepTable({ path }: { path: readonly PathStep[] }) {
  return (
    <table className={`plain-table ${details.table}`}>
      <TableHead
        columns={[
          strings.searchPath.step,
          strings.searchPath.whatRanAndWhy,
          { text: strings.searchPath.candidates, className: details.number },
        ]}
      />
      <tbody>
        {path.map((step, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a step is its place on the path
          <tr key={index}>
            <td>{stepText(step.step)}</td>
            <td>
              <div className="breaks mono">
                <LongText text={step.expression} limit={1000}>
                  {(shown) => <VisibleText text={shown} />}
                </LongText>
              </div>
              <VisibleText as="div" className="breaks dim" text={step.reason} />
            </td>
            <td className={`${details.number} mono`}>{formatCount(step.candidates)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

type ShownTerm = QueryTerm | RankerTerm;

/** The form of a word in the index: its term, or, under our ranker, the forms of the catalog that it matches. */
function indexedAs(term: ShownTerm): string {
  if ('index_term' in term) return term.index_term ?? '';
  const forms = term.variants.slice(0, 8).map((variant) => {
    if (variant.translation) return variantText(variant);
    return variant.kind === 'exact' ? variant.word : `${variant.word} (${variant.kind})`;
  });
  const more = term.variant_count - forms.length;
  if (forms.length === 0) return strings.searchPath.inNoTool;
  return more > 0 ? strings.searchPath.formsAndMore(forms.join(', '), more) : forms.join(', ');
}

function TermTable({ explanation }: { explanation: SearchExplanation }) {
  const terms: readonly ShownTerm[] = explanation.ranking === 'none' ? [] : explanation.terms;
  if (terms.length === 0) return <div className="dim">{strings.searchPath.queryWasNotSplit}</div>;
  return (
    <table className={`plain-table ${details.table}`}>
      <TableHead
        columns={[
          strings.searchPath.word,
          strings.searchPath.formInIndex,
          { text: strings.searchPath.tools, className: details.number, title: strings.searchPath.toolsThatContain },
          {
            text: strings.searchPath.idf,
            className: details.number,
            title: strings.searchPath.inverseDocumentFrequency,
          },
        ]}
      />
      <tbody>
        {terms.map((term, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a query may hold a word twice
          <tr key={index}>
            <VisibleText as="td" className="breaks mono" text={cutText(term.text, 200)} />
            <td className={term.dropped === null ? 'mono' : 'dim'}>
              <VisibleText text={cutText(term.dropped ?? indexedAs(term), 200)} />
            </td>
            <td className={`${details.number} mono`}>
              {term.dropped === null ? formatCount(term.document_frequency) : ''}
            </td>
            <td className={`${details.number} mono`}>{term.dropped === null ? formatScore(term.idf) : ''}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Bounds({ explanation }: { explanation: SearchExplanation }) {
  const { normalisation, limit, candidates } = explanation;
  const rules = {
    min_max: strings.searchPath.scoreRawFromBecomes(formatScore(normalisation.min), formatScore(normalisation.max)),
    all_equal: strings.searchPath.everyCandidateHasScore(formatScore(normalisation.max)),
    none: candidates === 0 ? strings.searchPath.nothingNormalise : strings.searchPath.noneScoreIsScore,
  } as const;
  return (
    <table className={`plain-table ${details.table}`} style={{ marginTop: 12 }}>
      <tbody>
        {explanation.ranking === 'hybrid' && <HybridFacts explanation={explanation} />}
        <tr>
          <th scope="row">{strings.searchPath.normalisation}</th>
          <td>
            {rules[normalisation.rule]}{' '}
            <span className="dim">{strings.searchPath.overCandidatesBeforeLimit(candidates)}</span>
          </td>
        </tr>
        <tr>
          <th scope="row">{strings.searchPath.limit}</th>
          <td className="mono">
            {limit.effective}{' '}
            <span className="dim">
              {strings.searchPath.requestedMaxSearchResults(limit.requested, limit.config_maximum)}
            </span>
          </td>
        </tr>
      </tbody>
    </table>
  );
}
