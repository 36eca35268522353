import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { ScenarioFile } from '#shared/contract/planner.ts';
import { useSimulatorStore } from '../../features/simulator/simulator-store.ts';
import { useClient } from '../../platform/client.ts';
import { useWorkspace } from '../../platform/workspace-query.ts';
import { useNavigation } from '../../state/navigation-store.ts';
import type { PaletteEntry } from './match-palette.ts';

export interface RunFileEntry extends PaletteEntry {
  readonly file: ScenarioFile;
  /** Path of its workspace. */
  readonly root: string;
}

const noFiles: readonly ScenarioFile[] = [];

/** The scenarios, tasks and worlds of the workspace, read while the palette is open. */
export function useRunFiles(isEnabled: boolean): readonly RunFileEntry[] {
  const client = useClient();
  const root = useWorkspace()?.path ?? '';
  const { data = noFiles } = useQuery({
    queryKey: ['palette-run-files', root],
    queryFn: ({ signal }) => client.scenarios.list(undefined, { signal }),
    enabled: isEnabled && root !== '',
    gcTime: 0,
  });
  return useMemo(
    () => data.map((file) => ({ file, root, text: `${file.name ?? ''} ${file.path}`.trim().toLowerCase() })),
    [data, root],
  );
}

/** Shows a file on the Simulator screen. */
export function openRunFile({ root, file: { path } }: RunFileEntry): void {
  useSimulatorStore.getState().change(root, { path, at: 0 });
  useNavigation.getState().goTo('simulator');
}
