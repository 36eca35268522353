import { create } from 'zustand';

/** What the catalog on screen can do with its selection: the page says so, the commands run it. Null: not now. */
interface CatalogActions {
  readonly copySelected: (() => void) | null;
  readonly openInPlayground: (() => void) | null;
  readonly clearFilters: (() => void) | null;
  readonly sortBy: ((column: 'name' | 'tokens' | 'problems') => void) | null;
}

export const noActions: CatalogActions = {
  copySelected: null,
  openInPlayground: null,
  clearFilters: null,
  sortBy: null,
};

export const useCatalogActions = create<CatalogActions>()(() => noActions);
