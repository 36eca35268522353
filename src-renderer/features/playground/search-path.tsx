import type { RankerTerm } from '#shared/domain/ranker-explanation.ts';
import type { QueryTerm, SearchExplanation, SearchStep } from '#shared/domain/search-result.ts';
import { cutText } from '../../ui/cut-text.ts';
import { formatCount, formatPlural, formatScore } from '../../ui/format-number.ts';
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
    <ScrollRegion className={styles.scroll} aria-label="Path of the search" data-testid="search-path">
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
      <TableHead columns={['Step', 'What was run, and why', { text: 'Candidates', className: details.number }]} />
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

/** What the index knows a word by: its term; or, under our ranker, the forms of the catalog that it matches. */
function indexedAs(term: ShownTerm): string {
  if ('index_term' in term) return term.index_term ?? '';
  const forms = term.variants.slice(0, 8).map(({ word, kind }) => (kind === 'exact' ? word : `${word} (${kind})`));
  const more = term.variant_count - forms.length;
  return forms.length === 0 ? 'no tool has it in any form' : forms.join(', ') + (more > 0 ? ` and ${more} more` : '');
}

function TermTable({ explanation }: { explanation: SearchExplanation }) {
  const terms: readonly ShownTerm[] = explanation.ranking === 'none' ? [] : explanation.terms;
  if (terms.length === 0) return <div className="dim">The query was not cut into words.</div>;
  return (
    <table className={`plain-table ${details.table}`}>
      <TableHead
        columns={[
          'Word',
          'In the index as',
          { text: 'Tools', className: details.number, title: 'Tools that hold it' },
          { text: 'idf', className: details.number, title: 'Inverse document frequency' },
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
    min_max: `score_raw from ${formatScore(normalisation.min)} to ${formatScore(normalisation.max)} becomes 0 to 1`,
    all_equal: `every candidate has score_raw ${formatScore(normalisation.max)}, so each scores 0.500`,
    none: candidates === 0 ? 'nothing to normalise' : 'none: score_raw is the score',
  } as const;
  return (
    <table className={`plain-table ${details.table}`} style={{ marginTop: 12 }}>
      <tbody>
        {explanation.ranking === 'hybrid' && <HybridFacts explanation={explanation} />}
        <tr>
          <th scope="row">Normalisation</th>
          <td>
            {rules[normalisation.rule]}{' '}
            <span className="dim">over {formatPlural(candidates, 'candidate')}, before the limit</span>
          </td>
        </tr>
        <tr>
          <th scope="row">Limit</th>
          <td className="mono">
            {limit.effective}{' '}
            <span className="dim">
              (asked for {limit.requested}, max_search_results {limit.config_maximum})
            </span>
          </td>
        </tr>
      </tbody>
    </table>
  );
}
