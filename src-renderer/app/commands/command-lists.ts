import type { MantineColorScheme } from '@mantine/core';
import type { WorkspaceConfig } from '#shared/domain/config.ts';
import { autosaveChoices } from '../../documents/autosave.ts';
import { useRecoveredDrafts } from '../../documents/recovered-drafts.ts';
import { openImport } from '../../features/import/import-store.ts';
import { useTour } from '../../features/tour/tour-store.ts';
import { rebuildWithNotice } from '../../platform/rebuild-with-notice.ts';
import { areActsUnderWay, inOrder } from '../../platform/screen-acts.ts';
import { runLastChange } from '../../platform/undo-change.ts';
import { useAddSource } from '../../state/add-source-store.ts';
import { type Command, commandsOf } from '../../state/command.ts';
import { useNavigation } from '../../state/navigation-store.ts';
import { usePreferences } from '../../state/preferences-store.ts';
import { showSource, sourceKey } from '../../state/sources-view.ts';
import { hasChange } from '../../state/undo-store.ts';
import { strings } from '../../strings/app.ts';
import { visibleString } from '../../ui/hidden-characters.ts';
import { copyLink } from '../copy-link.ts';
import { goToPlace } from '../go-to-place.ts';
import { palette } from '../palette/palette-store.ts';
import { places, routeOf } from '../routes.ts';
import type { useAskForWorkspace } from '../use-ask-for-workspace.ts';

const underDocument = commandsOf(strings.commandLists.document);
const underGo = commandsOf(strings.commandLists.go);
const underPegboard = commandsOf(strings.commandLists.pegboard);
const underView = commandsOf(strings.commandLists.view);
const underWorkspace = commandsOf(strings.commandLists.workspace);

/** Where the commands are for: the screen, and the workspace that is open. */
export interface CommandScope {
  readonly feature: Parameters<typeof routeOf>[0];
  readonly hasWorkspace: boolean;
  /** Folder of the workspace; empty when none is open. */
  readonly path: string;
}

export const helpCommands: readonly Command[] = [
  underPegboard('palette.open', {
    title: strings.commandLists.searchToolsCommands,
    shortcut: 'mod+k',
    run: palette.open,
  }),
  underPegboard('help.show', {
    title: strings.commandLists.showHelpShortcuts,
    words: strings.commandLists.documentationDocsGuideGlossary,
    shortcut: '?',
    run: () => useNavigation.getState().openDialog('help'),
  }),
];

/** Commands that open and fill workspaces, and undo their changes. */
export function workspaceCommands({
  feature,
  hasWorkspace,
  path,
  askForWorkspace,
  openDemo,
}: CommandScope & {
  askForWorkspace: ReturnType<typeof useAskForWorkspace>;
  openDemo(): void;
}): readonly Command[] {
  const inWorkspace = () => hasWorkspace;
  return [
    underWorkspace('tools.import', {
      title: strings.commandLists.importTools,
      words: strings.commandLists.addFilePasteJson,
      shortcut: 'mod+i',
      when: inWorkspace,
      run: () => openImport(),
    }),
    underWorkspace('tools.add-source', {
      title: strings.commandLists.addSource,
      words: strings.commandLists.mcpServerConnectImport,
      // The Sources screen has the same with a key of its own.
      when: () => hasWorkspace && feature !== 'sources',
      run: () => useAddSource.getState().open(),
    }),
    underWorkspace('workspace.switch', {
      title: strings.commandLists.switchWorkspace,
      shortcut: 'mod+shift+o',
      run: () => useNavigation.getState().openDialog('switch-workspace'),
    }),
    underWorkspace('workspace.open', {
      title: strings.commandLists.openWorkspaceFolder,
      shortcut: 'mod+o',
      run: () => askForWorkspace('open-workspace'),
    }),
    underWorkspace('workspace.new', {
      title: strings.commandLists.newWorkspace,
      run: () => askForWorkspace('new-workspace'),
    }),
    underWorkspace('workspace.demo', { title: strings.commandLists.openDemoWorkspace, run: () => openDemo() }),
    underPegboard('tour.start', {
      title: strings.commandLists.takeGuidedTour,
      when: inWorkspace,
      run: () => useTour.getState().start(),
    }),
    underWorkspace('edit.undo', {
      title: strings.commandLists.undo,
      shortcut: 'mod+z',
      when: () => hasWorkspace && (hasChange('undos', path) || areActsUnderWay()),
      run: () => inOrder(() => runLastChange('undos', path)),
    }),
    underWorkspace('edit.redo', {
      title: strings.commandLists.redo,
      shortcut: 'mod+shift+z',
      when: () => hasWorkspace && (hasChange('redos', path) || areActsUnderWay()),
      run: () => inOrder(() => runLastChange('redos', path)),
    }),
    underWorkspace('edit.history', {
      title: strings.commandLists.showChanges,
      words: strings.commandLists.undoHistoryRedoTake,
      shortcut: 'alt+z',
      when: inWorkspace,
      run: () => useNavigation.getState().openDialog('changes'),
    }),
    underWorkspace('workspace.problems', {
      title: strings.commandLists.showProblems,
      shortcut: 'alt+p',
      when: inWorkspace,
      run: () => useNavigation.getState().openDialog('problems'),
    }),
    underView('view.copy-link', {
      title: strings.commandLists.copyLinkView,
      words: strings.commandLists.addressUrlDeepLink,
      when: inWorkspace,
      run: () => void copyLink(),
    }),
    underWorkspace('drafts.show', {
      title: strings.commandLists.showRecoveredDrafts,
      when: () => (useRecoveredDrafts.getState().drafts[path]?.length ?? 0) > 0,
      run: () => useNavigation.getState().openDialog('unsaved-text'),
    }),
    underWorkspace('index.rebuild', {
      title: strings.commandLists.rebuildToolIndex,
      when: inWorkspace,
      run: () => void rebuildWithNotice(),
    }),
  ];
}

