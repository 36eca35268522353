import type { OrderKeys } from '#shared/domain/search-result.ts';
import { strings } from '../../strings/playground-scores.ts';
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
    {
      key: 'score',
      label: strings.orderKeys.score,
      value: formatScore(order.score),
      rule: strings.orderKeys.higherFirst,
    },
    {
      key: 'namespace_rank',
      label: strings.orderKeys.namespaceRank,
      value: String(order.namespace_rank),
      rule: strings.orderKeys.positionInPreferredNamespaces,
    },
    {
      key: 'side_effects_rank',
      label: strings.orderKeys.sideEffects,
      value: `${order.side_effects ?? 'unknown'} ${order.side_effects_rank}`,
      rule: strings.orderKeys.pure0Read1,
    },
    {
      key: 'name_length',
      label: strings.orderKeys.nameLength,
      value: String(order.name_length),
      rule: strings.orderKeys.shorterFirst,
    },
    { key: 'name', label: strings.orderKeys.name, value: order.name, rule: strings.orderKeys.byCodePoint },
  ];
}

/** The key that puts `left` before `right`: the first that differs; null when none does. */
export function decidingKey(left: OrderKeys, right: OrderKeys): OrderKeyRow['key'] | null {
  const keys = ['score', 'namespace_rank', 'side_effects_rank', 'name_length', 'name'] as const;
  return keys.find((key) => left[key] !== right[key]) ?? null;
}
