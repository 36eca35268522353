import type { Finding } from '#shared/domain/finding.ts';
import type { SkillsToImport } from '#shared/domain/import-skills.ts';
import type { PackFileAt, SkillFix } from '#shared/domain/skill-editor.ts';
import { PegboardError } from '#shared/errors.ts';
import { documentAt } from '../../documents/document-store.ts';
import { draftKey } from '../../documents/draft-journal.ts';
import { rowKey, tabRow } from '../../documents/tab-store.ts';
import { screenActs } from '../../platform/screen-acts.ts';
import { openWorkspace, settled } from '../../platform/this-window.ts';
import { tellError } from '../../platform/undo-change.ts';
import { useNavigation } from '../../state/navigation-store.ts';
import { remembered } from '../../state/remembered.ts';
import type { ScreenSubject } from '../../state/screen-subject.ts';
import { isTreeKey, type TreeKey, type TreeRow, treeStep } from '../../state/tree-keys.ts';
import { strings } from '../../strings/packs.ts';
import { removeBeside } from './beside-acts.ts';
import { type BesideFile, besideAt } from './beside-files.ts';
import { copyPack, openSkillFile, removeSkill } from './pack-acts.ts';
import { documentId, documentPlace, formatOfName, packsScreen } from './pack-document.ts';
import { keyOfProblem, type PackRow, packRows } from './pack-rows.ts';
import { knownPacks, type PackData, skillFileQuery } from './packs-data.ts';
import { focusNewPlace, focusPacksPlace } from './packs-places.ts';
import {
  chooseSkill,
  type InPackDialog,
  type PacksPanel,
  packsViewOf,
  turnPacksRow,
  usePacksStore,
} from './packs-store.ts';
import { editSkill, skillViewQuery } from './skill-view.ts';

/** The lines of the tree. */
export const shownRows = remembered(
  ({ packs, filter, turned }: { packs: readonly PackData[]; filter: string; turned: ReadonlySet<string> }) =>
    packRows(packs, { filter, turned }),
);

/** The file whose tab is shown; `data` of its pack is null where the workspace does not name it any more. */
export function shownFile(packs: readonly PackData[], active: string | null) {
  const place = active === null ? null : documentPlace(active);
  const data = packs.find(({ name }) => name === place?.pack) ?? null;
  const beside = place === null ? null : besideAt(data?.view, place.file);
  return { place, data, beside, isEditable: data?.view?.editable === true };
}

const { change, open: openDialog } = usePacksStore.getState();

/** The dependencies of the keys of the screen. */
const acts = screenActs('packs', (workspace) => {
  const packs = knownPacks(workspace);
  if (packs === null) return null;
  const { path } = workspace;
  const { filter, turned, current, chosen } = packsViewOf(path);
  const rows = shownRows({ packs, filter, turned });
  const at = rows.findIndex(({ key }) => key === current);
  const { active } = tabRow(rowKey(path, packsScreen));
  const { place, data, beside, isEditable } = shownFile(packs, active);
  const index = active === null ? 0 : (chosen[active] ?? 0);
  return {
    path,
    packs,
    rows,
    at,
    place,
    /** The skill that the form shows, where it can be changed. */
    editable: place && isEditable && beside === null ? { ...place, index } : null,
    /** The SKILL.md whose files can be changed, and the file of it that is on screen. */
    folder: place && isEditable ? folderOf(place, beside) : null,
    name: data?.view?.files.find(({ file }) => file === place?.file)?.skills[index]?.name,
    pack: rows[at]?.pack ?? place?.pack ?? '',
  };
});

type Ready = NonNullable<ReturnType<typeof acts.now>>;

/** A line as the tree sees it. */
export function asTreeRow(row: PackRow): TreeRow {
  const level = row.kind === 'pack' ? 1 : row.kind === 'file' ? 2 : 3;
  return { key: row.key, level, open: row.kind === 'skill' || row.kind === 'beside' ? null : row.open };
}

