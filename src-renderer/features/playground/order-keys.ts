import type { OrderKeys } from '#shared/domain/search-result.ts';
import { formatScore } from '../../ui/format-number.ts';

/** One key of the order of results, ready to show. */
export interface OrderKeyRow {
  readonly key: 'score' | 'namespace_rank' | 'side_effects_rank' | 'name_length' | 'name';
  readonly label: string;
  readonly value: string;
  readonly rule: string;
}

/** The keys of the order, first to last (R3.23). */
export function orderKeyRows(order: OrderKeys): OrderKeyRow[] {
  return [
    { key: 'score', label: 'score', value: formatScore(order.score), rule: 'higher first' },
    {
      key: 'namespace_rank',
      label: 'namespace rank',
      value: String(order.namespace_rank),
      rule: 'place in preferred_namespaces; lower first, unlisted last',
    },
    {
      key: 'side_effects_rank',
      label: 'side effects',
      value: `${order.side_effects ?? 'unknown'} ${order.side_effects_rank}`,
      rule: 'pure 0, read 1, write 2, external 3, stateful 4, unknown 5; lower first',
    },
    { key: 'name_length', label: 'name length', value: String(order.name_length), rule: 'shorter first' },
    { key: 'name', label: 'name', value: order.name, rule: 'by code points' },
  ];
}

/** The key that puts `left` before `right`: the first that differs; null when none does. */
export function decidingKey(left: OrderKeys, right: OrderKeys): OrderKeyRow['key'] | null {
  const keys = ['score', 'namespace_rank', 'side_effects_rank', 'name_length', 'name'] as const;
  return keys.find((key) => left[key] !== right[key]) ?? null;
}
