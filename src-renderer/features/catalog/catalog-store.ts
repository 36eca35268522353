import { create } from 'zustand';
import { persist } from 'zustand/middleware';
import type { ScreenSubject } from '../../state/screen-subject.ts';
import { emptySelection, type Selection } from '../../state/selection.ts';
import { onShowTools } from '../../state/sources-view.ts';
import type { CatalogFilter } from './facets.ts';

export type ColumnId = 'name' | 'namespace' | 'mode' | 'effects' | 'tokens' | 'source' | 'problems' | 'reason';

/** The state of the table for one workspace, kept until the user comes back to it. */
export interface CatalogView extends CatalogFilter {
  readonly sort: { readonly column: ColumnId; readonly descending: boolean };
  readonly selection: Selection;
  /** How far the table is scrolled, in pixels. */
  readonly scroll: number;
  /** Whether the table shows what is always loaded and why, with the budget above it. */
  readonly isBudgeting: boolean;
  /** Key of the line of the tree of sources where the keyboard stands; null for the first. */
  readonly node: string | null;
  /** Keys of the lines of the tree that are not as they are at first: sources are closed then, kinds open. */
  readonly turned: readonly string[];
}

export type ColumnWidths = Readonly<Partial<Record<ColumnId, number>>>;

interface CatalogState {
  /** By path of the workspace, the last used last. */
  readonly views: Readonly<Record<string, CatalogView>>;
  readonly hiddenColumns: readonly ColumnId[];
  /** Widths in pixels that the user gave to columns. */
  readonly columnWidths: ColumnWidths;
  /** Whether the map of tokens is above the table. */
  readonly hasMap: boolean;
  /** Whether all filters are shown below the sources; a filter that is in use always is. */
  readonly hasFilters: boolean;
  change(path: string, view: Partial<CatalogView>): void;
  toggleColumn(column: ColumnId): void;
  setColumnWidths(widths: ColumnWidths): void;
  /** Gives every column the width that it has at first. */
  resetColumnWidths(): void;
  toggleMap(): void;
  showFilters(hasFilters: boolean): void;
}

/** Workspaces that are remembered, and names of chosen tools in each. */
const rememberedViews = 12;
const rememberedNames = 200;

/** The name begins with the namespace, and most often that is the source. The reason is for those who look at what is always loaded. */
const hiddenAtFirst: readonly ColumnId[] = ['namespace', 'source', 'reason'];

const dearestFirst: CatalogView['sort'] = { column: 'tokens', descending: true };

export const initialView: CatalogView = {
  text: '',
  chosen: {},
  sort: { column: 'name', descending: false },
  selection: emptySelection,
  scroll: 0,
  isBudgeting: false,
  node: null,
  turned: [],
};

export const useCatalogStore = create<CatalogState>()(
  persist(
    (set) => ({
      views: {},
      hiddenColumns: hiddenAtFirst,
      columnWidths: {},
      hasMap: false,
      hasFilters: false,
      change: (path, view) =>
        set(({ views }) => {
          const { [path]: known = initialView, ...others } = views;
          const kept = Object.entries(others).slice(1 - rememberedViews);
          return { views: { ...Object.fromEntries(kept), [path]: { ...known, ...view } } };
        }),
      setColumnWidths: (widths) => set(({ columnWidths }) => ({ columnWidths: { ...columnWidths, ...widths } })),
      resetColumnWidths: () => set({ columnWidths: {} }),
      toggleMap: () => set(({ hasMap }) => ({ hasMap: !hasMap })),
      showFilters: (hasFilters) => set({ hasFilters }),
      toggleColumn: (column) =>
        set(({ hiddenColumns }) => ({
          hiddenColumns: hiddenColumns.includes(column)
            ? hiddenColumns.filter((each) => each !== column)
            : [...hiddenColumns, column],
        })),
    }),
    {
      name: 'pegboard.catalog',
      version: 1,
      partialize: ({ views, hiddenColumns, columnWidths, hasMap, hasFilters }) => ({
        hiddenColumns,
        columnWidths,
        hasMap,
        hasFilters,
        views: Object.fromEntries(Object.entries(views).map(([path, view]) => [path, storedView(view)])),
      }),
      merge: (stored, state) => ({ ...state, ...restored(stored) }),
    },
  ),
);

