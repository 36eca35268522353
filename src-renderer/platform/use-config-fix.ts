import { useCallback } from 'react';
import type { ConfigChange } from '#shared/domain/config-edit.ts';
import { useClient } from './client.ts';
import { editConfig } from './edit-config.ts';
import { tellError } from './error-notices.tsx';
import { useWorkspace } from './workspace-query.ts';

/** A change of `pegboard.yaml` that a screen offers as the cure of what it shows. */
export interface ConfigFix {
  readonly changes: readonly ConfigChange[];
  /** What Undo calls it. */
  readonly done: string;
  /** What the notice says, beside its Undo. */
  readonly notice: string;
}

/** Makes such a change and offers to take it back; a failure is said. */
export function useConfigFix(): (fix: ConfigFix) => void {
  const client = useClient();
  const path = useWorkspace()?.path;
  return useCallback(
    ({ changes, done, notice }) => {
      if (path === undefined) return;
      editConfig(client, path, { changes, done, notice }).catch((error: unknown) =>
        tellError(error, 'Nothing was changed'),
      );
    },
    [client, path],
  );
}
