import { screenActs } from '../../platform/screen-acts.ts';
import { sourcesQuery } from '../../platform/source-watch.ts';
import { thisWindow } from '../../platform/this-window.ts';
import type { Command } from '../../state/command.ts';
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
      // A list of sources that cannot be had is no reason not to call.
      queries.ensureQueryData(sourcesQuery).catch(() => []),
    ]);
    const isThere = acts.now()?.path === workspace.path;
    const isFile = sources.find((source) => source.name === detail?.tool.source)?.kind === 'file';
    if (isThere && detail && detail.denied_by === null && !isFile) trialOf(workspace.path, detail.tool).actions.call();
  });
}

const group = 'Catalog';
const of = (id: string, command: Omit<Command, 'id' | 'group'>): Command => ({
  id: `catalog.${id}`,
  group,
  ...command,
});
const toPlace = (place: Parameters<typeof focusPlace>[0]) => () => focusPlace(place);

/** What can be done in the catalog. */
export const catalogCommands: readonly Command[] = [
  of('filter', { title: 'Filter the tools', shortcut: '/', run: toPlace('filter') }),
  of('facets', { title: 'Go to the facets', shortcut: 'f', run: toPlace('facets') }),
  of('table', { title: 'Go to the table', shortcut: 't', run: toPlace('table') }),
  of('details', { title: 'Go to the details', shortcut: 'd', run: toPlace('details') }),
  of('try', { title: 'Try this tool', shortcut: 'r', when: hasCurrent, run: tryCurrent }),
  of('curate', { title: 'Curate this tool', shortcut: 'e', when: hasCurrent, run: curateCurrent }),
  of('change-chosen', {
    title: 'Change mode or tags of the chosen tools',
    shortcut: 'm',
    when: hasChosen,
    run: changeChosen,
  }),
  of('open-in-playground', {
    title: 'Open the tool in the playground',
    shortcut: 'p',
    when: hasCurrent,
    run: openCurrentInPlayground,
  }),
  of('why-not', { title: 'Why is the tool not found?', shortcut: 'w', when: hasCurrent, run: askWhyNotCurrent }),
  of('copy', { title: 'Copy the chosen tools as JSON', shortcut: 'c', when: hasChosen, run: copyChosen }),
  of('clear-filters', { title: 'Clear all filters', shortcut: 'x', when: isNarrowed, run: clearFilters }),
  of('always-loaded', {
    title: 'Show or hide what is always loaded and why, with the budget',
    shortcut: 'l',
    run: toggleBudgeting,
  }),
  of('map', { title: 'Show or hide the map of tokens by server and tool', shortcut: 'v', run: toggleMap }),
  of('change-loading', {
    title: 'Always load the chosen tools, or defer them',
    shortcut: 'b',
    when: hasChosen,
    run: changeLoading,
  }),
  of('duplicates', {
    title: 'Show duplicate tools',
    shortcut: 'u',
    when: () => canDoAlike('showDuplicates'),
    run: () => doAlike('showDuplicates'),
  }),
  of('confusable', {
    title: 'Find confusable tools',
    shortcut: 'k',
    when: () => canDoAlike('findConfusable'),
    run: () => doAlike('findConfusable'),
  }),
  of('stop-finding', {
    title: 'Stop looking for confusable tools',
    when: () => canDoAlike('stopFinding'),
    run: () => doAlike('stopFinding'),
  }),
  of('twin', {
    title: 'Go to the twin of the tool',
    shortcut: 'g',
    when: () => canDoAlike('goToTwin'),
    run: () => doAlike('goToTwin'),
  }),
  of('sort-tokens', { title: 'Sort tools by tokens', shortcut: 's', run: () => sortBy('tokens') }),
  of('sort-name', { title: 'Sort tools by name', run: () => sortBy('name') }),
  of('sort-problems', { title: 'Sort tools by problems', run: () => sortBy('problems') }),
  fixCommand('catalog', (workspace) => (workspace.tools > 0 ? adviceOf(workspace) : null)),
  {
    id: 'try-it.call',
    title: 'Call the tool with these arguments',
    group: 'Try it',
    shortcut: 'mod+enter',
    when: canCallCurrent,
    run: callCurrent,
  },
];
