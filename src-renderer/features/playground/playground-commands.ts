import type { Command } from '../../state/command.ts';
import { type PlaygroundSearch, usePlayground } from '../../state/playground-store.ts';
import { adviceOf, fixCommand, searchAdvice, searchOff } from '../discovery-fixes/fix-commands.ts';
import { whyNotCommands } from '../why-not/why-not-commands.ts';
import { focusPlace } from './focus-places.ts';
import { toggleGoldenResult } from './playground-model.ts';
import { showSkills } from './skills/skill-places.ts';

const group = 'Playground';

const searchAs = (searchType: PlaygroundSearch, title: string, shortcut: string): Command => ({
  id: `playground.${searchType}`,
  title,
  group,
  shortcut,
  run: () => usePlayground.getState().set({ searchType }),
});

/** What can be done in the playground. */
export const playgroundCommands: readonly Command[] = [
  { id: 'playground.query', title: 'Go to the query', group, shortcut: '/', run: () => focusPlace('query') },
  searchAs('fts', 'Search by words (fts)', 'alt+f'),
  searchAs('regex', 'Search by a pattern (regex)', 'alt+r'),
  searchAs('exact', 'Search by the exact name', 'alt+e'),
  searchAs('hybrid', 'Search by words and vectors (hybrid)', 'alt+h'),
  {
    id: 'playground.include-always-loaded',
    title: 'Include always loaded tools, or leave them out',
    group,
    shortcut: 'alt+a',
    run: () => {
      const { includeAlwaysLoaded, set } = usePlayground.getState();
      set({ includeAlwaysLoaded: !includeAlwaysLoaded });
    },
  },
  {
    id: 'playground.golden',
    title: 'Save as expected result, or take it back',
    group,
    shortcut: 'alt+g',
    when: () => usePlayground.getState().query.trim() !== '' && usePlayground.getState().searchType === 'fts',
    run: toggleGoldenResult,
  },
  {
    id: 'playground.skills',
    title: 'Search skills with the same words',
    group,
    shortcut: 'alt+s',
    run: () => showSkills('scores'),
  },
  {
    id: 'playground.skill-answers',
    title: 'What the model gets of skill_search and skill_get',
    group,
    run: () => showSkills('model'),
  },
  {
    id: 'playground.skills-for-task',
    title: 'Skills that this text would inject as a task',
    group,
    shortcut: 'alt+k',
    run: () => showSkills('task'),
  },
  {
    id: 'playground.clear-history',
    title: 'Forget the recent queries',
    group,
    when: () => usePlayground.getState().history.length > 0,
    run: () => usePlayground.getState().clearHistory(),
  },
  fixCommand('playground', (workspace) => {
    const isSearching = usePlayground.getState().query.trim() !== '';
    return adviceOf(workspace, searchAdvice) ?? (isSearching ? searchOff(workspace) : null);
  }),
  ...whyNotCommands,
];
