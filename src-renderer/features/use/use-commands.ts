import type { Command } from '../../state/command.ts';
import { commandsOf } from '../../state/command.ts';
import { strings } from '../../strings/use.ts';
import { acceptProposal, editProposal, hasProposal, hasSkipped, showSkipped, skipProposal } from './golden-model.ts';
import {
  canOpenEvent,
  clearFilters,
  hasEvent,
  hasFigure,
  hasFilters,
  hasOlder,
  isUse,
  openEvent,
  showAllEvents,
  showOlder,
  showSession,
  showTab,
} from './use-model.ts';
import { focusUsePlace, type usePlaces } from './use-places.ts';
import { canRead, canStop, startReading, stopReading } from './use-reading.ts';
import type { UseTab } from './use-store.ts';

const command = commandsOf(strings.commands.use, 'use.');

const tab = (name: UseTab, shortcut: string): Command =>
  command(`tab-${name}`, {
    title: strings.commands.showTab(strings.usePage.tabs[name]),
    shortcut,
    run: () => showTab(name),
  });

const go = (place: keyof typeof usePlaces, title: string, shortcut: string): Command =>
  command(`to-${place}`, { title, shortcut, when: isUse, run: () => focusUsePlace(place) });

/** The actions of the screen Use. */
export const useCommands: readonly Command[] = [
  tab('overview', 'v'),
  tab('tools', 't'),
  tab('sources', 's'),
  tab('searches', 'q'),
  tab('together', 'w'),
  tab('proposals', 'p'),
  tab('golden', 'g'),
  tab('names', 'n'),
  tab('logs', 'l'),
  command('read', { title: strings.commands.readLogs, shortcut: 'u', when: canRead, run: startReading }),
  command('stop', { title: strings.commands.stopReading, shortcut: 'shift+u', when: canStop, run: stopReading }),
  go('filters', strings.commands.goFilters, '/'),
  go('figures', strings.commands.goFigures, 'f'),
  go('events', strings.commands.goEvents, 'e'),
  command('accept', { title: strings.commands.acceptGolden, shortcut: 'y', when: hasProposal, run: acceptProposal }),
  command('skip', { title: strings.commands.skipGolden, shortcut: 'x', when: hasProposal, run: skipProposal }),
  command('reword', { title: strings.commands.rewordGolden, shortcut: 'd', when: hasProposal, run: editProposal }),
  command('skipped', { title: strings.commands.showSkippedGolden, shortcut: 'k', when: hasSkipped, run: showSkipped }),
  command('all-events', { title: strings.commands.showAllEvents, shortcut: 'a', when: hasFigure, run: showAllEvents }),
  command('clear', { title: strings.commands.clearFilters, shortcut: 'c', when: hasFilters, run: clearFilters }),
  command('open', { title: strings.commands.openEvent, shortcut: 'o', when: canOpenEvent, run: openEvent }),
  command('session', { title: strings.commands.showSession, shortcut: 'i', when: hasEvent, run: showSession }),
  command('older', { title: strings.commands.showOlder, shortcut: 'm', when: hasOlder, run: showOlder }),
];
