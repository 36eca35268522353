import { create } from 'zustand';
import type { UseOrigin } from '#shared/domain/use.ts';
import type { UseFilter } from '#shared/domain/use-report.ts';
import { openPath } from '../../state/open-workspace.ts';
import type { ScreenSubject } from '../../state/screen-subject.ts';

export const useTabs = [
  'overview',
  'tools',
  'sources',
  'searches',
  'together',
  'proposals',
  'golden',
  'names',
  'logs',
] as const;
export type UseTab = (typeof useTabs)[number];

export const usePeriods = ['7', '30', '90', 'all'] as const;
export type UsePeriod = (typeof usePeriods)[number];

/** What the figures are of. */
export interface UseScope {
  readonly period: UsePeriod;
  readonly origin: UseOrigin | null;
  readonly source: string | null;
  /** Null: all; empty: those that name no client. */
  readonly client: string | null;
}

/** The figure whose events are listed. */
export interface UseFigure {
  readonly title: string;
  /** What it adds to the scope. */
  readonly filter: UseFilter;
}

/** The state of the screen for one workspace, kept until the user comes back to it. */
export interface UseView extends UseScope {
  readonly tab: UseTab;
  /** Null: all events of the scope. */
  readonly figure: UseFigure | null;
  /** Number of the selected event; null for none. */
  readonly current: number | null;
  /** Queries of proposed golden queries that were skipped. */
  readonly skipped: readonly string[];
  /** Other words for a proposed golden query, and for which one. */
  readonly typed: { readonly of: string; readonly text: string } | null;
}

export const noFilters: UseScope = { period: '30', origin: null, source: null, client: null };
export const initialView: UseView = {
  ...noFilters,
  tab: 'overview',
  figure: null,
  current: null,
  skipped: [],
  typed: null,
};

interface UseState {
  /** By path of the workspace. */
  readonly views: Readonly<Record<string, UseView>>;
  change(path: string, view: Partial<UseView>): void;
}

export const useUse = create<UseState>()((set) => ({
  views: {},
  change: (path, view) =>
    set(({ views }) => ({ views: { ...views, [path]: { ...(views[path] ?? initialView), ...view } } })),
}));

/** The state of the screen for one workspace. */
export const viewOf = (path: string): UseView => useUse.getState().views[path] ?? initialView;

const isTab = (text: string): text is UseTab => (useTabs as readonly string[]).includes(text);

/** The tab, as the address names it: `#/use/tools`. */
export const useSubject: ScreenSubject = {
  read: (path) => {
    const { tab } = viewOf(path);
    return tab === initialView.tab ? null : tab;
  },
  show: (path, tab) => {
    if (isTab(tab)) useUse.getState().change(path, { tab });
  },
  subscribe: (listener) =>
    useUse.subscribe((state, before) => {
      const path = openPath();
      if (path !== null && state.views[path]?.tab !== before.views[path]?.tab) listener();
    }),
};
