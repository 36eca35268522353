import { type Command, commandsOf } from '../../state/command.ts';
import {
  canChoose,
  canDecide,
  canLook,
  canToggleSplit,
  canWrite,
  copyExportSummary,
  decideSelected,
  hasQuestion,
  hasWritten,
  lookAgain,
  toggleKind,
  toggleSplit,
  toNextQuestion,
  writeExport,
} from './export-model.ts';
import { type exportPlaces, focusExportPlace } from './export-places.ts';

const act = commandsOf('Export', 'export.');

const place = (where: keyof typeof exportPlaces, title: string, shortcut: string): Command =>
  act(`to-${where}`, { title, shortcut, when: canChoose, run: () => focusExportPlace(where) });

/** What can be done on the Export screen. */
export const exportCommands: readonly Command[] = [
  act('write', { title: 'Write the export', shortcut: 'mod+enter', when: canWrite, run: writeExport }),
  act('toggleKind', { title: 'Between packs and the catalog', shortcut: 'x', when: canChoose, run: toggleKind }),
  place('packs', 'Choose packs', 'p'),
  place('format', 'Choose the format', 'f'),
  place('target', 'Go to the target folder', 't'),
  place('commit', 'Commit to a branch', 'b'),
  place('plan', 'Go to the files', 'l'),
  act('nextQuestion', {
    title: 'Next file that needs a decision',
    shortcut: 'n',
    when: hasQuestion,
    run: toNextQuestion,
  }),
  act('keepTheirs', {
    title: 'Keep the file as it is',
    shortcut: 'k',
    when: canDecide,
    run: () => decideSelected('keep'),
  }),
  act('takeOurs', {
    title: 'Replace the file with ours',
    shortcut: 'o',
    when: canDecide,
    run: () => decideSelected('replace'),
  }),
  act('toggleSplit', { title: 'Side by side, or as one text', shortcut: 'v', when: canToggleSplit, run: toggleSplit }),
  act('lookAgain', { title: 'Look at the folder again', shortcut: 'r', when: canLook, run: lookAgain }),
  act('copySummary', {
    title: 'Copy the summary',
    shortcut: 'c',
    when: hasWritten,
    run: () => void copyExportSummary(),
  }),
];
