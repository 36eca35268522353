import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { WorkspaceSummary } from '#shared/domain/workspace-summary.ts';
import { useClient } from './client.ts';
import { tellError } from './error-notices.tsx';
import { takeWorkspace } from './workspace-query.ts';

export const recentKey = ['recent-workspaces'] as const;

/**
 * Opening another workspace, in each of its ways. The dialogs show the errors of `open` and `init` themselves; the others say
 * them in a notice.
 */
export function useWorkspaceActions() {
  const client = useClient();
  const queryClient = useQueryClient();
  const onSuccess = (summary: WorkspaceSummary) => {
    takeWorkspace(queryClient, summary);
    void queryClient.invalidateQueries({ queryKey: recentKey });
  };
  const onError = (error: unknown) => tellError(error);
  return {
    forget: useMutation({
      mutationFn: (path: string) => client.workspace.forget({ path }),
      onSuccess: () => queryClient.invalidateQueries({ queryKey: recentKey }),
      onError,
    }),
    open: useMutation({ mutationFn: (path: string) => client.workspace.open({ path }), onSuccess }),
    openRecent: useMutation({ mutationFn: (path: string) => client.workspace.open({ path }), onSuccess, onError }),
    init: useMutation({ mutationFn: (path: string) => client.workspace.init({ path }), onSuccess }),
    initChosen: useMutation({ mutationFn: (path: string) => client.workspace.init({ path }), onSuccess, onError }),
    openDemo: useMutation({ mutationFn: () => client.workspace.openDemo(), onSuccess, onError }),
  };
}
