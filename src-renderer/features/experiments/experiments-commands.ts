import { commandsOf } from '../../state/command.ts';
import { strings } from '../../strings/experiments.ts';
import {
  askRemove,
  canCompare,
  canRemove,
  canResume,
  canRun,
  compareFilms,
  hasCurrent,
  hasFilter,
  hasReport,
  hasTrial,
  isElsewhere,
  isNew,
  isRunning,
  openCurrent,
  openFilm,
  resume,
  showAllTrials,
  showList,
  showNew,
  showTab,
  startDraft,
  stop,
} from './experiments-model.ts';
import { focusExperiments } from './experiments-places.ts';

const act = commandsOf(strings.commands.experiments, 'experiments.');

/** The actions of the screen Experiments. */
export const experimentsCommands = [
  act('new', { title: strings.commands.newExperiment, shortcut: 'n', run: showNew }),
  act('list', { title: strings.commands.list, shortcut: 'l', when: isElsewhere, run: showList }),
  act('main', {
    title: strings.commands.goMain,
    shortcut: 'f',
    run: () => focusExperiments('list', 'tasks', 'figures', 'name'),
  }),
  act('run', { title: strings.commands.run, shortcut: 'r', when: () => isNew() && canRun(), run: startDraft }),
  act('open', { title: strings.commands.open, shortcut: 'o', when: hasCurrent, run: openCurrent }),
  act('remove', { title: strings.commands.remove, shortcut: 'delete', when: canRemove, run: askRemove }),
  act('stop', { title: strings.commands.stop, shortcut: 'x', when: isRunning, run: stop }),
  act('resume', { title: strings.commands.resume, shortcut: 'g', when: canResume, run: () => resume() }),
  act('summary', {
    title: strings.commands.showSummary,
    shortcut: 's',
    when: hasReport,
    run: () => showTab('summary'),
  }),
  act('tasks', { title: strings.commands.showTasks, shortcut: 'k', when: hasReport, run: () => showTab('tasks') }),
  act('trials', {
    title: strings.commands.goTrials,
    shortcut: 't',
    when: hasReport,
    run: () => focusExperiments('trials'),
  }),
  act('all-trials', { title: strings.commands.allTrials, shortcut: 'a', when: hasFilter, run: showAllTrials }),
  act('film', { title: strings.commands.film, shortcut: 'v', when: hasTrial, run: openFilm }),
  act('compare', { title: strings.commands.compare, shortcut: 'c', when: canCompare, run: compareFilms }),
];
