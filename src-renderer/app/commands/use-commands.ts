import { useMantineColorScheme } from '@mantine/core';
import { useMemo } from 'react';
import type { WorkspaceSummary } from '#shared/domain/workspace-summary.ts';
import { autosaveChoices } from '../../documents/autosave.ts';
import { useRecoveredDrafts } from '../../documents/recovered-drafts.ts';
import { openImport } from '../../features/import/import-store.ts';
import { useTour } from '../../features/tour/tour-store.ts';
import { useSetPersona } from '../../platform/active-persona.ts';
import { areActsUnderWay, inOrder } from '../../platform/screen-acts.ts';
import { runLastChange } from '../../platform/undo-change.ts';
import { useRebuildIndex } from '../../platform/use-rebuild-index.ts';
import { useWorkspace } from '../../platform/workspace-query.ts';
import { useAddSource } from '../../state/add-source-store.ts';
import type { Command } from '../../state/command.ts';
import { useNavigation } from '../../state/navigation-store.ts';
import { usePreferences } from '../../state/preferences-store.ts';
import { showSource, sourceKey } from '../../state/sources-view.ts';
import { hasChange } from '../../state/undo-store.ts';
import { visibleString } from '../../ui/hidden-characters.ts';
import { palette } from '../palette/palette-store.ts';
import { routeOf, routes } from '../routes.ts';
import { useAskForWorkspace } from '../use-ask-for-workspace.ts';
import { useWorkspaceActions } from '../use-workspace-actions.ts';

const noSources: WorkspaceSummary['config']['sources'] = [];
const schemes = ['light', 'dark', 'auto'] as const;

/** Everything that can be done on the current screen: the one list behind palette, keymap and shortcuts. */
export function useCommands(): readonly Command[] {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const feature = useNavigation((state) => state.feature);
  const { openDemo } = useWorkspaceActions();
  const askForWorkspace = useAskForWorkspace();
  const rebuildIndex = useRebuildIndex();
  const workspace = useWorkspace();
  const hasWorkspace = workspace !== null;
  const personas = workspace?.config.personas;
  const sources = workspace?.config.sources ?? noSources;
  const path = workspace?.path ?? '';
  const setPersona = useSetPersona();

  return useMemo(() => {
    const { goTo, openDialog } = useNavigation.getState();
    const { setEstimator, setAutosave } = usePreferences.getState();
    const inWorkspace = () => hasWorkspace;
    const shell: Command[] = [
      {
        id: 'palette.open',
        title: 'Search tools and commands',
        group: 'Pegboard',
        shortcut: 'mod+k',
        run: palette.open,
      },
      {
        id: 'help.show',
        title: 'Show help and shortcuts',
        group: 'Pegboard',
        words: 'documentation docs guide glossary terms keyboard how to what is new',
        shortcut: '?',
        run: () => openDialog('help'),
      },
      {
        id: 'tools.import',
        title: 'Import tools…',
        group: 'Workspace',
        words: 'add file paste json',
        shortcut: 'mod+i',
        when: inWorkspace,
        run: () => openImport(),
      },
      {
        id: 'tools.add-source',
        title: 'Add a source…',
        group: 'Workspace',
        words: 'mcp server connect import configuration',
        // The Sources screen has the same with a key of its own.
        when: () => hasWorkspace && feature !== 'sources',
        run: () => useAddSource.getState().open(),
      },
      {
        id: 'workspace.switch',
        title: 'Switch workspace…',
        group: 'Workspace',
        shortcut: 'mod+shift+o',
        run: () => openDialog('switch-workspace'),
      },
      {
        id: 'workspace.open',
        title: 'Open a workspace folder…',
        group: 'Workspace',
        shortcut: 'mod+o',
        run: () => askForWorkspace('open-workspace'),
      },
      {
        id: 'workspace.new',
        title: 'New workspace…',
        group: 'Workspace',
        run: () => askForWorkspace('new-workspace'),
      },
      { id: 'workspace.demo', title: 'Open the demo workspace', group: 'Workspace', run: () => openDemo.mutate() },
      {
        id: 'tour.start',
        title: 'Take the guided tour',
        group: 'Pegboard',
        when: inWorkspace,
        run: () => useTour.getState().start(),
      },
      {
        id: 'edit.undo',
        title: 'Undo',
        group: 'Workspace',
        shortcut: 'mod+z',
        when: () => hasWorkspace && (hasChange('undos', path) || areActsUnderWay()),
        run: () => inOrder(() => runLastChange('undos', path)),
      },
      {
        id: 'edit.redo',
        title: 'Redo',
        group: 'Workspace',
        shortcut: 'mod+shift+z',
        when: () => hasWorkspace && (hasChange('redos', path) || areActsUnderWay()),
        run: () => inOrder(() => runLastChange('redos', path)),
      },
      {
        id: 'workspace.problems',
        title: 'Show problems',
        group: 'Workspace',
        shortcut: 'alt+p',
        when: inWorkspace,
        run: () => openDialog('problems'),
      },
      {
        id: 'drafts.show',
        title: 'Show unsaved text from before',
        group: 'Workspace',
        when: () => (useRecoveredDrafts.getState().drafts[path]?.length ?? 0) > 0,
        run: () => openDialog('unsaved-text'),
      },
      {
        id: 'index.rebuild',
        title: 'Rebuild the tool index',
        group: 'Workspace',
        when: inWorkspace,
        run: () => void rebuildIndex(),
      },
      ...schemes.map((scheme) => ({
        id: `scheme.${scheme}`,
        title: `Colours: ${scheme === 'auto' ? 'as the system' : scheme}`,
        group: 'View',
        when: () => scheme !== colorScheme,
        run: () => setColorScheme(scheme),
      })),
      ...autosaveChoices.map(({ value, label }) => ({
        id: `autosave.${value}`,
        title: `Autosave: ${label}`,
        group: 'Document',
        when: () => usePreferences.getState().autosave !== value,
        run: () => setAutosave(value),
      })),
      {
        id: 'estimator.estimate',
        title: 'Count tokens by estimate (code points ÷ 4)',
        group: 'View',
        run: () => setEstimator('estimate'),
      },
      {
        id: 'estimator.o200k',
        title: 'Count tokens by the o200k tokenizer',
        group: 'View',
        run: () => setEstimator('o200k'),
      },
      ...[null, ...(personas ?? []).map((persona) => persona.name)].map((name) => ({
        id: `persona.${name ?? ''}`,
        title: name === null ? 'Run as nobody in particular' : `Run as persona ${visibleString(name)}`,
        group: 'Persona',
        when: () => (personas?.length ?? 0) > 0,
        run: () => setPersona(name),
      })),
    ];
    const navigation = routes.map((route) => ({
      id: `go.${route.id}`,
      title: `Go to ${route.title}`,
      group: 'Go',
      words: route.words,
      shortcut: route.shortcut,
      when: inWorkspace,
      run: () => goTo(route.id),
    }));
    const toSources = sources.map(({ name }) => ({
      id: `source.${name}`,
      title: `Go to the source ${name}`,
      group: 'Go',
      run: () => showSource(path, sourceKey(name)),
    }));
    const ofFeature = routeOf(feature).commands.map((command) => ({
      ...command,
      when: () => hasWorkspace && (command.when?.() ?? true),
    }));
    return [...ofFeature, ...shell, ...navigation, ...toSources];
  }, [
    colorScheme,
    setColorScheme,
    feature,
    openDemo.mutate,
    askForWorkspace,
    rebuildIndex,
    hasWorkspace,
    personas,
    setPersona,
    sources,
    path,
  ]);
}
