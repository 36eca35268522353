import type { SearchExplanation } from '#shared/domain/search-result.ts';
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
        <th scope="row">Strategy</th>
        <td>
          <span className="mono">{strategy}</span>: {takenText(taken)}
        </td>
      </tr>
      <tr>
        <th scope="row">Confidence</th>
        <td className="mono" data-testid="hybrid-confidence">
          min({formatScore(best_score)} / {trimmed(divisor)}, 1) = {formatScore(confidence)}
          {threshold !== null && <span className={details.aside}> against {trimmed(threshold)}</span>}
        </td>
      </tr>
      <tr>
        <th scope="row">Embedder</th>
        <td data-testid="hybrid-embedder">
          {embedder ? (
            <>
              <VisibleText text={embedder.id} lines={false} />
              <span className="dim"> · vectors of {embedder.dimensions} numbers</span>
            </>
          ) : (
            <span className="dim">not asked</span>
          )}
        </td>
      </tr>
    </>
  );
}

function takenText(taken: HybridExplanation['taken']): string {
  switch (taken) {
    case 'bm25':
      return 'the words alone';
    case 'blend':
      return 'words and vectors, blended';
    case 'vector':
      return 'vectors alone';
  }
}
