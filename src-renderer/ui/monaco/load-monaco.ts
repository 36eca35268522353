import type { monaco as Monaco } from './monaco.ts';

export type MonacoApi = typeof Monaco;

let loaded: Promise<MonacoApi> | undefined;

/** Monaco, loaded when the first editor is shown. */
export function loadMonaco(): Promise<MonacoApi> {
  loaded ??= import('./monaco.ts').then(({ monaco }) => monaco);
  // A page that could not load it tries again with the next editor.
  loaded.catch(() => {
    loaded = undefined;
  });
  return loaded;
}

/** The settings of Monaco's JSON language. */
export async function loadJsonDefaults() {
  return (await import('./monaco.ts')).jsonDefaults;
}
