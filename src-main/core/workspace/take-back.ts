import { canonicalJson } from '#shared/canonical-json.ts';
import type { JsonValue } from '#shared/text/write-value.ts';

/** What a field said before a change of it, after it, and what it says now; undefined where it was not written. */
interface Versions {
  readonly before: JsonValue | undefined;
  readonly after: JsonValue | undefined;
  readonly present: JsonValue | undefined;
}

type JsonMap = { readonly [key: string]: JsonValue };
type Taken = { readonly value: JsonValue | undefined } | null;

/**
 * What a field says when one change of it is taken back and later changes of it stay: fields of maps and entries of lists are told
 * apart. Null where a later change wrote, moved or removed the very thing that this one changed.
 */
export function takeBack({ before, after, present }: Versions): Taken {
  if (isSame(present, after)) return { value: before };
  if (isSame(before, after)) return { value: present };
  if (isMap(before) && isMap(after) && isMap(present)) return takeBackMap({ before, after, present });
  const lists = [before, after, present].map(listOf);
  const [old, made, now] = lists;
  if (!old || !made || !now || !mayBeAbsent([before, after, present], lists)) return null;
  const value = takeBackList({ before: old, after: made, present: now });
  return value && { value: value.length === 0 && before === undefined ? undefined : value };
}

function takeBackMap({ before, after, present }: Record<keyof Versions, JsonMap>): Taken {
  const value: Record<string, JsonValue> = { ...present };
  for (const key of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const taken = takeBack({ before: own(before, key), after: own(after, key), present: own(present, key) });
    if (taken === null) return null;
    if (taken.value === undefined) delete value[key];
    else
      Object.defineProperty(value, key, { value: taken.value, enumerable: true, configurable: true, writable: true });
  }
  return { value };
}

type Entries = Map<string, JsonValue>;

function takeBackList(versions: Record<keyof Versions, readonly JsonValue[]>): JsonValue[] | null {
  const after = entriesOf(versions.after);
  const before = withNamesOf(after, entriesOf(versions.before));
  const present = entriesOf(versions.present);
  for (const [id, made] of after) {
    const now = present.get(id);
    if (!before.has(id)) {
      // It was added: it is removed, unless it has changed meanwhile.
      if (now === undefined || !isSame(now, made)) return null;
      present.delete(id);
    } else if (now !== undefined || !isSame(before.get(id), made)) {
      const taken = takeBack({ before: before.get(id), after: made, present: now });
      if (taken?.value === undefined) return null;
      present.set(id, taken.value);
    }
  }
  const ordered = inOrderOf(before, { after, present });
  return ordered && withRemoved(ordered, { before, after });
}

/** Entries that the change moved are where they were, unless they were moved again. */
function inOrderOf(before: Entries, { after, present }: { after: Entries; present: Entries }): Entries | null {
  const common = (of: Entries) => [...of.keys()].filter((id) => before.has(id) && after.has(id) && present.has(id));
  const [old, made, now] = [common(before), common(after), common(present)];
  if (isSame(old, made)) return present;
  if (!isSame(made, now)) return null;
  const moved = new Set(old);
  const next = old[Symbol.iterator]();
  const ids = [...present.keys()].map((id) => (moved.has(id) ? (next.next().value ?? id) : id));
  return new Map(ids.map((id) => [id, present.get(id) ?? null]));
}

/** Entries that the change removed are back, each after its former predecessor; null when one exists again. */
function withRemoved(present: Entries, { before, after }: { before: Entries; after: Entries }): JsonValue[] | null {
  const ids = [...present.keys()];
  const old = [...before.keys()];
  for (const [index, id] of old.entries()) {
    if (after.has(id)) continue;
    if (present.has(id)) return null;
    const behind = old.slice(0, index).findLast((other) => ids.includes(other));
    const front = old.slice(index + 1).find((other) => ids.includes(other));
    const at = behind !== undefined ? ids.indexOf(behind) + 1 : front !== undefined ? ids.indexOf(front) : ids.length;
    ids.splice(at, 0, id);
  }
  return ids.map((id) => present.get(id) ?? before.get(id) ?? null);
}

/** The entries by what tells them apart: the name of one that has a name, else all that it says; twins are counted. */
function entriesOf(list: readonly JsonValue[]): Entries {
  const entries: Entries = new Map();
  const twins = new Map<string, number>();
  for (const value of list) {
    const id = isMap(value) && typeof value.name === 'string' ? `name ${value.name}` : canonicalJson(value);
    const count = twins.get(id) ?? 0;
    twins.set(id, count + 1);
    entries.set(`${id} ${count}`, value);
  }
  return entries;
}

/** The entries before a change under the names after it: an entry that took the place of another one was renamed. */
function withNamesOf(after: Entries, before: Entries): Entries {
  const made = [...after.keys()];
  if (made.length !== before.size) return before;
  return new Map(
    [...before].map(([id, value], index) => {
      const other = made[index] ?? id;
      const isRenamed = !after.has(id) && !before.has(other) && isMap(value) && isMap(after.get(other));
      return [isRenamed ? other : id, value];
    }),
  );
}

function listOf(value: JsonValue | undefined): readonly JsonValue[] | null {
  return value === undefined ? [] : Array.isArray(value) ? value : null;
}

/** A list that is not written is an empty one where its entries are maps; that of texts may mean something else: all. */
function mayBeAbsent(
  versions: readonly (JsonValue | undefined)[],
  lists: readonly (readonly JsonValue[] | null)[],
): boolean {
  return !versions.includes(undefined) || lists.every((list) => list?.every(isMap));
}

function own(map: JsonMap, key: string): JsonValue | undefined {
  return Object.hasOwn(map, key) ? map[key] : undefined;
}

function isMap(value: JsonValue | undefined): value is JsonMap {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isSame(a: JsonValue | undefined, b: JsonValue | undefined): boolean {
  return a === undefined || b === undefined ? a === b : canonicalJson(a) === canonicalJson(b);
}
