import { useMantineColorScheme } from '@mantine/core';
import { useMemo } from 'react';
import type { WorkspaceSummary } from '#shared/domain/workspace-summary.ts';
import { useSetPersona } from '../../platform/active-persona.ts';
import { useWorkspaceActions } from '../../platform/use-workspace-actions.ts';
import { useWorkspace } from '../../platform/workspace-query.ts';
import type { Command } from '../../state/command.ts';
import { useNavigation } from '../../state/navigation-store.ts';
import { useAskForWorkspace } from '../use-ask-for-workspace.ts';
import {
  goCommands,
  helpCommands,
  personaCommands,
  preferenceCommands,
  schemeCommands,
  screenCommands,
  workspaceCommands,
} from './command-lists.ts';

const noSources: WorkspaceSummary['config']['sources'] = [];
const noPersonas: WorkspaceSummary['config']['personas'] = [];

/** Everything that can be done on the current screen: the one list behind palette, keymap and shortcuts. */
export function useCommands(): readonly Command[] {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const feature = useNavigation((state) => state.feature);
  const { mutate: openDemo } = useWorkspaceActions().openDemo;
  const askForWorkspace = useAskForWorkspace();
  const workspace = useWorkspace();
  const hasWorkspace = workspace !== null;
  const personas = workspace?.config.personas ?? noPersonas;
  const sources = workspace?.config.sources ?? noSources;
  const path = workspace?.path ?? '';
  const setPersona = useSetPersona();

  return useMemo(() => {
    const scope = { feature, hasWorkspace, path };
    return [
      ...screenCommands(scope),
      ...helpCommands,
      ...workspaceCommands({ ...scope, askForWorkspace, openDemo: () => openDemo() }),
      ...schemeCommands(colorScheme, setColorScheme),
      ...preferenceCommands,
      ...personaCommands(personas, setPersona),
      ...goCommands(scope, sources),
    ];
  }, [
    colorScheme,
    setColorScheme,
    feature,
    openDemo,
    askForWorkspace,
    hasWorkspace,
    personas,
    setPersona,
    sources,
    path,
  ]);
}