/** What a key does in the tree: Enter opens a file for editing, Delete takes a skill away. Whether it does something. */
export function pressInPacks(pressed: TreeKey): boolean {
  const { key } = pressed;
  if (key === 'Escape') focusPacksPlace('filter');
  else if (isTreeKey(key) || ['Enter', ' ', 'Delete'].includes(key)) acts.do((ready) => press(ready, pressed));
  else return false;
  return true;
}

function press({ path, packs, rows, at }: Ready, { key, page }: TreeKey): unknown {
  const step = treeStep({ rows, at, describe: asTreeRow }, { key, page });
  if (step?.type === 'move') return change(path, { current: step.row.key });
  if (step) return turnPacksRow(path, step.row.key);
  const row = rows[at];
  if (!row) return undefined;
  if (key === 'Enter' && row.kind === 'pack') return turnPacksRow(path, row.key);
  if (key === 'Enter' || key === ' ') return openRow(path, row, key === 'Enter');
  const isEditable = packs.find(({ name }) => name === row.pack)?.view?.editable;
  if (key !== 'Delete' || !isEditable || row.kind === 'pack') return undefined;
  if (row.kind === 'beside') return removeBeside(path, row);
  if (row.kind === 'skill') return removeSkill(path, row);
  return row.skills <= 1 ? removeSkill(path, { ...row, index: 0 }) : undefined;
}

/** Shows the file of a line, and its skill; `focus` puts the focus into the form. */
export function openRow(path: string, row: PackRow, focus: boolean): void {
  if (row.kind === 'pack') return;
  const place = row.kind === 'beside' ? 'source' : 'form';
  openSkillFile(path, row, { ...(row.kind === 'skill' && { index: row.index }), ...(focus && { focus: place }) });
}

/** Chooses the first line where none is chosen. */
export function chooseFirst(): void {
  acts.do(({ path, rows: [first], at }) => at < 0 && first && change(path, { current: first.key }));
}

/** Opens a dialog that writes into a pack, or the one that creates a pack first when none can be edited. */
function openInPack(dialog: (pack: string) => InPackDialog): void {
  acts.do(({ packs, pack }) => {
    const hasEditable = packs.some(({ view }) => view?.editable);
    openDialog(hasEditable ? dialog(pack) : { kind: 'new-pack', next: dialog(pack) });
  });
}

export const newSkill = () => openInPack((pack) => ({ kind: 'new-skill', pack }));
export const importSkillMd = (name = '', text = '') => openInPack((pack) => ({ kind: 'import', pack, name, text }));

/** Asks what to import, or shows the plan of what was dropped. A pack that holds files beside a SKILL.md is created first where none is there. */
export function importSkills(from: SkillsToImport | null = null): void {
  acts.do(({ packs, pack }) => {
    const dialog = { kind: 'import-skills', pack, from } as const;
    const hasFolders = packs.some(({ view, format }) => view?.editable && format === 'skill-md');
    openDialog(hasFolders ? dialog : { kind: 'new-pack', next: dialog });
  });
}

export const newPack = () => acts.do(() => openDialog({ kind: 'new-pack' }));

export const canEditSkill = () => acts.mayBe(({ editable }) => editable !== null);
export const canDuplicate = () => acts.mayBe(({ editable, name }) => editable !== null && name !== undefined);

/** Asks for the name of a copy of the skill on screen. */
export const duplicateShown = () =>
  acts.do(
    ({ editable, name }) => editable && name !== undefined && openDialog({ kind: 'duplicate', ...editable, name }),
  );

/** Goes to the name of the skill on screen. */
export const renameShown = () => acts.do(({ editable }) => editable && focusNewPlace('name'));
/** Asks for the format that the file on screen is converted to. */
export const reformatShown = () => acts.do(({ editable }) => editable && openDialog({ kind: 'reformat', ...editable }));
/** Takes the skill on screen out of its file. */
export const removeShown = () => acts.do(({ path, editable }) => editable && removeSkill(path, editable));

/** The SKILL.md that a file on screen belongs to, and the path of the file in its folder; null for other formats. */
function folderOf(place: PackFileAt, beside: BesideFile | null) {
  if (beside !== null) return { pack: place.pack, owner: beside.owner, from: beside.name };
  return formatOfName(place.file) === 'skill-md' ? { pack: place.pack, owner: place.file, from: null } : null;
}

