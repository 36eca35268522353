import type { GoldenCost } from '#shared/domain/why-not.ts';
import { cutText } from './cut-text.ts';
import { VisibleText } from './visible-text.tsx';

/** Golden queries whose expected result moves: its rank before and after, then the query. */
export function MovedQueries({ changed }: Pick<GoldenCost, 'changed'>) {
  return (
    <ul>
      {changed.map(({ query, before, after }) => (
        <li key={query}>
          <span className="mono">
            {before ?? '>10'} → {after ?? '>10'}
          </span>{' '}
          <VisibleText text={cutText(query, 160)} lines={false} />
        </li>
      ))}
    </ul>
  );
}
