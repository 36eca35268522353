import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { useCatalogLint } from '../../platform/catalog-lint.ts';
import { useCatalogList } from '../../platform/catalog-list.ts';
import { type OpenRevision, openRevision, thisWindow } from '../../platform/this-window.ts';
import { type ToolTokens, useToolTokens } from '../../platform/tool-tokens.ts';
import { useWorkspace } from '../../platform/workspace-query.ts';
import { type CatalogRow, rowsOf } from './catalog-rows.ts';
import type { Twins } from './similar-tools/alike.ts';

export interface CatalogData {
  /** Null while the catalog is on its way for the first time. */
  readonly rows: readonly CatalogRow[] | null;
  readonly tokens: ToolTokens;
  /** Whether the findings are still being looked for. */
  readonly isLinting: boolean;
  readonly error: Error | null;
}

/** The catalog of the open workspace; its findings come after it, so that the table never waits for them. */
export function useCatalog(twins: Twins): CatalogData {
  const list = useCatalogList();
  const lint = useCatalogLint({ isEnabled: list.isSuccess });
  const tokens = useToolTokens();
  const rows = list.data ? rowsOf({ tools: list.data, problems: lint.data, tokens, twins }) : null;
  return { rows, tokens, isLinting: lint.isFetching, error: list.error };
}

/** One tool, whole, of a workspace; null when there is none of the name. */
export const toolDetailQuery = (at: OpenRevision, name: string) =>
  queryOptions({
    queryKey: ['catalog-describe', at.path, at.revision, name],
    queryFn: ({ signal }) => thisWindow().client.catalog.describe({ name }, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
  });

/**
 * The same of the open workspace; undefined while it is on its way. When the workspace changes it stays as it was until it is known
 * anew: somebody may be writing its arguments. Use it under the name as key.
 */
export function useToolDetail(name: string) {
  return useQuery({
    ...toolDetailQuery(openRevision(useWorkspace()), name),
    placeholderData: keepPreviousData,
  });
}
