import type { EvalMeans, EvalNamespaceRow } from '#shared/domain/eval-set.ts';
import type { CatalogTool } from '#shared/domain/tool.ts';
import { bootstrapIntervals } from './bootstrap.ts';
import { meanMetrics, type RelevantGroups } from './metrics.ts';

/** The means by namespace of the right tools, by name; a query that wants tools of several namespaces counts in each. */
export function namespaceRows(
  outcomes: readonly { readonly relevant: RelevantGroups; readonly metrics: EvalMeans }[],
  tools: readonly CatalogTool[],
  intervals: boolean,
): EvalNamespaceRow[] {
  const namespaces = new Map(tools.map(({ name, namespace }) => [name, namespace ?? '']));
  const groups = new Map<string, EvalMeans[]>();
  for (const { relevant, metrics } of outcomes) {
    for (const namespace of new Set(relevant.flat().map((name) => namespaces.get(name)))) {
      if (namespace === undefined) continue;
      const group = groups.get(namespace);
      if (group) group.push(metrics);
      else groups.set(namespace, [metrics]);
    }
  }
  return [...groups]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([namespace, values]) => ({
      namespace,
      queries: values.length,
      ...meanMetrics(values),
      ...(intervals ? { intervals: bootstrapIntervals(values) } : {}),
    }));
}
