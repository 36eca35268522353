import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { WorkspaceConfig } from '#shared/domain/config.ts';
import { useClient } from '../../platform/client.ts';
import { type ConfigEdit, editConfig } from '../../platform/edit-config.ts';
import { mendError, tellError } from '../../platform/error-notices.tsx';
import { workspaceKey } from '../../platform/workspace-query.ts';

/** An edit made of what the configuration says when its turn comes; null for none. */
export type TunerEdit = (config: WorkspaceConfig) => ConfigEdit | null;

const failed = 'Nothing was changed';

/** Writes an edit and waits until the screen knows of it. False when it failed, which was then said. */
export function useTunerEdits(path: string): (edit: TunerEdit) => Promise<boolean> {
  const client = useClient();
  const queries = useQueryClient();
  return useCallback(
    async (edit) => {
      try {
        await editConfig(client, path, async () => {
          const summary = await client.workspace.current();
          return summary?.path === path ? edit(summary.config) : null;
        });
        queries.setQueryData(workspaceKey, await client.workspace.current());
        mendError(failed);
        return true;
      } catch (error) {
        tellError(error, failed);
        return false;
      }
    },
    [client, queries, path],
  );
}
