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
import { visibleString } from '../../ui/hidden-characters.ts';
import { copyLink } from '../copy-link.ts';
import { goToPlace } from '../go-to-place.ts';
import { palette } from '../palette/palette-store.ts';
import { places, routeOf } from '../routes.ts';
import type { useAskForWorkspace } from '../use-ask-for-workspace.ts';

const underDocument = commandsOf('Document');
const underGo = commandsOf('Go');
const underPegboard = commandsOf('Pegboard');
const underView = commandsOf('View');
const underWorkspace = commandsOf('Workspace');

/** Where the commands are for: the screen, and the workspace that is open. */
export interface CommandScope {
  readonly feature: Parameters<typeof routeOf>[0];
  readonly hasWorkspace: boolean;
  /** Folder of the workspace; empty when none is open. */
  readonly path: string;
}

export const helpCommands: readonly Command[] = [
  underPegboard('palette.open', { title: 'Search tools and commands', shortcut: 'mod+k', run: palette.open }),
  underPegboard('help.show', {
    title: 'Show help and shortcuts',
    words: 'documentation docs guide glossary terms keyboard how to what is new',
    shortcut: '?',
    run: () => useNavigation.getState().openDialog('help'),
  }),
];

/** What opens workspaces, fills them, and takes changes of them back. */
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
      title: 'Import tools…',
      words: 'add file paste json',
      shortcut: 'mod+i',
      when: inWorkspace,
      run: () => openImport(),
    }),
    underWorkspace('tools.add-source', {
      title: 'Add a source…',
      words: 'mcp server connect import configuration',
      // The Sources screen has the same with a key of its own.
      when: () => hasWorkspace && feature !== 'sources',
      run: () => useAddSource.getState().open(),
    }),
    underWorkspace('workspace.switch', {
      title: 'Switch workspace…',
      shortcut: 'mod+shift+o',
      run: () => useNavigation.getState().openDialog('switch-workspace'),
    }),
    underWorkspace('workspace.open', {
      title: 'Open a workspace folder…',
      shortcut: 'mod+o',
      run: () => askForWorkspace('open-workspace'),
    }),
    underWorkspace('workspace.new', { title: 'New workspace…', run: () => askForWorkspace('new-workspace') }),
    underWorkspace('workspace.demo', { title: 'Open the demo workspace', run: () => openDemo() }),
    underPegboard('tour.start', {
      title: 'Take the guided tour',
      when: inWorkspace,
      run: () => useTour.getState().start(),
    }),
    underWorkspace('edit.undo', {
      title: 'Undo',
      shortcut: 'mod+z',
      when: () => hasWorkspace && (hasChange('undos', path) || areActsUnderWay()),
      run: () => inOrder(() => runLastChange('undos', path)),
    }),
    underWorkspace('edit.redo', {
      title: 'Redo',
      shortcut: 'mod+shift+z',
      when: () => hasWorkspace && (hasChange('redos', path) || areActsUnderWay()),
      run: () => inOrder(() => runLastChange('redos', path)),
    }),
    underWorkspace('edit.history', {
      title: 'Show changes',
      words: 'undo history redo take back',
      shortcut: 'alt+z',
      when: inWorkspace,
      run: () => useNavigation.getState().openDialog('changes'),
    }),
    underWorkspace('workspace.problems', {
      title: 'Show problems',
      shortcut: 'alt+p',
      when: inWorkspace,
      run: () => useNavigation.getState().openDialog('problems'),
    }),
    underView('view.copy-link', {
      title: 'Copy link to this view',
      words: 'address url deep link share open',
      when: inWorkspace,
      run: () => void copyLink(),
    }),
    underWorkspace('drafts.show', {
      title: 'Show unsaved text from before',
      when: () => (useRecoveredDrafts.getState().drafts[path]?.length ?? 0) > 0,
      run: () => useNavigation.getState().openDialog('unsaved-text'),
    }),
    underWorkspace('index.rebuild', {
      title: 'Rebuild the tool index',
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
      title: `Colours: ${scheme === 'auto' ? 'as the system' : scheme}`,
      when: () => scheme !== shown,
      run: () => show(scheme),
    }),
  );
}

const autosaveCommands = autosaveChoices.map(({ value, label }) =>
  underDocument(`autosave.${value}`, {
    title: `Autosave: ${label}`,
    when: () => usePreferences.getState().autosave !== value,
    run: () => usePreferences.getState().setAutosave(value),
  }),
);

const estimatorCommands: readonly Command[] = [
  underView('estimator.estimate', {
    title: 'Count tokens by estimate (code points ÷ 4)',
    run: () => usePreferences.getState().setEstimator('estimate'),
  }),
  underView('estimator.o200k', {
    title: 'Count tokens by the o200k tokenizer',
    run: () => usePreferences.getState().setEstimator('o200k'),
  }),
];

/** What is chosen once and kept for every workspace. */
export const preferenceCommands: readonly Command[] = [...autosaveCommands, ...estimatorCommands];

/** The choice of the persona that prompts and searches are for; none where the workspace has no personas. */
export function personaCommands(
  personas: WorkspaceConfig['personas'],
  choose: (name: string | null) => void,
): readonly Command[] {
  return [null, ...personas.map((persona) => persona.name)].map((name) => ({
    id: `persona.${name ?? ''}`,
    title: name === null ? 'Run without a persona' : `Run as persona ${visibleString(name)}`,
    group: 'Persona',
    when: () => personas.length > 0,
    run: () => choose(name),
  }));
}

/** What leads to another screen, or to a source. */
export function goCommands(
  { hasWorkspace, path }: CommandScope,
  sources: WorkspaceConfig['sources'],
): readonly Command[] {
  const when = () => hasWorkspace;
  const toPlaces = places.map((place) =>
    underGo(`place.${place.id}`, {
      title: place.screens.length > 1 ? `Go to ${place.title}, and on to its next screen` : `Go to ${place.title}`,
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
          title: `Go to ${title}`,
          words: `${place} ${words}`,
          ...(shortcut !== undefined && { shortcut }),
          when,
          run: () => useNavigation.getState().goTo(id),
        }),
      ),
    );
  const toSources = sources.map(({ name }) =>
    underGo(`source.${name}`, { title: `Go to the source ${name}`, run: () => showSource(path, sourceKey(name)) }),
  );
  return [...toPlaces, ...toScreens, ...toSources];
}

/** What the screen itself offers. */
export function screenCommands({ feature, hasWorkspace }: CommandScope): readonly Command[] {
  return routeOf(feature).commands.map((command) => ({
    ...command,
    when: () => hasWorkspace && (command.when?.() ?? true),
  }));
}
