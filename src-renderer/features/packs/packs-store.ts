import { create } from 'zustand';
import type { SkillsToImport } from '#shared/domain/import-skills.ts';

/** The panel under the editors. */
export const packsPanels = ['problems', 'preview', 'hosts'] as const;
export type PacksPanel = (typeof packsPanels)[number];

/** A dialog that adds a skill to a pack. */
export type InPackDialog =
  | { readonly kind: 'import-skills'; readonly pack: string; readonly from: SkillsToImport | null }
  | { readonly kind: 'new-skill'; readonly pack: string }
  | { readonly kind: 'import'; readonly pack: string; readonly name: string; readonly text: string };

/** A dialog of the screen, with what it is about. */
export type PacksDialog =
  | InPackDialog
  /** `next` opens once the pack exists, for that pack. */
  | { readonly kind: 'new-pack'; readonly next?: InPackDialog }
  | {
      readonly kind: 'duplicate';
      readonly pack: string;
      readonly file: string;
      readonly index: number;
      readonly name: string;
    }
  /** A new file beside the SKILL.md `owner`, or another path for the one at `from`. */
  | { readonly kind: 'folder-file'; readonly pack: string; readonly owner: string; readonly from: string | null }
  | { readonly kind: 'reformat'; readonly pack: string; readonly file: string };

/** The state of the screen for one workspace, kept until the user comes back to it. */
export interface PacksView {
  readonly filter: string;
  /** Key of the row that the keyboard stands on. */
  readonly current: string | null;
  /** Packs that are closed and files that are open, by key. */
  readonly turned: ReadonlySet<string>;
  readonly panel: PacksPanel;
  /** Which skill of a file the form shows, by id of the document. */
  readonly chosen: Readonly<Record<string, number>>;
  /** Tokens (estimate) of the preview; null for `skills.max_tokens`. */
  readonly budget: number | null;
}

interface PacksState {
  /** By path of the workspace. */
  readonly views: Readonly<Record<string, PacksView>>;
  readonly dialog: PacksDialog | null;
  change(path: string, view: Partial<PacksView>): void;
  open(dialog: PacksDialog | null): void;
}

const initialPacksView: PacksView = {
  filter: '',
  current: null,
  turned: new Set(),
  panel: 'problems',
  chosen: {},
  budget: null,
};

export const usePacksStore = create<PacksState>()((set) => ({
  views: {},
  dialog: null,
  change: (path, view) =>
    set(({ views }) => ({ views: { ...views, [path]: { ...(views[path] ?? initialPacksView), ...view } } })),
  open: (dialog) => set({ dialog }),
}));

export function usePacksView(path: string): PacksView {
  return usePacksStore(({ views }) => views[path] ?? initialPacksView);
}

/** The same now, for acts. */
export const packsViewOf = (path: string): PacksView => usePacksStore.getState().views[path] ?? initialPacksView;

export function turnPacksRow(path: string, key: string): void {
  const turned = new Set(packsViewOf(path).turned);
  if (!turned.delete(key)) turned.add(key);
  usePacksStore.getState().change(path, { turned });
}

export function chooseSkill(path: string, document: string, index: number): void {
  usePacksStore.getState().change(path, { chosen: { ...packsViewOf(path).chosen, [document]: index } });
}
