import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { ConfigChange } from '#shared/domain/config-edit.ts';
import { useClient } from '../../platform/client.ts';
import { editConfig } from '../../platform/edit-config.ts';
import { toPegboardError } from '../../platform/pegboard-error.ts';
import { visibleString } from '../../ui/hidden-characters.ts';

/** Writes changes of `pegboard.yaml` and reads it again, so that what was typed can go. What is wrong in words, or null. */
export function useSaveConfig(workspace: string): (changes: ConfigChange[], done: string) => Promise<string | null> {
  const client = useClient();
  const queryClient = useQueryClient();
  return useCallback(
    async (changes, done) => {
      try {
        await editConfig(client, workspace, { changes, done });
        await queryClient.invalidateQueries({ queryKey: ['config', workspace] });
        return null;
      } catch (error) {
        const { message, hint } = toPegboardError(error);
        return visibleString(hint === undefined ? message : `${message} ${hint}`);
      }
    },
    [client, queryClient, workspace],
  );
}
