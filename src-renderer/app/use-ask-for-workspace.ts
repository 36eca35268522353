import { useCallback } from 'react';
import { useClient } from '../platform/client.ts';
import { electronBridge } from '../platform/host.ts';
import { useWorkspaceActions } from '../platform/use-workspace-actions.ts';
import { useNavigation } from '../state/navigation-store.ts';

/** Asks for the folder of a workspace and opens it, or makes one in it: by a dialog of the system where one comes. */
export function useAskForWorkspace(): (purpose: 'open-workspace' | 'new-workspace') => void {
  const client = useClient();
  const { openRecent, initChosen } = useWorkspaceActions();
  const { mutate: open } = openRecent;
  const { mutate: init } = initChosen;
  return useCallback(
    (purpose) => {
      const askForPath = () => useNavigation.getState().openDialog(purpose);
      if (!electronBridge()) return askForPath();
      client.desktop.chooseFolder({ purpose }).then((folder) => {
        if (folder !== null) (purpose === 'open-workspace' ? open : init)(folder);
      }, askForPath);
    },
    [client, open, init],
  );
}