/** Narrows the catalog of a workspace to what is always in the prompt, the most expensive first, with what keeps it there (R15.04). */
export function showAlwaysLoaded(path: string): void {
  useCatalogStore.getState().change(path, {
    text: '',
    chosen: { mode: ['always'] },
    sort: dearestFirst,
    isBudgeting: true,
  });
}

/** Shows beside every tool whether it is always loaded and why, with the budget above the table; or ends that. */
export function setBudgeting(path: string, isBudgeting: boolean): void {
  const { views, change } = useCatalogStore.getState();
  const { chosen } = views[path] ?? initialView;
  change(path, { isBudgeting, ...(!isBudgeting && { chosen: { ...chosen, mode: [] } }) });
}

/** The columns of the table while the budget is above it; some are left out so that names fit. */
const budgetColumns: ReadonlySet<ColumnId> = new Set(['mode', 'reason']);
const notWithBudget: ColumnId = 'problems';

/** The columns that the table leaves out. */
export function hiddenNow(
  hidden: readonly ColumnId[],
  { isBudgeting }: Pick<CatalogView, 'isBudgeting'>,
): readonly ColumnId[] {
  return isBudgeting ? [...hidden.filter((id) => !budgetColumns.has(id)), notWithBudget] : hidden;
}

/** Filters the catalog to the tools with these values of facets alone. */
export function showFacet(path: string, chosen: CatalogView['chosen']): void {
  useCatalogStore.getState().change(path, { text: '', chosen });
}

onShowTools((path, source) => showFacet(path, { source: [source] }));

/** Filters the catalog to the tools with a kind of problem. */
export const showProblem = (path: string, code: string) => showFacet(path, { problem: [code] });

/** Sets do not survive JSON; what queries confuse is not known after a restart, and a filter by it would leave nothing. */
function storedView({ selection, chosen: { alike = [], ...chosen }, ...view }: CatalogView) {
  const known = alike.filter((value) => value !== 'confusable');
  return {
    ...view,
    chosen: { ...chosen, alike: known },
    selection: { ...selection, names: [...selection.names].slice(0, rememberedNames) },
  };
}

function restored(stored: unknown): Partial<CatalogState> {
  if (typeof stored !== 'object' || stored === null) return {};
  const { views, hiddenColumns, columnWidths, hasMap, hasFilters } = stored as {
    readonly views?: Readonly<Record<string, ReturnType<typeof storedView>>>;
    readonly hiddenColumns?: readonly ColumnId[];
    readonly columnWidths?: ColumnWidths;
    readonly hasMap?: boolean;
    readonly hasFilters?: boolean;
  };
  const withSets = Object.entries(views ?? {}).map(([path, view]) => [
    path,
    { ...initialView, ...view, selection: { ...view.selection, names: new Set(view.selection.names) } },
  ]);
  return {
    hiddenColumns: hiddenColumns ?? hiddenAtFirst,
    columnWidths: columnWidths ?? {},
    hasMap: hasMap ?? false,
    hasFilters: hasFilters ?? false,
    views: Object.fromEntries(withSets),
  };
}

/** The tool in the details: filters that hide it are taken off. */
export const toolSubject: ScreenSubject = {
  read: (path) => useCatalogStore.getState().views[path]?.selection.current ?? null,
  show: (path, tool) =>
    useCatalogStore
      .getState()
      .change(path, { text: '', chosen: {}, selection: { current: tool, anchor: tool, names: new Set([tool]) } }),
  subscribe: useCatalogStore.subscribe,
};