export const canAddBeside = () => acts.mayBe(({ folder }) => folder !== null);
export const canChangeBeside = () => acts.mayBe(({ folder }) => folder !== null && folder.from !== null);

/** Asks for the path of a new file beside the SKILL.md on screen. */
export const addBesideShown = () =>
  acts.do(({ folder }) => folder && openDialog({ kind: 'folder-file', ...folder, from: null }));
/** Asks for another path of the file on screen. */
export const renameBesideShown = () =>
  acts.do(({ folder }) => folder && folder.from !== null && openDialog({ kind: 'folder-file', ...folder }));
/** Removes the file on screen. */
export const removeBesideShown = () =>
  acts.do(({ path, place, folder }) => place && folder && folder.from !== null && removeBeside(path, place));

const packToCopy = ({ packs, pack }: Ready) =>
  packs.find(({ name, view }) => name === pack && view?.editable === false);

export const canCopyPack = () => acts.mayBe((ready) => packToCopy(ready) !== undefined);

/** Copies the pack under the keyboard into the workspace, where it comes with Pegboard. */
export const copyCurrentPack = () => acts.do((ready) => packToCopy(ready) && copyPack(ready.path, ready.pack));

export const hasFile = () => acts.mayBe(({ place }) => place !== null);

/** Shows a panel below the editors, and goes there. */
export function showPanel(panel: PacksPanel): void {
  const path = openWorkspace()?.path;
  if (path === undefined) return;
  change(path, { panel });
  focusNewPlace(panel);
}

/** The first fix of what was found in the text on screen as it is now. */
const textActs = screenActs('packs', ({ path }): { readonly fix: (() => void) | null } | null => {
  const ready = acts.now();
  if (!ready) return null;
  if (!ready.editable) return { fix: null };
  const { pack, file } = ready.editable;
  const id = documentId({ pack, file });
  const text = documentAt(draftKey({ workspace: path, id }))?.text;
  // The screen opens the document when the file is read.
  if (text === undefined) return settled(skillFileQuery(path, { pack, file }))?.error ? { fix: null } : null;
  const looked = settled(skillViewQuery(path, { pack, file, text }));
  const first = looked?.data?.findings.find(({ fixes }) => fixes?.[0])?.fixes?.[0];
  return looked && { fix: first ? () => fixSkill(path, id, first) : null };
});

export const canFix = () => textActs.mayBe(({ fix }) => fix !== null);

/** Makes the first fix that the problems of the text offer. */
export const fixFirst = () => textActs.do(({ fix }) => fix?.());

/** Makes a fix in a document, and shows the skill that it is of. */
export function fixSkill(path: string, id: string, { index, changes }: SkillFix): void {
  const refused = editSkill(draftKey({ workspace: path, id }), documentPlace(id).file, index, changes);
  if (refused === null) chooseSkill(path, id, index);
  else tellError(new PegboardError('skill_not_editable', refused), strings.packsModel.notFixed);
}

/** Goes to the line of the tree that a problem is about; its file opens. */
export function showPackProblem(finding: Finding): void {
  useNavigation.getState().goTo('packs');
  acts.do(({ path, packs }) => {
    const key = keyOfProblem(packs, finding);
    // What narrows the tree must not hide the line.
    const turned = new Set([...packsViewOf(path).turned].filter((name) => packs.every((pack) => pack.name !== name)));
    const rows = shownRows({ packs, filter: '', turned });
    const row = rows.find((known) => known.key === key);
    if (!row) return;
    change(path, { filter: '', turned, current: row.key });
    openRow(path, row, false);
  });
}

/** The line of the tree that the keyboard stands on; shown, its file opens. */
export const skillSubject: ScreenSubject = {
  read: (path) => packsViewOf(path).current,
  show: (path, key) =>
    acts.do(({ rows }) => {
      const row = rows.find((known) => known.key === key) ?? rows.find((known) => key.startsWith(`${known.key}#`));
      if (!row) return;
      change(path, { current: row.key });
      openRow(path, row, false);
    }),
  subscribe: usePacksStore.subscribe,
};
