import type { StoreApi } from 'zustand';

/** Path of the workspace that is open; null while none is, or that is not known. */
let open: string | null = null;

/** Listeners for the change to another workspace, with the old and the new one. */
const listeners: ((from: string | null, to: string | null) => void)[] = [];

/** Says which workspace is open, before anything of it is on the screen. */
export function setOpenWorkspace(path: string | null): void {
  if (path === open) return;
  const from = open;
  open = path;
  for (const listener of listeners) listener(from, path);
}

/** Path of the workspace that is open; null while none is, or that is not known. */
export function openPath(): string | null {
  return open;
}

/** Calls `listener` whenever another workspace is open. Returns how to stop. */
export function onOtherWorkspace(listener: (from: string | null, to: string | null) => void): () => void {
  listeners.push(listener);
  return () => {
    const at = listeners.indexOf(listener);
    if (at >= 0) listeners.splice(at, 1);
  };
}

/**
 * Keeps a part of a store apart for each workspace: when another one opens, its own part comes back, or `initial` where it was
 * not open before in this window.
 */
export function keepApart<State extends object, Part extends Partial<State>>(
  store: Pick<StoreApi<State>, 'getState' | 'setState'>,
  { pick, initial }: { pick(state: State): Part; initial(path: string | null): Part },
): void {
  const parts = new Map<string, Part>();
  onOtherWorkspace((from, to) => {
    if (from !== null) parts.set(from, pick(store.getState()));
    store.setState((to === null ? undefined : parts.get(to)) ?? initial(to));
  });
}
