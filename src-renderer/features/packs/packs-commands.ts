import { documentCommands } from '../../documents/document-commands.ts';
import type { Command } from '../../state/command.ts';
import {
  canCopyPack,
  canDuplicate,
  canEditSkill,
  canFix,
  copyCurrentPack,
  duplicateShown,
  fixFirst,
  hasFile,
  importSkillMd,
  newPack,
  newSkill,
  reformatShown,
  removeShown,
  renameShown,
  showPanel,
} from './packs-model.ts';
import { focusPacksPlace } from './packs-places.ts';

const group = 'Packs';
const of = (id: string, command: Omit<Command, 'id' | 'group'>): Command => ({ id: `packs.${id}`, group, ...command });

const go = (place: Parameters<typeof focusPacksPlace>[0], title: string, shortcut: string): Command =>
  of(`go-${place}`, { title, shortcut, run: () => focusPacksPlace(place) });

/** What can be done with packs. Those with Alt work while somebody writes. */
export const packsCommands: readonly Command[] = [
  of('newSkill', { title: 'New skill…', shortcut: 'alt+n', run: newSkill }),
  of('newPack', { title: 'New pack…', run: newPack }),
  of('importSkillMd', { title: 'Import a SKILL.md…', shortcut: 'alt+i', run: () => importSkillMd() }),
  of('duplicate', { title: 'Duplicate the skill…', shortcut: 'alt+d', when: canDuplicate, run: duplicateShown }),
  of('rename', { title: 'Rename the skill', shortcut: 'f2', when: canEditSkill, run: renameShown }),
  of('reformat', { title: 'Convert the file to another format…', when: canEditSkill, run: reformatShown }),
  of('remove', { title: 'Delete the skill', when: canEditSkill, run: removeShown }),
  of('copyPack', { title: 'Copy the pack into the workspace', when: canCopyPack, run: copyCurrentPack }),
  of('fixFirst', { title: 'Fix the first problem that can be fixed', shortcut: 'alt+x', when: canFix, run: fixFirst }),
  go('tree', 'Go to the tree of packs', 'alt+e'),
  go('filter', 'Filter packs, files and skills', '/'),
  go('form', 'Go to the form', 'alt+f'),
  go('source', 'Go to the source', 'alt+s'),
  of('problems', { title: 'Show the problems', shortcut: 'alt+m', when: hasFile, run: () => showPanel('problems') }),
  of('preview', { title: 'Show what a model gets', shortcut: 'alt+v', when: hasFile, run: () => showPanel('preview') }),
  ...documentCommands,
];
