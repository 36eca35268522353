import { engineFacts } from '#shared/domain/engine-facts.ts';
import { evalEngineSchema } from '#shared/domain/eval-set.ts';
import type { Command } from '../../state/command.ts';
import { fixCommand, searchOff } from '../discovery-fixes/fix-commands.ts';
import { focusId, places } from './compare-places.ts';
import { useCompare } from './compare-store.ts';

const group = 'Compare engines';

/** What can be done while engines are compared. */
export const compareCommands: readonly Command[] = [
  {
    id: 'compare.query',
    title: 'Go to the query',
    group,
    shortcut: '/',
    when: () => useCompare.getState().tab === 'engines',
    run: () => focusId(places.query),
  },
  {
    id: 'compare.engines',
    title: 'Show the engines side by side',
    group,
    shortcut: 'alt+s',
    run: () => useCompare.getState().set({ tab: 'engines' }),
  },
  {
    id: 'compare.confusable',
    title: 'Show confusable tools',
    group,
    shortcut: 'alt+x',
    run: () => useCompare.getState().set({ tab: 'confusable' }),
  },
  {
    id: 'compare.include-always-loaded',
    title: 'Include always loaded tools, or leave them out',
    group,
    shortcut: 'alt+a',
    run: () => {
      const { includeAlwaysLoaded, set } = useCompare.getState();
      set({ includeAlwaysLoaded: !includeAlwaysLoaded });
    },
  },
  fixCommand('compare', (workspace) => {
    const { tab, query } = useCompare.getState();
    return tab === 'engines' && query.trim() !== '' ? searchOff(workspace) : null;
  }),
  ...evalEngineSchema.options.map((engine) => ({
    id: `compare.toggle-${engine}`,
    title: `Show or hide the engine ${engineFacts[engine].title}`,
    group,
    run: () => useCompare.getState().toggle(engine),
  })),
];
