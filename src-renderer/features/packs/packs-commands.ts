import { documentCommands } from '../../documents/document-commands.ts';
import type { Command } from '../../state/command.ts';
import { type PacksActions, usePacksActions } from './packs-actions.ts';
import { focusPacksPlace } from './packs-places.ts';

const group = 'Packs';
const actions = () => usePacksActions.getState();

function act(name: Exclude<keyof PacksActions, 'showPanel'>, title: string, shortcut?: string): Command {
  return {
    id: `packs.${name}`,
    title,
    group,
    ...(shortcut !== undefined && { shortcut }),
    when: () => actions()[name] !== null,
    run: () => actions()[name]?.(),
  };
}

function go(place: Parameters<typeof focusPacksPlace>[0], title: string, shortcut: string): Command {
  return {
    id: `packs.go-${place}`,
    title,
    group,
    shortcut,
    when: () => actions().showPanel !== null,
    run: () => focusPacksPlace(place),
  };
}

function panel(name: 'problems' | 'preview', title: string, shortcut: string): Command {
  return {
    id: `packs.${name}`,
    title,
    group,
    shortcut,
    when: () => actions().showPanel !== null,
    run: () => actions().showPanel?.(name),
  };
}

/** What can be done with packs. Those with Alt work while somebody writes. */
export const packsCommands: readonly Command[] = [
  act('newSkill', 'New skill…', 'alt+n'),
  act('newPack', 'New pack…'),
  act('importSkillMd', 'Import a SKILL.md…', 'alt+i'),
  act('duplicate', 'Duplicate the skill…', 'alt+d'),
  act('rename', 'Rename the skill', 'f2'),
  act('reformat', 'Convert the file to another format…'),
  act('remove', 'Delete the skill'),
  act('copyPack', 'Copy the pack into the workspace'),
  act('fixFirst', 'Fix the first problem that can be fixed', 'alt+x'),
  go('tree', 'Go to the tree of packs', 'alt+e'),
  go('filter', 'Filter packs, files and skills', '/'),
  go('form', 'Go to the form', 'alt+f'),
  go('source', 'Go to the source', 'alt+s'),
  panel('problems', 'Show the problems', 'alt+m'),
  panel('preview', 'Show what a model gets', 'alt+v'),
  ...documentCommands,
];
