import { engineFacts, searchEngineSchema } from '#shared/domain/engine-facts.ts';
import { type Command, commandsOf } from '../../state/command.ts';
import { strings } from '../../strings/compare.ts';
import { fixCommand, searchOff } from '../discovery-fixes/fix-commands.ts';
import { focusId, places } from './compare-places.ts';
import { useCompare } from './compare-store.ts';

const command = commandsOf(strings.compareCommands.compareEngines, 'compare.');

/** The actions of the comparison of engines. */
export const compareCommands: readonly Command[] = [
  command('query', {
    title: strings.compareCommands.goQuery,
    shortcut: '/',
    run: () => focusId(places.query),
  }),
  command('include-always-loaded', {
    title: strings.compareCommands.includeAlwaysLoadedTools,
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
  ...searchEngineSchema.options.map((engine) =>
    command(`toggle-${engine}`, {
      title: strings.compareCommands.showHideEngine(engineFacts[engine].title),
      run: () => useCompare.getState().toggle(engine),
    }),
  ),
];
