import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { WorkspaceConfig } from '#shared/domain/config.ts';
import type { ConfigChange } from '#shared/domain/config-edit.ts';
import type { WorkspaceSummary } from '#shared/domain/workspace-summary.ts';
import { useClient } from '../../platform/client.ts';
import { editConfig } from '../../platform/edit-config.ts';
import { tellError } from '../../platform/undo-change.ts';
import { workspaceKey } from '../../platform/workspace-query.ts';

/** An edit made of what the configuration says when its turn comes; null for none. */
export type TunerEdit = (config: WorkspaceConfig) => {
  readonly changes: readonly ConfigChange[];
  readonly done: string;
  readonly notice?: string;
} | null;

/** Edits are made one after the other: the next one must see the list of patterns that the last one wrote. */
let last: Promise<unknown> = Promise.resolve();

/** Writes an edit and waits until the screen knows of it. False when it failed, which was then said. */
export function useTunerEdits(path: string): (edit: TunerEdit) => Promise<boolean> {
  const client = useClient();
  const queries = useQueryClient();
  return useCallback(
    (edit) => {
      const run = async () => {
        try {
          const summary = queries.getQueryData<WorkspaceSummary | null>(workspaceKey);
          const made = summary?.path === path ? edit(summary.config) : null;
          if (!made || made.changes.length === 0) return true;
          await editConfig(client, path, { ...made, changes: [...made.changes] });
          queries.setQueryData(workspaceKey, await client.workspace.current());
          return true;
        } catch (error) {
          tellError(error, 'Nothing was changed');
          return false;
        }
      };
      const turn = last.then(run);
      last = turn;
      return turn;
    },
    [client, queries, path],
  );
}
