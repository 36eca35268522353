import { create } from 'zustand';
import { persist } from 'zustand/middleware';

/** An open document of a screen. */
export interface DocumentTab {
  /** The id of its document. */
  readonly id: string;
  readonly title: string;
}

/** The open documents of one screen in one workspace. */
export interface TabRow {
  readonly open: readonly DocumentTab[];
  readonly active: string | null;
  /** Closed documents, the latest last. */
  readonly closed: readonly DocumentTab[];
}

const noTabs: TabRow = { open: [], active: null, closed: [] };
const rememberedClosed = 20;
const rememberedRows = 40;

interface Tabs {
  /** By `rowKey`, the last used last. */
  readonly rows: Readonly<Record<string, TabRow>>;
}

/** Which documents are open where: found again after a restart, in the browser's local storage. Their texts lie elsewhere. */
export const useTabStore = create<Tabs>()(
  persist((): Tabs => ({ rows: {} }), { name: 'pegboard.documents', version: 1 }),
);

let shown: string | null = null;

/** The row of tabs that is on screen, which the commands act on. */
export const shownRow = (): string | null => shown;
export const setShownRow = (row: string | null): void => {
  shown = row;
};

/** `screen`: the prefix of its documents' ids, `pack`. */
export function rowKey(workspace: string, screen: string): string {
  return JSON.stringify([workspace, screen]);
}

export function workspaceOfRow(row: string): string {
  return (JSON.parse(row) as [string, string])[0];
}

export function tabRow(row: string): TabRow {
  return useTabStore.getState().rows[row] ?? noTabs;
}

export function useTabRow(row: string): TabRow {
  return useTabStore(({ rows }) => rows[row] ?? noTabs);
}

/** Shows a document, in the tab that it has or in a new one behind the one on screen. */
export function openTab(row: string, tab: DocumentTab): void {
  change(row, ({ open, active, closed }) => {
    const at = open.findIndex(({ id }) => id === tab.id);
    const behind = open.findIndex(({ id }) => id === active) + 1 || open.length;
    return {
      open: at >= 0 ? open.with(at, tab) : open.toSpliced(behind, 0, tab),
      active: tab.id,
      closed: closed.filter(({ id }) => id !== tab.id),
    };
  });
}

/** Takes a tab away; the next one is shown, or the one before. */
export function closeTab(row: string, id: string): void {
  change(row, ({ open, active, closed }) => {
    const at = open.findIndex((tab) => tab.id === id);
    const tab = open[at];
    if (!tab) return { open, active, closed };
    const left = open.toSpliced(at, 1);
    const next = left[at] ?? left.at(-1);
    return {
      open: left,
      active: active === id ? (next?.id ?? null) : active,
      closed: [...closed, tab].slice(-rememberedClosed),
    };
  });
}

/** Opens what was closed last; null when nothing was. */
export function reopenTab(row: string): DocumentTab | null {
  const tab = tabRow(row).closed.at(-1) ?? null;
  if (tab) openTab(row, tab);
  return tab;
}

/** Shows the tab that many places further, around the ends. */
export function stepTab(row: string, step: number): void {
  const { open, active } = tabRow(row);
  const at = open.findIndex(({ id }) => id === active);
  const next = open.at((at + step) % open.length);
  if (next) openTab(row, next);
}

/** The document no longer exists: its tab closes and is not opened again. */
export function forgetTab(row: string, id: string): void {
  closeTab(row, id);
  change(row, (state) => ({ ...state, closed: state.closed.filter((tab) => tab.id !== id) }));
}

function change(row: string, work: (state: TabRow) => TabRow): void {
  useTabStore.setState(({ rows: { [row]: before = noTabs, ...others } }) => ({
    rows: { ...Object.fromEntries(Object.entries(others).slice(1 - rememberedRows)), [row]: work(before) },
  }));
}
