import { create } from 'zustand';

/** What the catalog on screen can do with its selection: the page says so, the commands run it. Null: not now. */
interface CatalogActions {
  readonly copySelected: (() => void) | null;
  readonly openInPlayground: (() => void) | null;
  /** Asks why the search of the playground does not return it. */
  readonly askWhyNot: (() => void) | null;
  readonly clearFilters: (() => void) | null;
  /** Only the tools that are always in the prompt, by what keeps them there (R15.04). */
  readonly showAlwaysLoaded: (() => void) | null;
  readonly sortBy: ((column: 'name' | 'tokens' | 'problems') => void) | null;
}

export const noActions: CatalogActions = {
  copySelected: null,
  openInPlayground: null,
  askWhyNot: null,
  clearFilters: null,
  showAlwaysLoaded: null,
  sortBy: null,
};

export const useCatalogActions = create<CatalogActions>()(() => noActions);