/** The colours that are not shown now. */
export function schemeCommands(
  shown: MantineColorScheme,
  show: (scheme: MantineColorScheme) => void,
): readonly Command[] {
  return (['light', 'dark', 'auto'] as const).map((scheme) =>
    underView(`scheme.${scheme}`, {
      title: strings.commandLists.colourScheme(scheme === 'auto' ? strings.commandLists.system : scheme),
      when: () => scheme !== shown,
      run: () => show(scheme),
    }),
  );
}

const autosaveCommands = autosaveChoices.map(({ value, label }) =>
  underDocument(`autosave.${value}`, {
    title: strings.commandLists.autosave(label),
    when: () => usePreferences.getState().autosave !== value,
    run: () => usePreferences.getState().setAutosave(value),
  }),
);

const estimatorCommands: readonly Command[] = [
  underView('estimator.estimate', {
    title: strings.commandLists.countTokensWithEstimate,
    run: () => usePreferences.getState().setEstimator('estimate'),
  }),
  underView('estimator.o200k', {
    title: strings.commandLists.countTokensWithO200k,
    run: () => usePreferences.getState().setEstimator('o200k'),
  }),
];

/** Preferences that hold for every workspace. */
export const preferenceCommands: readonly Command[] = [...autosaveCommands, ...estimatorCommands];

/** The choice of the persona that prompts and searches are for; none where the workspace has no personas. */
export function personaCommands(
  personas: WorkspaceConfig['personas'],
  choose: (name: string | null) => void,
): readonly Command[] {
  return [null, ...personas.map((persona) => persona.name)].map((name) => ({
    id: `persona.${name ?? ''}`,
    title:
      name === null ? strings.commandLists.runWithoutPersona : strings.commandLists.runPersona(visibleString(name)),
    group: strings.commandLists.persona,
    when: () => personas.length > 0,
    run: () => choose(name),
  }));
}

/** Links to another screen, or to a source. */
export function goCommands(
  { hasWorkspace, path }: CommandScope,
  sources: WorkspaceConfig['sources'],
): readonly Command[] {
  const when = () => hasWorkspace;
  const toPlaces = places.map((place) =>
    underGo(`place.${place.id}`, {
      title: place.screens.length > 1 ? strings.commandLists.goTo(place.title) : strings.commandLists.go2(place.title),
      words: place.screens.map(({ words }) => words).join(' '),
      shortcut: place.shortcut,
      when,
      run: () => goToPlace(place),
    }),
  );
  const toScreens = places
    .filter(({ screens }) => screens.length > 1)
    .flatMap(({ title: place, screens }) =>
      screens.map(({ id, title, words, shortcut }) =>
        underGo(`go.${id}`, {
          title: strings.commandLists.go3(title),
          words: `${place} ${words}`,
          ...(shortcut !== undefined && { shortcut }),
          when,
          run: () => useNavigation.getState().goTo(id),
        }),
      ),
    );
  const toSources = sources.map(({ name }) =>
    underGo(`source.${name}`, {
      title: strings.commandLists.goSource(name),
      run: () => showSource(path, sourceKey(name)),
    }),
  );
  return [...toPlaces, ...toScreens, ...toSources];
}

/** The commands of the screen itself. */
export function screenCommands({ feature, hasWorkspace }: CommandScope): readonly Command[] {
  return routeOf(feature).commands.map((command) => ({
    ...command,
    when: () => hasWorkspace && (command.when?.() ?? true),
  }));
}
