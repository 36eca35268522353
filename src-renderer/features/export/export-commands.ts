import { type Command, commandsOf } from '../../state/command.ts';
import { strings } from '../../strings/export.ts';
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

const act = commandsOf(strings.exportCommands.exportLabel, 'export.');

const place = (where: keyof typeof exportPlaces, title: string, shortcut: string): Command =>
  act(`to-${where}`, { title, shortcut, when: canChoose, run: () => focusExportPlace(where) });

/** The actions of the Export screen. */
export const exportCommands: readonly Command[] = [
  act('write', { title: strings.exportCommands.writeExport, shortcut: 'mod+enter', when: canWrite, run: writeExport }),
  act('toggleKind', {
    title: strings.exportCommands.switchBetweenPacks,
    shortcut: 'x',
    when: canChoose,
    run: toggleKind,
  }),
  place('packs', strings.exportCommands.choosePacks, 'p'),
  place('format', strings.exportCommands.chooseFormat, 'f'),
  place('target', strings.exportCommands.goTargetFolder, 't'),
  place('commit', strings.exportCommands.commitBranch, 'b'),
  place('plan', strings.exportCommands.goFiles, 'l'),
  act('nextQuestion', {
    title: strings.exportCommands.nextFileNeedsDecision,
    shortcut: 'n',
    when: hasQuestion,
    run: toNextQuestion,
  }),
  act('keepTheirs', {
    title: strings.exportCommands.keepFile,
    shortcut: 'k',
    when: canDecide,
    run: () => decideSelected('keep'),
  }),
  act('takeOurs', {
    title: strings.exportCommands.replaceFileWithExported,
    shortcut: 'o',
    when: canDecide,
    run: () => decideSelected('replace'),
  }),
  act('toggleSplit', {
    title: strings.exportCommands.switchBetweenSplit,
    shortcut: 'v',
    when: canToggleSplit,
    run: toggleSplit,
  }),
  act('lookAgain', { title: strings.exportCommands.readFolderAgain, shortcut: 'r', when: canLook, run: lookAgain }),
  act('copySummary', {
    title: strings.exportCommands.copySummary,
    shortcut: 'c',
    when: hasWritten,
    run: () => void copyExportSummary(),
  }),
];
