import { create } from 'zustand';

/** What the screen can do now: the page says so, the commands run it. Null: not now. */
export interface PacksActions {
  readonly newSkill: (() => void) | null;
  readonly newPack: (() => void) | null;
  readonly duplicate: (() => void) | null;
  readonly rename: (() => void) | null;
  readonly reformat: (() => void) | null;
  readonly remove: (() => void) | null;
  readonly copyPack: (() => void) | null;
  readonly importSkillMd: (() => void) | null;
  readonly fixFirst: (() => void) | null;
  readonly showPanel: ((panel: 'problems' | 'preview') => void) | null;
}

export const noPacksActions: PacksActions = {
  newSkill: null,
  newPack: null,
  duplicate: null,
  rename: null,
  reformat: null,
  remove: null,
  copyPack: null,
  importSkillMd: null,
  fixFirst: null,
  showPanel: null,
};

export const usePacksActions = create<PacksActions>()(() => noPacksActions);
