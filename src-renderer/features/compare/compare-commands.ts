import { engineFacts } from '#shared/domain/engine-facts.ts';
import { evalEngineSchema } from '#shared/domain/eval-set.ts';
import { type Command, commandsOf } from '../../state/command.ts';
import { fixCommand, searchOff } from '../discovery-fixes/fix-commands.ts';
import { focusId, places } from './compare-places.ts';
import { useCompare } from './compare-store.ts';

const command = commandsOf('Compare engines', 'compare.');

/** What can be done while engines are compared. */
export const compareCommands: readonly Command[] = [
  command('query', {
    title: 'Go to the query',
    shortcut: '/',
    run: () => focusId(places.query),
  }),
  command('include-always-loaded', {
    title: 'Include always loaded tools, or leave them out',
    shortcut: 'alt+a',
    run: () => {
      const { includeAlwaysLoaded, set } = useCompare.getState();
      set({ includeAlwaysLoaded: !includeAlwaysLoaded });
    },
  }),
  fixCommand('compare', (workspace) => {
    const { query } = useCompare.getState();
    return query.trim() === '' ? null : searchOff(workspace);
  }),
  ...evalEngineSchema.options.map((engine) =>
    command(`toggle-${engine}`, {
      title: `Show or hide the engine ${engineFacts[engine].title}`,
      run: () => useCompare.getState().toggle(engine),
    }),
  ),
];
