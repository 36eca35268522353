import type { SearchExplanation } from '#shared/domain/search-result.ts';
import { strings } from '../../../strings/playground-scores.ts';
import { formatScore } from '../../../ui/format-number.ts';
import { VisibleText } from '../../../ui/visible-text.tsx';
import details from '../details.module.css';
import { trimmed } from '../score-parts.ts';

type HybridExplanation = Extract<SearchExplanation, { ranking: 'hybrid' }>;

/** How the search chose between words and vectors: the strategy, how sure the words were, who was asked. */
export function HybridFacts({ explanation }: { explanation: HybridExplanation }) {
  const { strategy, taken, confidence, best_score, divisor, threshold, embedder } = explanation;
  return (
    <>
      <tr>
        <th scope="row">{strings.hybridFacts.strategy}</th>
        <td>
          <span className="mono">{strategy}</span>: {takenText(taken)}
        </td>
      </tr>
      <tr>
        <th scope="row">{strings.hybridFacts.confidence}</th>
        <td className="mono" data-testid="hybrid-confidence">
          {strings.hybridFacts.min1(formatScore(best_score), trimmed(divisor), formatScore(confidence))}
          {threshold !== null && (
            <span className={details.aside}> {strings.hybridFacts.threshold(trimmed(threshold))}</span>
          )}
        </td>
      </tr>
      <tr>
        <th scope="row">{strings.hybridFacts.embedder}</th>
        <td data-testid="hybrid-embedder">
          {embedder ? (
            <>
              <VisibleText text={embedder.id} lines={false} />
              <span className="dim"> · {strings.hybridFacts.vectorsWithDimensions(embedder.dimensions)}</span>
            </>
          ) : (
            <span className="dim">{strings.hybridFacts.notUsed}</span>
          )}
        </td>
      </tr>
    </>
  );
}

function takenText(taken: HybridExplanation['taken']): string {
  switch (taken) {
    case 'bm25':
      return strings.hybridFacts.wordsOnly;
    case 'blend':
      return strings.hybridFacts.wordsVectorsBlended;
    case 'vector':
      return strings.hybridFacts.vectorsOnly;
  }
}
