import type { Command } from '../../state/command.ts';
import { type PlaygroundSearch, usePlayground } from '../../state/playground-store.ts';
import { strings } from '../../strings/playground.ts';
import { adviceOf, fixCommand, searchAdvice, searchOff } from '../discovery-fixes/fix-commands.ts';
import { whyNotCommands } from '../why-not/why-not-commands.ts';
import { focusPlace } from './focus-places.ts';
import { areEnginesShown, playgroundScreens, toggleEngines, toggleGoldenResult } from './playground-model.ts';
import { showSkills } from './skills/skill-places.ts';

const group = strings.playgroundCommands.playground;

const searchAs = (searchType: PlaygroundSearch, title: string, shortcut: string): Command => ({
  id: `playground.${searchType}`,
  title,
  group,
  shortcut,
  run: () => usePlayground.getState().set({ searchType }),
});

/** The actions of the playground. */
export const playgroundCommands: readonly Command[] = [
  {
    id: 'playground.query',
    title: strings.playgroundCommands.goQuery,
    group,
    shortcut: '/',
    run: () => focusPlace('query'),
  },
  searchAs('fts', strings.playgroundCommands.searchByWords, 'alt+f'),
  searchAs('regex', strings.playgroundCommands.searchByPattern, 'alt+r'),
  searchAs('exact', strings.playgroundCommands.searchByExactName, 'alt+e'),
  searchAs('hybrid', strings.playgroundCommands.searchByWordsAndVectors, 'alt+h'),
  {
    id: 'playground.include-always-loaded',
    title: strings.playgroundCommands.includeAlwaysLoadedTools,
    group,
    shortcut: 'alt+a',
    run: () => {
      const { includeAlwaysLoaded, set } = usePlayground.getState();
      set({ includeAlwaysLoaded: !includeAlwaysLoaded });
    },
  },
  {
    id: 'playground.golden',
    title: strings.playgroundCommands.saveAsExpectedResult,
    group,
    shortcut: 'alt+g',
    when: () =>
      !areEnginesShown() &&
      usePlayground.getState().query.trim() !== '' &&
      usePlayground.getState().searchType === 'fts',
    run: toggleGoldenResult,
  },
  {
    id: 'playground.engines',
    title: strings.playgroundCommands.enginesSideBySide,
    group,
    shortcut: 'alt+c',
    run: toggleEngines,
  },
  {
    id: 'playground.hide-skills',
    title: strings.playgroundCommands.hideSkills,
    group,
    when: () => usePlayground.getState().hasSkills,
    run: () => usePlayground.getState().showSkills(false),
  },
  {
    id: 'playground.skills',
    title: strings.playgroundCommands.searchSkillsWithSame,
    group,
    shortcut: 'alt+s',
    run: () => showSkills('scores'),
  },
  {
    id: 'playground.skill-answers',
    title: strings.playgroundCommands.showAnswersOfSkill,
    group,
    run: () => showSkills('model'),
  },
  {
    id: 'playground.skills-for-task',
    title: strings.playgroundCommands.showSkills,
    group,
    shortcut: 'alt+k',
    run: () => showSkills('task'),
  },
  {
    id: 'playground.clear-history',
    title: strings.playgroundCommands.clearRecentQueries,
    group,
    when: () => usePlayground.getState().history.length > 0,
    run: () => usePlayground.getState().clearHistory(),
  },
  fixCommand(playgroundScreens, (workspace) => {
    const isSearching = usePlayground.getState().query.trim() !== '';
    return adviceOf(workspace, searchAdvice) ?? (isSearching ? searchOff(workspace) : null);
  }),
  ...whyNotCommands,
];
