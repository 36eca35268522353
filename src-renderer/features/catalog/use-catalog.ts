import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { PegboardError } from '#shared/errors.ts';
import { useCatalogLint } from '../../platform/catalog-lint.ts';
import { useClient } from '../../platform/client.ts';
import { toPegboardError } from '../../platform/pegboard-error.ts';
import { useWorkspace } from '../../platform/workspace-query.ts';
import { usePreferences } from '../../state/preferences-store.ts';
import type { Twins } from './alike/alike.ts';
import { type CatalogRow, catalogRows } from './catalog-rows.ts';

export interface CatalogData {
  /** Null while the catalog is on its way for the first time. */
  readonly rows: readonly CatalogRow[] | null;
  /** Whether the findings are still being looked for. */
  readonly isLinting: boolean;
  readonly error: PegboardError | null;
}

/** The catalog of the open workspace; its findings come after it, so that the table never waits for them. */
export function useCatalog(twins: Twins): CatalogData {
  const client = useClient();
  const workspace = useWorkspace();
  const revision = [workspace?.path, workspace?.revision];
  const list = useQuery({
    queryKey: ['catalog', ...revision],
    queryFn: ({ signal }) => client.catalog.list(undefined, { signal }),
    enabled: workspace !== null,
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const lint = useCatalogLint({ isEnabled: list.isSuccess });
  const estimator = usePreferences((state) => state.estimator);
  const counted = useQuery({
    queryKey: ['catalog-tokens', ...revision],
    queryFn: ({ signal }) => client.catalog.tokens(undefined, { signal }),
    enabled: list.isSuccess && estimator === 'o200k',
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const o200k = useMemo(() => {
    if (estimator !== 'o200k') return undefined;
    return new Map((counted.data ?? []).map(({ name, o200k: tokens }) => [name, tokens]));
  }, [estimator, counted.data]);
  const rows = useMemo(
    () => (list.data ? catalogRows(list.data, lint.data ?? [], o200k, twins) : null),
    [list.data, lint.data, o200k, twins],
  );
  return { rows, isLinting: lint.isFetching, error: list.error ? toPegboardError(list.error) : null };
}

/**
 * One tool, whole, of the open workspace; undefined while it is on its way, null when there is none. When the workspace
 * changes it stays as it was until it is known anew: somebody may be writing its arguments. Use it under the name as key.
 */
export function useToolDetail(name: string) {
  const client = useClient();
  const workspace = useWorkspace();
  return useQuery({
    queryKey: ['catalog-describe', workspace?.path, workspace?.revision, name],
    queryFn: ({ signal }) => client.catalog.describe({ name }, { signal }),
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
  });
}
