import type { FetchQueryOptions, QueryClient, QueryKey } from '@tanstack/react-query';
import type { WorkspaceSummary } from '#shared/domain/workspace-summary.ts';
import type { PegboardClient } from './client.ts';
import { workspaceKey } from './workspace-query.ts';

/** The client of this window and its cache of answers. */
interface ThisWindow {
  readonly client: PegboardClient;
  readonly queries: QueryClient;
}

let current: ThisWindow | null = null;

/** Says which client this window has: once, where it is made. */
export function setThisWindow(window: ThisWindow): void {
  current = window;
}

/** The client and the cache, for acts that live outside of React; throws before the window has one, a programming error. */
export function thisWindow(): ThisWindow {
  if (!current) throw new Error('thisWindow needs setThisWindow before it.');
  return current;
}

/** The workspace that is open now, by what the core said last; null while none is, or that is not known. */
export function openWorkspace(): WorkspaceSummary | null {
  return current?.queries.getQueryData<WorkspaceSummary | null>(workspaceKey) ?? null;
}

/** A workspace as it was at one moment: what answers are remembered by. */
export type OpenRevision = Pick<WorkspaceSummary, 'path' | 'revision'>;

/** The revision of the open workspace, for the key of a query; an empty one while no workspace is open. */
export function openRevision(workspace: WorkspaceSummary | null): OpenRevision {
  return workspace ?? { path: '', revision: '' };
}

/** What the cache has of a query, as `settled` gives it; null also where the answer is an error. */
export function known<Data, Key extends QueryKey>(query: FetchQueryOptions<Data, Error, Data, Key>): Data | null {
  return settled(query)?.data ?? null;
}

/** An answer: what it says, or what was there before an error. */
interface Settled<Data> {
  readonly data: Data | null;
  readonly error: Error | null;
}

/**
 * The answer of a query, for acts outside of React. Where the cache has none, or one that is out of date, this asks, and gives null
 * until the answer came: `screenActs` tries again then.
 */
export function settled<Data, Key extends QueryKey>(
  query: FetchQueryOptions<Data, Error, Data, Key>,
): Settled<Data> | null {
  const { queries } = thisWindow();
  const state = queries.getQueryState<Data>(query.queryKey);
  if (state && (state.status === 'error' || (state.data !== undefined && !state.isInvalidated))) {
    return { data: state.data ?? null, error: state.error };
  }
  void queries.prefetchQuery(query);
  return null;
}
