/** Every object that all others inherit from, with the keys it has before any input was read. */
const watched = [
  ['Object', Object.prototype],
  ['Array', Array.prototype],
  ['Function', Function.prototype],
  ['String', String.prototype],
  ['Number', Number.prototype],
  ['Map', Map.prototype],
  ['Promise', Promise.prototype],
  ['globalThis', globalThis],
] as const;
/** What Node itself defines on first use. */
const lazy = new Set<string | symbol>(['fetch', 'crypto', 'navigator', 'localStorage', 'sessionStorage']);
const before = new Map(watched.map(([, object]) => [object as object, new Set(Reflect.ownKeys(object))]));

/** What was put on a prototype, or on the global object; null when nothing was. Takes it off, for the cases that follow. */
export function prototypesAsTheyWere(): string | null {
  for (const [name, object] of watched) {
    for (const key of Reflect.ownKeys(object)) {
      if (before.get(object)?.has(key) || lazy.has(key)) continue;
      if (object === globalThis && typeof key === 'symbol') continue;
      Reflect.deleteProperty(object, key);
      return `${name} has a new key: ${String(key)}`;
    }
  }
  return null;
}
