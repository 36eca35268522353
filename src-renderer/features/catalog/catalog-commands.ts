import type { Command } from '../../state/command.ts';
import { fixCommands } from '../diagnoses/fix-commands.ts';
import { tryItCommands } from '../try-it/try-it-commands.ts';
import { useCatalogActions } from './catalog-actions.ts';
import { focusPlace } from './catalog-places.ts';
import { openBulk } from './curate/bulk-store.ts';
import { curateChosenTool, tryChosenTool } from './detail-tab.ts';

const group = 'Catalog';
const actions = () => useCatalogActions.getState();

const sortBy = (column: 'name' | 'tokens' | 'problems', shortcut?: string): Command => ({
  id: `catalog.sort-${column}`,
  title: `Sort tools by ${column}`,
  group,
  ...(shortcut === undefined ? {} : { shortcut }),
  when: () => actions().sortBy !== null,
  run: () => actions().sortBy?.(column),
});

/** What can be done in the catalog. */
export const catalogCommands: readonly Command[] = [
  { id: 'catalog.filter', title: 'Filter the tools', group, shortcut: '/', run: () => focusPlace('filter') },
  { id: 'catalog.facets', title: 'Go to the facets', group, shortcut: 'f', run: () => focusPlace('facets') },
  { id: 'catalog.table', title: 'Go to the table', group, shortcut: 't', run: () => focusPlace('table') },
  { id: 'catalog.details', title: 'Go to the details', group, shortcut: 'd', run: () => focusPlace('details') },
  {
    id: 'catalog.try',
    title: 'Try this tool',
    group,
    shortcut: 'r',
    when: () => actions().openInPlayground !== null,
    run: tryChosenTool,
  },
  {
    id: 'catalog.curate',
    title: 'Curate this tool',
    group,
    shortcut: 'e',
    when: () => actions().openInPlayground !== null,
    run: curateChosenTool,
  },
  {
    id: 'catalog.change-chosen',
    title: 'Change mode or tags of the chosen tools',
    group,
    shortcut: 'm',
    when: () => actions().copySelected !== null,
    run: openBulk,
  },
  {
    id: 'catalog.open-in-playground',
    title: 'Open the tool in the playground',
    group,
    shortcut: 'p',
    when: () => actions().openInPlayground !== null,
    run: () => actions().openInPlayground?.(),
  },
  {
    id: 'catalog.why-not',
    title: 'Why is the tool not found?',
    group,
    shortcut: 'w',
    when: () => actions().askWhyNot !== null,
    run: () => actions().askWhyNot?.(),
  },
  {
    id: 'catalog.copy',
    title: 'Copy the chosen tools as JSON',
    group,
    shortcut: 'c',
    when: () => actions().copySelected !== null,
    run: () => actions().copySelected?.(),
  },
  {
    id: 'catalog.clear-filters',
    title: 'Clear all filters',
    group,
    shortcut: 'x',
    when: () => actions().clearFilters !== null,
    run: () => actions().clearFilters?.(),
  },
  {
    id: 'catalog.always-loaded',
    title: 'Show what is always loaded, the most expensive first, and why',
    group,
    shortcut: 'b',
    when: () => actions().showAlwaysLoaded !== null,
    run: () => actions().showAlwaysLoaded?.(),
  },
  {
    id: 'catalog.duplicates',
    title: 'Show duplicate tools',
    group,
    shortcut: 'u',
    when: () => actions().showDuplicates !== null,
    run: () => actions().showDuplicates?.(),
  },
  {
    id: 'catalog.confusable',
    title: 'Find confusable tools',
    group,
    shortcut: 'k',
    when: () => actions().findConfusable !== null,
    run: () => actions().findConfusable?.(),
  },
  {
    id: 'catalog.stop-finding',
    title: 'Stop looking for confusable tools',
    group,
    when: () => actions().stopFinding !== null,
    run: () => actions().stopFinding?.(),
  },
  {
    id: 'catalog.twin',
    title: 'Go to the twin of the tool',
    group,
    shortcut: 'g',
    when: () => actions().goToTwin !== null,
    run: () => actions().goToTwin?.(),
  },
  sortBy('tokens', 's'),
  sortBy('name'),
  sortBy('problems'),
  ...fixCommands,
  ...tryItCommands,
];
