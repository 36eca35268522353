import type { StoreApi } from 'zustand';
import { packJson, unpackJson } from './packed-json.ts';

/** Most characters that one store keeps: a tab has a few million for all. What is longer is not kept. */
const mostCharacters = 1_500_000;

/**
 * Keeps results of a store in the tab, so that they survive a reload; a new tab has none. `pick` gives what is kept by key: it is
 * written when a value is another one. Where the tab has no room, nothing is kept.
 */
export function keepInSession<State>(
  store: Pick<StoreApi<State>, 'getState' | 'setState' | 'subscribe'>,
  {
    name,
    pick,
    restore,
  }: {
    name: string;
    pick(state: State): Readonly<Record<string, unknown>>;
    restore(kept: Readonly<Record<string, unknown>>): Partial<State>;
  },
): void {
  const storage = globalThis.sessionStorage;
  if (storage === undefined) return;
  const kept = read(storage, name);
  if (kept !== null) store.setState(restore(kept));
  let last = pick(store.getState());
  store.subscribe((state) => {
    const next = pick(state);
    if (isSame(last, next)) return;
    last = next;
    write(storage, name, next);
  });
}

function isSame(a: Readonly<Record<string, unknown>>, b: Readonly<Record<string, unknown>>): boolean {
  const keys = Object.keys(a);
  return keys.length === Object.keys(b).length && keys.every((key) => Object.hasOwn(b, key) && a[key] === b[key]);
}

function read(storage: Storage, name: string): Readonly<Record<string, unknown>> | null {
  try {
    const kept = unpackJson(storage.getItem(name) ?? 'null');
    return typeof kept === 'object' && kept !== null ? (kept as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}

function write(storage: Storage, name: string, kept: Readonly<Record<string, unknown>>): void {
  try {
    const text = packJson(kept);
    if (text.length <= mostCharacters) storage.setItem(name, text);
    else storage.removeItem(name);
  } catch {
    storage.removeItem(name);
  }
}
