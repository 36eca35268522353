import type { FetchQueryOptions, QueryKey } from '@tanstack/react-query';
import type { ToolSummary } from '#shared/contract/catalog.ts';
import type { LoadingMode } from '#shared/domain/loading-mode.ts';
import { catalogLintQuery } from '../../platform/catalog-lint.ts';
import { catalogListQuery } from '../../platform/catalog-list.ts';
import { duplicatesQuery } from '../../platform/duplicates.ts';
import { screenActs } from '../../platform/screen-acts.ts';
import { known, settled, thisWindow } from '../../platform/this-window.ts';
import { areTokensKnown, toolTokensNow } from '../../platform/tool-tokens.ts';
import { cancelConfusable, runConfusable } from '../../platform/use-confusable.ts';
import { useNavigation } from '../../state/navigation-store.ts';
import { tryToolInPlayground } from '../../state/playground-store.ts';
import { remembered } from '../../state/remembered.ts';
import { type SelectMode, selectAt } from '../../state/selection.ts';
import { askWhyNot as askInPlayground } from '../../state/why-not-store.ts';
import { focusWhenThere } from '../../ui/focus-when-there.ts';
import { editModes } from '../tuner/tuner-model.ts';
import { focusPlace, places } from './catalog-places.ts';
import { type CatalogRow, rowsOf } from './catalog-rows.ts';
import { nextSort, sortedRows } from './catalog-sort.ts';
import { type CatalogView, type ColumnId, initialView, setBudgeting, useCatalogStore } from './catalog-store.ts';
import { copyTools } from './copy-tools.ts';
import { openBulk } from './curate/bulk-store.ts';
import { curateChosenTool, tryChosenTool } from './detail-tab.ts';
import { type CatalogFilter, type FacetId, filterCatalog, isFiltered } from './facets.ts';
import type { Alike } from './similar-tools/alike.ts';
import { alikeNow } from './similar-tools/use-alike.ts';
import { selectionAfter, type TableKey } from './table-keys.ts';

const filtered = remembered(({ rows, text, chosen }: CatalogFilter & { rows: readonly CatalogRow[] }) =>
  filterCatalog(rows, { text, chosen }),
);

/** The rows that a filter leaves, in the order of a sort; and how many have each value of the facets. */
export function shownCatalog(
  rows: readonly CatalogRow[],
  { text, chosen, sort }: Pick<CatalogView, 'text' | 'chosen' | 'sort'>,
) {
  const { rows: passing, facets } = filtered({ rows, text, chosen });
  return { facets, ...sortedRows({ rows: passing, sort }) };
}

/** The dependencies of the keys of the catalog: the tools that the filter leaves, once everything that it reads is known. */
export const catalogActs = screenActs('catalog', (workspace) => {
  const { path } = workspace;
  const view = viewOf(path);
  const { sort, chosen } = view;
  const has = (facet: keyof typeof chosen) => (chosen[facet]?.length ?? 0) > 0;
  const tools = known(catalogListQuery(workspace));
  const problems = settledIf(has('problem') || sort.column === 'problems', catalogLintQuery(workspace));
  const duplicates = settledIf(has('alike'), duplicatesQuery(workspace));
  const isCounted = sort.column !== 'tokens' || areTokensKnown(workspace);
  if (tools === null || problems === null || duplicates === null || !isCounted) return null;
  const alike = alikeNow(workspace);
  const tokens = toolTokensNow(workspace);
  const rows = rowsOf({ tools, problems: problems.data ?? undefined, tokens, twins: alike.twins });
  const { order, byName, facets } = shownCatalog(rows, view);
  const { current, names } = view.selection;
  return {
    path,
    at: workspace,
    view,
    tools,
    rows,
    facets,
    alike,
    order,
    byName,
    /** The row where the keyboard stands; null where the table does not have it. */
    current: byName.get(current ?? '') ?? null,
    /** The names that are chosen and that the table has: an act never meets a tool that a filter hides. */
    chosen: names.size === 0 ? [] : order.filter((name) => names.has(name)),
  };
});

/** An answer: waited for where it is needed, else as the cache has it. */
function settledIf<Data, Key extends QueryKey>(isNeeded: boolean, query: FetchQueryOptions<Data, Error, Data, Key>) {
  if (isNeeded) return settled(query);
  return { data: thisWindow().queries.getQueryData<Data>(query.queryKey) ?? null, error: null };
}

const acts = catalogActs;
export type Ready = NonNullable<ReturnType<typeof acts.now>>;

/** Moves and chooses by a key of the table. */
export const pressInTable = (key: TableKey) => acts.do((ready) => press(ready, key));

