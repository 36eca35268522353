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

export type AnswerTab = 'details' | 'model' | 'path' | 'why-not';

interface PlaygroundState extends PlaygroundInputs {
  /** Name of the result in the details; results that lack it show their first. */
  readonly selected: string | null;
  /** The type to go back to when the query is edited, while the name of a tool is asked for; else null. */
  readonly typeBefore: PlaygroundSearch | null;
  /** Queries of before in the open workspace, the last one first. */
  readonly history: readonly string[];
  /** The same by path of the workspace, the last used last. */
  readonly histories: Readonly<Record<string, readonly string[]>>;
  /** The tab of the panel below; the details are one only where the window is narrow. */
  readonly tab: AnswerTab;
  /** Whether the skills for the same words are beside the answer. */
  readonly hasSkills: boolean;
  set(inputs: Partial<PlaygroundInputs>): void;
  select(name: string | null): void;
  remember(query: string): void;
  clearHistory(): void;
  showTab(tab: AnswerTab): void;
  showSkills(hasSkills: boolean): void;
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

/** The inputs with a change. Another query begins at its first result, and not at one that was chosen for the query before. */
function withInputs(
  { query, typeBefore }: PlaygroundState,
  inputs: Partial<PlaygroundInputs>,
): Partial<PlaygroundState> {
  if (inputs.query === undefined || inputs.query === query) {
    return inputs.searchType === undefined ? inputs : { ...inputs, typeBefore: null };
  }
  return { ...(typeBefore !== null && { searchType: typeBefore }), ...inputs, typeBefore: null, selected: null };
}

let lastKept: string | null = null;

/** The browser's storage, but written only when what is kept changed: a key of the query changes nothing of it. */
const changedStorage = createJSONStorage(() => {
  // Where there is none, as in a test, this throws, and nothing is kept.
  const storage = localStorage;
  return {
    getItem: (name) => storage.getItem(name),
    removeItem: (name) => storage.removeItem(name),
    setItem: (name, text) => {
      if (text !== lastKept) storage.setItem(name, text);
      lastKept = text;
    },
  };
});

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
      typeBefore: null,
      history: [],
      histories: {},
      tab: 'details',
      hasSkills: false,
      set: (inputs) => set((state) => withInputs(state, inputs)),
      select: (selected) => set({ selected }),
      remember: (query) => set((state) => withHistory(state, rememberQuery(state.history, query))),
      clearHistory: () => set((state) => withHistory(state, [])),
      showTab: (tab) => set({ tab }),
      showSkills: (hasSkills) => set({ hasSkills }),
    }),
    {
      name: 'pegboard.playground',
      version: 2,
      storage: changedStorage,
      partialize: ({ searchType, typeBefore, limit, includeAlwaysLoaded, histories, hasSkills }) => ({
        hasSkills,
        searchType: typeBefore ?? searchType,
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
    typeBefore: state.typeBefore ?? (state.searchType === 'exact' ? null : state.searchType),
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
  show: (_, query) => usePlayground.getState().set({ query }),
  subscribe: usePlayground.subscribe,
};
