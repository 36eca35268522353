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
  /** Only the tools that are there twice. */
  readonly showDuplicates: (() => void) | null;
  /** Looks for tools that queries cannot tell apart, then shows only those. */
  readonly findConfusable: (() => void) | null;
  readonly stopFinding: (() => void) | null;
  /** From the chosen tool to the one that it is like. */
  readonly goToTwin: (() => void) | null;
  /** Chooses a tool by its name, and clears filters that hide it. */
  readonly showTool: ((name: string) => void) | null;
  readonly sortBy: ((column: 'name' | 'tokens' | 'problems') => void) | null;
}

export const noActions: CatalogActions = {
  copySelected: null,
  openInPlayground: null,
  askWhyNot: null,
  clearFilters: null,
  showAlwaysLoaded: null,
  showDuplicates: null,
  findConfusable: null,
  stopFinding: null,
  goToTwin: null,
  showTool: null,
  sortBy: null,
};

export const useCatalogActions = create<CatalogActions>()(() => noActions);