function press({ path, view, order }: Ready, key: TableKey): void {
  const next = selectionAfter(view.selection, order, key);
  if (next) change(path, { selection: next });
}

/** Leaves a choice of several rows; where there is none, the focus goes to the filter. */
export const leaveChoice = (key: TableKey) =>
  acts.do((ready) => (ready.current && ready.view.selection.names.size > 1 ? press(ready, key) : focusPlace('filter')));

/** Moves the focus to the details of the current row. */
export const goToCurrent = () => onCurrent(() => focusPlace('details'));

/** Chooses the first row where the table has no current one. */
export function chooseFirst(): void {
  acts.do((ready) => ready.current === null && press(ready, { key: 'Home', isMod: false, isShift: false, page: 1 }));
}

/** Chooses the row of a name, wherever it is; filters that hide it go. */
export const showTool = (name: string) => acts.do((ready) => show(ready, name));

function show({ path, byName }: Ready, name: string): void {
  const selection = { current: name, anchor: name, names: new Set([name]) };
  change(path, { selection, ...(byName.has(name) ? {} : { text: '', chosen: {} }) });
}

/** Whether the table has a current row, or may have one when it is known. */
export const hasCurrent = () => acts.mayBe(({ current }) => current !== null);

/** Whether tools of the table are chosen, or may be when it is known. */
export const hasChosen = () => acts.mayBe(({ chosen }) => chosen.length > 0);

/** Opens the current tool in the panel that calls it. */
export const tryCurrent = () => onCurrent(tryChosenTool);

/** Opens the current tool in the panel that writes its overlay. */
export const curateCurrent = () => onCurrent(curateChosenTool);

/** Puts the name of the current tool into the playground. */
export const openCurrentInPlayground = () =>
  onCurrent(({ tool }) => {
    tryToolInPlayground(tool);
    useNavigation.getState().goTo('playground');
  });

/** Asks why the search of the playground does not return the current tool. */
export const askWhyNotCurrent = () => onCurrent(({ tool }) => askInPlayground(tool.name));

/** Opens the dialog that changes the chosen tools. */
export const changeChosen = () => acts.do(({ chosen }) => chosen.length > 0 && openBulk());

/** Puts the chosen tools on the clipboard. */
export const copyChosen = () => acts.do(({ chosen }) => void (chosen.length > 0 && copyTools(chosen)));

/** Whether a filter narrows the table. */
export const isNarrowed = () => acts.mayBe(({ view }) => isFiltered(view));

export const clearFilters = () => acts.do(({ path }) => change(path, { text: '', chosen: {} }));

/** Shows or hides what is always loaded and why, with the budget (R15.04). */
export const toggleBudgeting = () => acts.do(({ path, view }) => setBudgeting(path, !view.isBudgeting));

/** The new mode of the selected tools: deferred when all of them are always loaded, else always loaded. */
export function nextMode(chosen: readonly Pick<ToolSummary, 'mode'>[]): LoadingMode {
  return chosen.every(({ mode }) => mode === 'always') ? 'deferred' : 'always';
}

/** Shows only the tools of these loading modes; all of them where none is given. */
export const showModes = (modes: readonly string[]) =>
  acts.do(({ path, view }) => change(path, { chosen: { ...view.chosen, mode: modes } }));

/** Narrows the table to one value of a facet; where it is narrowed to that alone, shows all again. */
export const showGroup = (facet: FacetId, value: string) =>
  acts.do(({ path, view: { chosen } }) => {
    const [only, ...others] = chosen[facet] ?? [];
    const isShown = only === value && others.length === 0;
    change(path, { text: '', chosen: { ...chosen, [facet]: isShown ? [] : [value] } });
  });

/** Narrows the table to what a tool has in common with others by a facet, and chooses the tool. */
export const showInGroup = (facet: 'source' | 'namespace', tool: ToolSummary) =>
  acts.do(({ path }) =>
    change(path, {
      text: '',
      chosen: { [facet]: [tool[facet] ?? ''] },
      selection: { current: tool.name, anchor: tool.name, names: new Set([tool.name]) },
    }),
  );

/** Shows the map of tokens and goes there, or hides it. */
export function toggleMap(): void {
  const store = useCatalogStore.getState();
  store.toggleMap();
  if (store.hasMap) focusPlace('table');
  else focusWhenThere(places.map, (spot) => spot.focus());
}

