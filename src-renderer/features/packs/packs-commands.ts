import { documentCommands } from '../../documents/document-commands.ts';
import type { Command } from '../../state/command.ts';
import { strings } from '../../strings/packs.ts';
import {
  addBesideShown,
  canAddBeside,
  canChangeBeside,
  canCopyPack,
  canDuplicate,
  canEditSkill,
  canFix,
  copyCurrentPack,
  duplicateShown,
  fixFirst,
  hasFile,
  importSkillMd,
  importSkills,
  newPack,
  newSkill,
  reformatShown,
  removeBesideShown,
  removeShown,
  renameBesideShown,
  renameShown,
  showPanel,
} from './packs-model.ts';
import { focusPacksPlace } from './packs-places.ts';

const group = strings.packsCommands.packs;
const of = (id: string, command: Omit<Command, 'id' | 'group'>): Command => ({ id: `packs.${id}`, group, ...command });

const go = (place: Parameters<typeof focusPacksPlace>[0], title: string, shortcut: string): Command =>
  of(`go-${place}`, { title, shortcut, run: () => focusPacksPlace(place) });

/** The actions for packs. Those with Alt work while the user types. */
export const packsCommands: readonly Command[] = [
  of('newSkill', { title: strings.packsCommands.newSkill, shortcut: 'alt+n', run: newSkill }),
  of('newPack', { title: strings.packsCommands.newPack, run: newPack }),
  of('importSkillMd', { title: strings.packsCommands.importSkillMd, shortcut: 'alt+i', run: () => importSkillMd() }),
  of('importSkills', {
    title: strings.packsCommands.importSkills,
    shortcut: 'alt+shift+i',
    run: () => importSkills(),
  }),
  of('duplicate', {
    title: strings.packsCommands.duplicateSkill,
    shortcut: 'alt+d',
    when: canDuplicate,
    run: duplicateShown,
  }),
  of('rename', { title: strings.packsCommands.renameSkill, shortcut: 'f2', when: canEditSkill, run: renameShown }),
  of('reformat', { title: strings.packsCommands.convertFileAnotherFormat, when: canEditSkill, run: reformatShown }),
  of('remove', { title: strings.packsCommands.deleteSkill, when: canEditSkill, run: removeShown }),
  of('addFile', { title: strings.packsCommands.addFile, when: canAddBeside, run: addBesideShown }),
  of('renameFile', { title: strings.packsCommands.renameFile, when: canChangeBeside, run: renameBesideShown }),
  of('removeFile', { title: strings.packsCommands.deleteFile, when: canChangeBeside, run: removeBesideShown }),
  of('copyPack', { title: strings.packsCommands.copyPackIntoWorkspace, when: canCopyPack, run: copyCurrentPack }),
  of('fixFirst', {
    title: strings.packsCommands.fixFirstFixableProblem,
    shortcut: 'alt+x',
    when: canFix,
    run: fixFirst,
  }),
  go('tree', strings.packsCommands.goToPackTree, 'alt+e'),
  go('filter', strings.packsCommands.filterPacksFilesSkills, '/'),
  go('form', strings.packsCommands.goForm, 'alt+f'),
  go('source', strings.packsCommands.goSource, 'alt+s'),
  of('problems', {
    title: strings.packsCommands.showProblems,
    shortcut: 'alt+m',
    when: hasFile,
    run: () => showPanel('problems'),
  }),
  of('preview', {
    title: strings.packsCommands.showPreviewForModel,
    shortcut: 'alt+v',
    when: hasFile,
    run: () => showPanel('preview'),
  }),
  of('hosts', {
    title: strings.packsCommands.showSkillByHost,
    shortcut: 'alt+h',
    when: hasFile,
    run: () => showPanel('hosts'),
  }),
  ...documentCommands,
];
