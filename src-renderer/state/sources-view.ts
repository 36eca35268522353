import { create } from 'zustand';
import { useNavigation } from './navigation-store.ts';
import type { ScreenSubject } from './screen-subject.ts';

interface SourcesView {
  /** Key of the chosen row by path of the workspace: `source:<name>` or `job:<id>`. */
  readonly selected: Readonly<Record<string, string>>;
  select(workspace: string, key: string): void;
}

/** The selection on the Sources screen, kept until the user comes back to it. */
export const useSourcesView = create<SourcesView>()((set) => ({
  selected: {},
  select: (workspace, key) => set(({ selected }) => ({ selected: { ...selected, [workspace]: key } })),
}));

export const sourceKey = (name: string): string => `source:${name}`;
export const jobKey = (id: string): string => `job:${id}`;

/** Goes to the Sources screen, to one row of it. */
export function showSource(workspace: string, key: string): void {
  useSourcesView.getState().select(workspace, key);
  useNavigation.getState().goTo('sources');
}

let narrowTo: (workspace: string, source: string) => void = () => undefined;

/** The catalog says how it shows the tools of one source alone. */
export function onShowTools(narrow: typeof narrowTo): void {
  narrowTo = narrow;
}

/** Goes to the catalog, to the tools of one source. */
export function showToolsOf(workspace: string, source: string): void {
  narrowTo(workspace, source);
  useNavigation.getState().goTo('catalog');
}

/** The source in the details. An import that runs has no address: it is another one after a reload. */
export const sourceSubject: ScreenSubject = {
  read: (path) => /^source:(.+)$/s.exec(useSourcesView.getState().selected[path] ?? '')?.[1] ?? null,
  show: (path, name) => useSourcesView.getState().select(path, sourceKey(name)),
  subscribe: useSourcesView.subscribe,
};
