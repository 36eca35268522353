import { flushSync } from 'react-dom';
import { screenActs } from '../../platform/screen-acts.ts';
import { sourcesQuery } from '../../platform/source-watch.ts';
import { thisWindow } from '../../platform/this-window.ts';
import type { Command } from '../../state/command.ts';
import { strings } from '../../strings/catalog.ts';
import { adviceOf, fixCommand } from '../discovery-fixes/fix-commands.ts';
import { trialOf } from '../try-it/trial-actions.ts';
import { useTryIt } from '../try-it/try-it-screen.ts';
import {
  askWhyNotCurrent,
  canDoAlike,
  changeChosen,
  changeLoading,
  clearFilters,
  copyChosen,
  curateCurrent,
  doAlike,
  hasChosen,
  hasCurrent,
  isNarrowed,
  openCurrentInPlayground,
  sortBy,
  toggleBudgeting,
  toggleMap,
  tryCurrent,
  withSelected,
} from './catalog-acts.ts';
import { focusPlace } from './catalog-places.ts';
import { useCatalogStore } from './catalog-store.ts';
import { useDetailTab } from './detail-tab.ts';
import { toolDetailQuery } from './use-catalog.ts';

const acts = screenActs('catalog', (workspace) => workspace);

/** Whether the panel that calls the current tool is on the screen, or may be. */
const canCallCurrent = () =>
  useDetailTab.getState().tab === 'try' && (hasCurrent() || useTryIt.getState().shown !== null);

/** Calls the tool of that panel with the arguments as they are typed, where a server is behind it. */
function callCurrent(): void {
  withSelected((name, isListed) => {
    // A change of the catalog may take the tool out of the table while its arguments stay on the screen.
    if (isListed || useTryIt.getState().shown === name) call(name);
  });
}

function call(name: string): void {
  acts.do(async (workspace) => {
    const { queries } = thisWindow();
    const [detail, sources] = await Promise.all([
      queries.ensureQueryData(toolDetailQuery(workspace, name)),
      // A call does not need the list of sources.
      queries.ensureQueryData(sourcesQuery).catch(() => []),
    ]);
    const isThere = acts.now()?.path === workspace.path;
    const isFile = sources.find((source) => source.name === detail?.tool.source)?.kind === 'file';
    if (isThere && detail && detail.denied_by === null && !isFile) trialOf(workspace.path, detail.tool).actions.call();
  });
}

const group = strings.catalogCommands.catalog;
const of = (id: string, command: Omit<Command, 'id' | 'group'>): Command => ({
  id: `catalog.${id}`,
  group,
  ...command,
});
const toPlace = (place: Parameters<typeof focusPlace>[0]) => () => focusPlace(place);

/** Unfolds the filters and goes to the first of them. */
function goToFilters(): void {
  flushSync(() => useCatalogStore.getState().showFilters(true));
  focusPlace('facets');
}

/** The actions of the catalog. */
export const catalogCommands: readonly Command[] = [
  of('filter', { title: strings.catalogCommands.filterTools, shortcut: '/', run: toPlace('filter') }),
  of('sources', { title: strings.catalogCommands.goToSources, shortcut: 'f', run: toPlace('sources') }),
  of('facets', { title: strings.catalogCommands.goToFilters, shortcut: 'shift+f', run: goToFilters }),
  of('table', { title: strings.catalogCommands.goTable, shortcut: 't', run: toPlace('table') }),
  of('details', { title: strings.catalogCommands.goDetails, shortcut: 'd', run: toPlace('details') }),
  of('try', { title: strings.catalogCommands.tryTool, shortcut: 'r', when: hasCurrent, run: tryCurrent }),
  of('curate', { title: strings.catalogCommands.curateTool, shortcut: 'e', when: hasCurrent, run: curateCurrent }),
  of('change-chosen', {
    title: strings.catalogCommands.changeModeOrTags,
    shortcut: 'm',
    when: hasChosen,
    run: changeChosen,
  }),
  of('open-in-playground', {
    title: strings.catalogCommands.openToolPlayground,
    shortcut: 'p',
    when: hasCurrent,
    run: openCurrentInPlayground,
  }),
  of('why-not', {
    title: strings.catalogCommands.askWhyTool,
    shortcut: 'w',
    when: hasCurrent,
    run: askWhyNotCurrent,
  }),
  of('copy', { title: strings.catalogCommands.copySelectedTools, shortcut: 'c', when: hasChosen, run: copyChosen }),
  of('clear-filters', {
    title: strings.catalogCommands.clearAllFilters,
    shortcut: 'x',
    when: isNarrowed,
    run: clearFilters,
  }),
  of('always-loaded', {
    title: strings.catalogCommands.showOrHideAlways,
    shortcut: 'l',
    run: toggleBudgeting,
  }),
  of('map', { title: strings.catalogCommands.showOrHideToken, shortcut: 'v', run: toggleMap }),
  of('change-loading', {
    title: strings.catalogCommands.alwaysLoadSelectedTools,
    shortcut: 'b',
    when: hasChosen,
    run: changeLoading,
  }),
  of('duplicates', {
    title: strings.catalogCommands.showDuplicateTools,
    shortcut: 'u',
    when: () => canDoAlike('showDuplicates'),
    run: () => doAlike('showDuplicates'),
  }),
  of('confusable', {
    title: strings.catalogCommands.findConfusableTools,
    shortcut: 'k',
    when: () => canDoAlike('findConfusable'),
    run: () => doAlike('findConfusable'),
  }),
  of('stop-finding', {
    title: strings.catalogCommands.stopCheckForConfusable,
    when: () => canDoAlike('stopFinding'),
    run: () => doAlike('stopFinding'),
  }),
  of('twin', {
    title: strings.catalogCommands.goToMostSimilar,
    shortcut: 'g',
    when: () => canDoAlike('goToTwin'),
    run: () => doAlike('goToTwin'),
  }),
  of('sort-tokens', { title: strings.catalogCommands.sortToolsTokens, shortcut: 's', run: () => sortBy('tokens') }),
  of('sort-name', { title: strings.catalogCommands.sortToolsName, run: () => sortBy('name') }),
  of('sort-problems', { title: strings.catalogCommands.sortToolsProblems, run: () => sortBy('problems') }),
  fixCommand('catalog', (workspace) => (workspace.tools > 0 ? adviceOf(workspace) : null)),
  {
    id: 'try-it.call',
    title: strings.catalogCommands.callToolTheseArguments,
    group: strings.catalogCommands.tryIt,
    shortcut: 'mod+enter',
    when: canCallCurrent,
    run: callCurrent,
  },
];
