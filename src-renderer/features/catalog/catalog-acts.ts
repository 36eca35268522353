import { openWorkspace } from '../../platform/this-window.ts';
import { useNavigation } from '../../state/navigation-store.ts';
import { tryToolInPlayground } from '../../state/playground-store.ts';
import { rowForKey, selectAt } from '../../state/selection.ts';
import { ShownList } from '../../state/shown-list.ts';
import { askWhyNot as askInPlayground } from '../../state/why-not-store.ts';
import { focusPlace } from './catalog-places.ts';
import type { CatalogRow } from './catalog-rows.ts';
import { nextSort } from './catalog-sort.ts';
import { type CatalogView, initialView, showAlwaysLoaded as showBoard, useCatalogStore } from './catalog-store.ts';
import { copyTools } from './copy-tools.ts';
import { openBulk } from './curate/bulk-store.ts';
import { curateChosenTool, tryChosenTool } from './detail-tab.ts';
import { isFiltered } from './facets.ts';
import { alikeActions } from './similar-tools/alike-actions.ts';
import type { AlikeSearch } from './similar-tools/use-alike.ts';
import { selectionAfter, type TableKey } from './table-keys.ts';

/** What the catalog has on the screen. */
export interface ShownCatalog {
  /** The rows that the filter leaves, by name. */
  readonly rows: ReadonlyMap<string, CatalogRow>;
  /** Their names in the order of the table. */
  readonly order: readonly string[];
  readonly alike: AlikeSearch;
  /** Rows that PageUp and PageDown move by. */
  page(): number;
  /** Brings a row into sight. */
  scrollTo(index: number): void;
}

/** The catalog on the screen, once it shows what the filter says. */
export const shownCatalog = new ShownList<ShownCatalog>(() => {
  const path = pathOnScreen();
  return path === null ? null : catalogKey(path, viewOf(path));
});

/** What decides which rows the table has, as a text to compare. */
export function catalogKey(
  path: string,
  { text, chosen, sort }: Pick<CatalogView, 'text' | 'chosen' | 'sort'>,
): string {
  return JSON.stringify([path, text, chosen, sort]);
}

/** Moves and chooses by a key of the table. Whether it was one. */
export function pressInTable(key: TableKey): void {
  onCatalog(({ path, shown }) => {
    const { selection } = viewOf(path);
    const next = selectionAfter(selection, shown.order, key, shown.page());
    if (!next || next === selection) return;
    changeView({ selection: next });
    const at = next.current === null ? -1 : shown.order.indexOf(next.current);
    if (at >= 0 && rowForKey(key.key, 0, 1, 1) !== null) shown.scrollTo(at);
  });
}

/** Moves the focus to the details of the current row. */
export const goToCurrent = () => onCurrent(() => focusPlace('details'));

/** Chooses the first row where the table has no current one. */
export function chooseFirst(): void {
  onCatalog(({ path, shown }) => {
    if (currentOf(path, shown) === null) pressInTable({ key: 'Home', isMod: false, isShift: false });
  });
}

/** Chooses the row of a name, wherever it is; filters that hide it go. */
export function showTool(name: string): void {
  onCatalog(({ shown }) => {
    const selection = { current: name, anchor: name, names: new Set([name]) };
    changeView({ selection, ...(shown.rows.has(name) ? {} : { text: '', chosen: {} }) });
  });
}

/** Whether the table has a current row, or may have one when it shows what the filter says. */
export const hasCurrent = () => mayBe((path, shown) => currentOf(path, shown) !== null);

/** Whether tools of the table are chosen, or may be when it shows what the filter says. */
export const hasChosen = () => mayBe((path, shown) => chosenOf(path, shown).length > 0);

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
export const changeChosen = () => onChosen(openBulk);

/** Puts the chosen tools on the clipboard. */
export const copyChosen = () => onChosen((names) => void copyTools(names));

/** Whether a filter narrows the table. */
export function isNarrowed(): boolean {
  const path = pathOnScreen();
  return path !== null && isFiltered(viewOf(path));
}

export const clearFilters = () => changeView({ text: '', chosen: {} });

/** Only the tools that are always in the prompt, by what keeps them there (R15.04). */
export function showAlwaysLoaded(): void {
  const path = pathOnScreen();
  if (path !== null) showBoard(path);
}

/** Sorts by a column; the same one again turns the order around. */
export function sortBy(column: 'name' | 'tokens' | 'problems'): void {
  const path = pathOnScreen();
  if (path !== null) changeView({ sort: nextSort(viewOf(path).sort, column) });
}

type AlikeAct = 'showDuplicates' | 'findConfusable' | 'stopFinding' | 'goToTwin';

/** Whether an act about tools that are like another one can be done, or may be. */
export const canDoAlike = (act: AlikeAct) => mayBe((path, shown) => alikeOf(path, shown)[act] !== null);

/** Does something about tools that are like another one. */
export const doAlike = (act: AlikeAct) => onCatalog(({ path, shown }) => alikeOf(path, shown)[act]?.());

/** The names that are chosen and that the table has: an act never meets a tool that a filter hides. */
export function chosenOf(path: string, { order }: Pick<ShownCatalog, 'order'>): readonly string[] {
  const { names } = viewOf(path).selection;
  return names.size === 0 ? [] : order.filter((name) => names.has(name));
}

function alikeOf(path: string, shown: ShownCatalog) {
  return alikeActions(shown.alike, currentOf(path, shown)?.tool.name ?? null, {
    only: (kind) => changeView({ text: '', chosen: { alike: [kind] } }),
    show: showTool,
  });
}

/** The name where the keyboard stands, whether the table has it or not. */
export const selectedName = (path: string) => viewOf(path).selection.current;

/** The row where the keyboard stands; null where the table does not have it. */
function currentOf(path: string, { rows }: ShownCatalog): CatalogRow | null {
  return rows.get(viewOf(path).selection.current ?? '') ?? null;
}

function onCurrent(act: (row: CatalogRow) => void): void {
  onCatalog(({ path, shown }) => {
    const row = currentOf(path, shown);
    if (row) act(row);
  });
}

function onChosen(act: (names: readonly string[]) => void): void {
  onCatalog(({ path, shown }) => {
    const names = chosenOf(path, shown);
    if (names.length > 0) act(names);
  });
}

/** Does something with what the table shows, as soon as it shows what the filter says. */
export function onCatalog(act: (at: { readonly path: string; readonly shown: ShownCatalog }) => void): void {
  shownCatalog.do((shown) => {
    const path = pathOnScreen();
    if (path !== null) act({ path, shown });
  });
}

function mayBe(test: (path: string, shown: ShownCatalog) => boolean): boolean {
  const path = pathOnScreen();
  return path !== null && shownCatalog.mayBe((shown) => test(path, shown));
}

/** Path of the workspace whose catalog is on the screen. */
function pathOnScreen(): string | null {
  return useNavigation.getState().feature === 'catalog' ? (openWorkspace()?.path ?? null) : null;
}

function changeView(view: Partial<CatalogView>): void {
  const path = pathOnScreen();
  if (path !== null) useCatalogStore.getState().change(path, view);
}

const viewOf = (path: string): CatalogView => useCatalogStore.getState().views[path] ?? initialView;

/** The selection after a click on a row of the table. */
export function clickRow(index: number, mode: Parameters<typeof selectAt>[3]): void {
  onCatalog(({ path, shown }) => {
    changeView({ selection: selectAt(viewOf(path).selection, shown.order, index, mode) });
    shown.scrollTo(index);
  });
}
