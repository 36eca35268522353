import type { StoreApi } from 'zustand';

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
    const kept = fromText(storage.getItem(name) ?? 'null');
    return typeof kept === 'object' && kept !== null ? (kept as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}

function write(storage: Storage, name: string, kept: Readonly<Record<string, unknown>>): void {
  try {
    const text = toText(kept);
    if (text.length <= mostCharacters) storage.setItem(name, text);
    else storage.removeItem(name);
  } catch {
    storage.removeItem(name);
  }
}

/** Texts of this length and more are written once, however often they repeat: the prompts of a run repeat at every step. */
const longText = 100;
/** Begins a text that stands for one of the list. */
const reference = '\0';

function toText(kept: unknown): string {
  const places = new Map<string, number>();
  const placeOf = (text: string) => {
    const place = places.get(text) ?? places.size;
    places.set(text, place);
    return place;
  };
  const isListed = (value: unknown) =>
    typeof value === 'string' && (value.length >= longText || value.startsWith(reference));
  const short = JSON.stringify(kept, (_, value) => (isListed(value) ? `${reference}${placeOf(value)}` : value));
  return JSON.stringify([short, [...places.keys()]]);
}

function fromText(written: string): unknown {
  const [short, texts] = JSON.parse(written) as [string, string[]];
  return JSON.parse(short, (_, value) =>
    typeof value === 'string' && value.startsWith(reference) ? texts[Number(value.slice(reference.length))] : value,
  );
}
