import { engineFacts, searchEngineSchema } from '#shared/domain/engine-facts.ts';
import { type Command, commandsOf } from '../../state/command.ts';
import { strings } from '../../strings/compare.ts';
import { useCompare } from './compare-store.ts';

const command = commandsOf(strings.compareCommands.compareEngines, 'compare.');

/** What can be done beside the actions of the playground while the engines are side by side. */
export const compareCommands: readonly Command[] = searchEngineSchema.options.map((engine) =>
  command(`toggle-${engine}`, {
    title: strings.compareCommands.showHideEngine(engineFacts[engine].title),
    run: () => useCompare.getState().toggle(engine),
  }),
);
