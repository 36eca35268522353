/** Every object that all others inherit from, with the keys it has before any input was read. */
const watched = [
  ['Object', Object.prototype],
  ['Array', Array.prototype],
  ['Function', Function.prototype],
  ['String', String.prototype],
  ['Number', Number.prototype],
  ['Map', Map.prototype],
  ['Promise', Promise.prototype],
] as const;
const before = new Map(watched.map(([, object]) => [object as object, new Set(Reflect.ownKeys(object))]));

/** What was put on a prototype, or where code of an input would say that it ran; null when nothing was. Takes it off, for the cases that follow. */
export function prototypesAsTheyWere(): string | null {
  for (const [name, object] of watched) {
    for (const key of Reflect.ownKeys(object)) {
      if (before.get(object)?.has(key)) continue;
      Reflect.deleteProperty(object, key);
      return `${name} has a new key: ${String(key)}`;
    }
  }
  return 'polluted' in globalThis ? 'code of an input ran' : null;
}
