import type { QueryClient } from '@tanstack/react-query';
import type { WorkspaceSummary } from '#shared/domain/workspace-summary.ts';
import { setOpenWorkspace } from '../state/open-workspace.ts';
import { closeErrors } from './error-notices.tsx';
import { goldenKey } from './golden-watch.ts';
import { sourcesKey } from './source-watch.ts';
import { workspaceKey } from './workspace-query.ts';

/**
 * Tells the stores which workspace is open as soon as the cache knows it, so that nothing of another one is shown or asked.
 * Returns how to stop.
 */
export function followOpenWorkspace(queries: QueryClient): () => void {
  let last: string | null = null;
  return queries.getQueryCache().subscribe(({ query }) => {
    if (query.queryKey[0] !== workspaceKey[0] || query.queryKey.length !== workspaceKey.length) return;
    const path = (query.state.data as WorkspaceSummary | null | undefined)?.path ?? null;
    if (path === last) return;
    const isOther = last !== null;
    last = path;
    setOpenWorkspace(path);
    if (!isOther) return;
    closeErrors();
    // Data that was pushed for the other workspace is read again.
    for (const queryKey of [goldenKey, sourcesKey]) void queries.resetQueries({ queryKey });
  });
}
