import type { Command } from '../../state/command.ts';
import { type ExportActions, useExportActions } from './export-actions.ts';
import { type exportPlaces, focusExportPlace } from './export-places.ts';

const group = 'Export';

function act(key: keyof ExportActions, title: string, shortcut: string): Command {
  return {
    id: `export.${key}`,
    title,
    group,
    shortcut,
    when: () => useExportActions.getState()[key] !== null,
    run: () => useExportActions.getState()[key]?.(),
  };
}

function place(where: keyof typeof exportPlaces, title: string, shortcut: string): Command {
  return {
    id: `export.to-${where}`,
    title,
    group,
    shortcut,
    when: () => useExportActions.getState().toggleKind !== null,
    run: () => focusExportPlace(where),
  };
}

/** What can be done on the Export screen. */
export const exportCommands: readonly Command[] = [
  act('write', 'Write the export', 'mod+enter'),
  act('toggleKind', 'Between packs and the catalog', 'x'),
  place('packs', 'Choose packs', 'p'),
  place('format', 'Choose the format', 'f'),
  place('target', 'Go to the target folder', 't'),
  place('commit', 'Commit to a branch', 'b'),
  place('plan', 'Go to the files', 'l'),
  act('nextQuestion', 'Next file that needs a decision', 'n'),
  act('keepTheirs', 'Keep the file as it is', 'k'),
  act('takeOurs', 'Replace the file with ours', 'o'),
  act('toggleSplit', 'Side by side, or as one text', 'v'),
  act('lookAgain', 'Look at the folder again', 'r'),
  act('copySummary', 'Copy the summary', 'c'),
];
