import { create } from 'zustand';
import { createJSONStorage, persist } from 'zustand/middleware';
import type { LoadingMode } from '#shared/domain/loading-mode.ts';
import type { SearchType } from '#shared/domain/search-request.ts';
import { keepApart, openPath } from './open-workspace.ts';
import type { ScreenSubject } from './screen-subject.ts';

/** The lists that narrow what this search may see, as a planner's policy would (R5.01–R5.03). */
export interface PolicyInputs {
  readonly allowedTools: readonly string[];
  readonly deniedTools: readonly string[];
  readonly requiredTags: readonly string[];
}

/** A type of `tool_search`, or the mode beside it. */
export type PlaygroundSearch = SearchType | 'hybrid';

/** What the user asks for. */
export interface PlaygroundInputs {
  readonly query: string;
  readonly searchType: PlaygroundSearch;
  readonly limit: number;
  readonly includeAlwaysLoaded: boolean;
  readonly policy: PolicyInputs;
}

export type AnswerTab = 'details' | 'model' | 'path' | 'why-not' | 'skills';

interface PlaygroundState extends PlaygroundInputs {
  /** Name of the result in the details; results that lack it show their first. */
  readonly selected: string | null;
  /** Queries of before in the open workspace, the last one first. */
  readonly history: readonly string[];
  /** The same by path of the workspace, the last used last. */
  readonly histories: Readonly<Record<string, readonly string[]>>;
  /** The tab of the panel below; the details are one only where the window is narrow. */
  readonly tab: AnswerTab;
  set(inputs: Partial<PlaygroundInputs>): void;
  select(name: string | null): void;
  remember(query: string): void;
  clearHistory(): void;
  showTab(tab: AnswerTab): void;
}

export const emptyPolicy: PolicyInputs = { allowedTools: [], deniedTools: [], requiredTags: [] };

/** Workspaces whose queries are remembered. */
const rememberedHistories = 12;

/** The histories with that of the open workspace changed. */
function withHistory(state: PlaygroundState, history: readonly string[]): Partial<PlaygroundState> {
  const path = openPath();
  if (history === state.history || path === null) return { history };
  const { [path]: _, ...others } = state.histories;
  const kept = Object.entries(others).slice(1 - rememberedHistories);
  return { history, histories: { ...Object.fromEntries(kept), [path]: history } };
}

let lastKept: string | null = null;

/** The browser's storage, but written only when what is kept changed: a key of the query changes nothing of it. */
const changedStorage = createJSONStorage(() => ({
  getItem: (name) => localStorage.getItem(name),
  removeItem: (name) => localStorage.removeItem(name),
  setItem: (name, text) => {
    if (text !== lastKept) localStorage.setItem(name, text);
    lastKept = text;
  },
}));

/**
 * The playground's inputs and what is chosen. Type and limit are the same in every workspace; what is asked, chosen and
 * remembered belongs to its workspace. All but the query survives a restart.
 */
export const usePlayground = create<PlaygroundState>()(
  persist(
    (set) => ({
      query: '',
      searchType: 'fts',
      limit: 8,
      includeAlwaysLoaded: false,
      policy: emptyPolicy,
      selected: null,
      history: [],
      histories: {},
      tab: 'details',
      set: (inputs) => set(inputs),
      select: (selected) => set({ selected }),
      remember: (query) => set((state) => withHistory(state, rememberQuery(state.history, query))),
      clearHistory: () => set((state) => withHistory(state, [])),
      showTab: (tab) => set({ tab }),
    }),
    {
      name: 'pegboard.playground',
      version: 2,
      storage: changedStorage,
      partialize: ({ searchType, limit, includeAlwaysLoaded, histories }) => ({
        searchType,
        limit,
        includeAlwaysLoaded,
        histories,
      }),
      // Before, all workspaces shared one history.
      migrate: (stored) => ({ ...(stored as PlaygroundState), history: [], histories: {} }),
    },
  ),
);

keepApart(usePlayground, {
  pick: ({ query, policy, selected, history }) => ({ query, policy, selected, history }),
  initial: (path) => ({
    query: '',
    policy: emptyPolicy,
    selected: null,
    history: usePlayground.getState().histories[path ?? ''] ?? [],
  }),
});

/** Puts a tool's name into the playground as an exact query; a tool on the board is found only when those are included. */
export function tryToolInPlayground(tool: { name: string; mode: LoadingMode }): void {
  usePlayground.setState((state) => ({
    query: tool.name,
    searchType: 'exact',
    includeAlwaysLoaded: state.includeAlwaysLoaded || tool.mode === 'always',
    selected: tool.name,
  }));
}

const longestHistory = 20;

/**
 * The history with this query at its front. A query said again moves up; one that only continues the last entry (or is its
 * beginning) takes its place, so that typing with pauses leaves one entry and not five. Blank queries are not kept.
 */
export function rememberQuery(history: readonly string[], query: string): readonly string[] {
  const text = query.trim();
  if (text === '' || history[0] === text) return history;
  const [last, ...older] = history;
  const isSameThought = last !== undefined && (text.startsWith(last) || last.startsWith(text));
  const kept = isSameThought ? older : history;
  return [text, ...kept.filter((entry) => entry !== text)].slice(0, longestHistory);
}

/** What is searched for. */
export const querySubject: ScreenSubject = {
  read: () => usePlayground.getState().query.trim() || null,
  show: (_, query) => usePlayground.setState({ query, selected: null }),
  subscribe: usePlayground.subscribe,
};
