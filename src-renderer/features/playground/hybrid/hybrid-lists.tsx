import type { HybridList, HybridPart, HybridScore } from '#shared/domain/hybrid-result.ts';
import type { SearchExplanation } from '#shared/domain/search-result.ts';
import { strings } from '../../../strings/playground-scores.ts';
import { cutText } from '../../../ui/cut-text.ts';
import { formatScore } from '../../../ui/format-number.ts';
import { TableHead } from '../../../ui/table-head.tsx';
import { VisibleText } from '../../../ui/visible-text.tsx';
import styles from '../details.module.css';
import { boundsText } from '../score-chain.ts';
import { trimmed } from '../score-parts.ts';

type HybridExplanation = Extract<SearchExplanation, { ranking: 'hybrid' }>;

/** What each list says of the tool, from its own score to what it counts; the largest is the score (R17.10). */
export function HybridLists({ score, explanation }: { score: HybridScore; explanation: HybridExplanation }) {
  const { lists } = explanation;
  const deciding = score.parts.find((part) => part.counted === score.score_raw);
  return (
    <table className={`plain-table ${styles.table}`} data-testid="hybrid-lists">
      <TableHead
        columns={[
          strings.hybridLists.list,
          strings.hybridLists.normalisedShare,
          { text: strings.hybridLists.score, className: styles.number },
          { text: strings.hybridLists.contribution, className: styles.number },
        ]}
      />
      <tbody>
        {lists.map((list, place) => (
          <ListRow
            // biome-ignore lint/suspicious/noArrayIndexKey: a list is its place
            key={place}
            list={list}
            part={score.parts.find((part) => part.list === place)}
            isDeciding={deciding?.list === place}
            isOneOfMany={lists.length > 2 || (lists.length === 2 && lists[0]?.source === lists[1]?.source)}
          />
        ))}
      </tbody>
    </table>
  );
}

interface ListRowProps {
  readonly list: HybridList;
  readonly part: HybridPart | undefined;
  readonly isDeciding: boolean;
  readonly isOneOfMany: boolean;
}

function ListRow({ list, part, isDeciding, isOneOfMany }: ListRowProps) {
  const name = list.source === 'bm25' ? strings.hybridLists.wordsBm25 : 'cosine';
  return (
    <tr className={isDeciding ? styles.decides : undefined} data-testid={`list-${list.source}`}>
      <th scope="row">
        {name}
        {isOneOfMany && list.source === 'vector' && (
          <VisibleText as="div" className="mono dim" text={cutText(list.query, 80)} lines={false} />
        )}
      </th>
      <td className="dim mono">{part ? wayOf(part, list) : strings.hybridLists.notList}</td>
      <td className={`${styles.number} mono`} title={part ? String(part.score) : undefined}>
        {part ? formatScore(part.score) : '–'}
      </td>
      <td className={`${styles.number} mono`} title={part ? String(part.counted) : undefined}>
        {part ? formatScore(part.counted) : '–'}
      </td>
    </tr>
  );
}

function wayOf({ score, normalised }: HybridPart, { min, max, share }: HybridList): string {
  if (min === max) return strings.hybridLists.allEqual(formatScore(normalised), trimmed(share));
  const { value, least, most } = boundsText(score, { min, max });
  return `(${value} − ${least}) / (${most} − ${least}) × ${trimmed(share)}`;
}