/** Always loads the chosen tools, or defers them where all of them are loaded. A key pressed twice does both, one after the other. */
export const changeLoading = () =>
  acts.do(({ path, chosen, byName, tools }) => {
    if (chosen.length === 0) return;
    const to = nextMode(chosen.flatMap((name) => byName.get(name)?.tool ?? []));
    return changeModes({ path, tools, names: new Set(chosen), to });
  });

/** Defers tools of the table. */
export const deferTools = (names: ReadonlySet<string>) =>
  acts.do(({ path, tools }) => changeModes({ path, tools, names, to: 'deferred' }));

/** Always loads one tool, or defers it. */
export const changeLoadingOf = (name: string, to: LoadingMode) =>
  acts.do(({ path, tools }) => changeModes({ path, tools, names: new Set([name]), to }));

interface ModeChange {
  readonly path: string;
  readonly tools: readonly ToolSummary[];
  readonly names: ReadonlySet<string>;
  readonly to: LoadingMode;
}

/** Where a filter takes the changed tools out of the table, the row after them becomes the current one. */
async function changeModes({ path, ...edit }: ModeChange): Promise<void> {
  await editModes(path, edit, (moved) => {
    const ready = acts.now();
    if (!ready || (ready.view.chosen.mode?.length ?? 0) === 0) return;
    const next = rowAfter(ready.order, ready.view.selection.current, moved);
    change(path, { selection: { current: next, anchor: next, names: new Set(next === null ? [] : [next]) } });
  });
}

/** The row to go to from `current` when some are gone: the next one, else the last before. */
export function rowAfter(order: readonly string[], current: string | null, gone: ReadonlySet<string>): string | null {
  const at = Math.max(order.indexOf(current ?? ''), 0);
  const stays = (name: string) => !gone.has(name);
  return order.slice(at).find(stays) ?? order.slice(0, at).findLast(stays) ?? null;
}

/** Sorts by a column; the same one again turns the order around. */
export const sortBy = (column: ColumnId) =>
  acts.do(({ path, view }) => change(path, { sort: nextSort(view.sort, column) }));

/** The selection after a click on the row of a name. */
export function clickRow(name: string, mode: SelectMode): void {
  acts.do(({ path, view, order }) => {
    const at = order.indexOf(name);
    if (at >= 0) change(path, { selection: selectAt(view.selection, order, at, mode) });
  });
}

type AlikeAct = 'showDuplicates' | 'findConfusable' | 'stopFinding' | 'goToTwin';

/** The same acts where the duplicates matter: these are known then. */
const alikeActs = screenActs('catalog', (workspace) => {
  const ready = settled(duplicatesQuery(workspace)) && acts.now();
  if (!ready) return null;
  return alikeActions(ready.alike, ready.current?.tool.name ?? null, {
    only: (kind) => change(ready.path, { text: '', chosen: { alike: [kind] } }),
    show: (name) => show(ready, name),
  });
});

/** Whether an act about tools that are like another one can be done, or may be. */
export const canDoAlike = (act: AlikeAct) => alikeActs.mayBe((ready) => ready[act] !== null);

/** Does something about tools that are like another one. */
export const doAlike = (act: AlikeAct) => alikeActs.do((ready) => ready[act]?.());

/** Does something with the name where the keyboard stands, and whether the table has it. */
export const withSelected = (act: (name: string, isListed: boolean) => unknown) =>
  acts.do(({ view: { selection }, current }) => selection.current !== null && act(selection.current, current !== null));

const onCurrent = (act: (row: CatalogRow) => void) => acts.do(({ current }) => current && act(current));

const { change } = useCatalogStore.getState();
const viewOf = (path: string): CatalogView => useCatalogStore.getState().views[path] ?? initialView;

interface Catalog {
  /** Narrows the table to the tools that are like another one in one way. */
  only(kind: Alike): void;
  /** Chooses a tool, wherever it is. */
  show(name: string): void;
}

/** The actions for similar tools; null for an action that is not possible now. */
function alikeActions(
  { twins, isRunning, report, isOld, search }: ReturnType<typeof alikeNow>,
  current: string | null,
  catalog: Catalog,
) {
  const [twin] = current === null ? [] : (twins.get(current) ?? []);
  const has = (kind: Alike) => [...twins.values()].some((each) => each.some((one) => one.kind === kind));
  return {
    showDuplicates: has('duplicate') ? () => catalog.only('duplicate') : null,
    findConfusable: isRunning
      ? null
      : () => {
          if (report === null || isOld) runConfusable(search);
          else if (has('confusable')) catalog.only('confusable');
        },
    stopFinding: isRunning ? () => cancelConfusable(search) : null,
    goToTwin: twin ? () => catalog.show(twin.name) : null,
  };
}
