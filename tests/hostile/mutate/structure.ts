import type { Random } from '../random.ts';
import type { Markers } from './markers.ts';
import { longText, nested, oddKeys, oddTexts, oddValue, own } from './values.ts';

/** A place in a value: what holds it, and the key or the number under which. */
interface Place {
  readonly holder: object;
  readonly key: string | number;
}

type Change = (place: Place, value: unknown) => void;

export interface StructureOptions {
  readonly random: Random;
  readonly markers: Markers;
  /** Values of the caller's own that fit the kind of file, such as odd schemas for a list of tools. */
  readonly values?: readonly (() => unknown)[];
  /** Whether values may move to another place; where a secret stands must not, or printing it would be right. */
  readonly moves?: boolean;
}

/** A copy of the value with one thing changed. */
export function mutateStructure(value: unknown, options: StructureOptions): unknown {
  const { random } = options;
  const root = { root: structuredClone(value) };
  const places = placesIn(root, []);
  const place = random.pick(places);
  change(options, places)(place, at(place));
  return root.root;
}

function at({ holder, key }: Place): unknown {
  return Reflect.get(holder, key);
}

function put({ holder, key }: Place, value: unknown): void {
  if (Array.isArray(holder)) holder[Number(key)] = value;
  else own(holder, String(key), value);
}

function placesIn(holder: object, found: Place[]): Place[] {
  for (const key of Object.keys(holder)) {
    found.push({ holder, key });
    if (found.length > 2000) return found;
    const value: unknown = Reflect.get(holder, key);
    if (typeof value === 'object' && value !== null) placesIn(value, found);
  }
  return found;
}

function change(options: StructureOptions, places: readonly Place[]): Change {
  const { random, markers, values = [], moves = true } = options;
  return random.weighted<Change>([
    [10, (place) => put(place, oddValue(random, markers))],
    [values.length === 0 ? 0 : 8, (place) => put(place, random.pick(values)())],
    [
      4,
      ({ holder, key }) =>
        Array.isArray(holder) ? holder.splice(Number(key), 1) : Reflect.deleteProperty(holder, key),
    ],
    [4, (place, value) => addKey(options, holderOf(place, value), oddValue(random, markers))],
    [2, (place, value) => addKey(options, holderOf(place, value), { polluted: 'yes' })],
    [moves ? 2 : 0, (place) => renameKey(place, random)],
    [3, ({ holder, key }, value) => Array.isArray(holder) || own(holder, markers.again(String(key)), value)],
    [3, (place, value) => put(place, random.chance(0.5) ? [value] : { value })],
    [1, (place) => put(place, nested(random, markers))],
    [moves ? 3 : 0, (place) => put(place, structuredClone(at(random.pick(places.slice(1).concat(places)))))],
    [3, (place, value) => repeat(place, { value, random })],
    [5, (place, value) => put(place, bent(value, random))],
  ]);
}

/** The nearest object: the value itself, or what holds it. */
function holderOf({ holder }: Place, value: unknown): object {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : holder;
}

function addKey({ random }: StructureOptions, holder: object, value: unknown): void {
  if (Array.isArray(holder)) holder.push(value);
  else own(holder, random.chance(0.1) ? longText(random) : random.pick(oddKeys), value);
}

function renameKey(place: Place, random: Random): void {
  if (Array.isArray(place.holder)) return;
  const value = at(place);
  Reflect.deleteProperty(place.holder, place.key);
  own(place.holder, random.pick([...oddKeys, `${place.key} `, String(place.key).toUpperCase()]), value);
}

/** The same entry many times, as a program that appends in a loop would write. */
function repeat({ holder }: Place, { value, random }: { value: unknown; random: Random }): void {
  const times = random.weighted([
    [6, 2],
    [3, 30],
    [1, 300],
  ]);
  if (Array.isArray(holder)) for (let n = 0; n < times; n++) holder.push(value);
  else for (let n = 0; n < times; n++) own(holder, `more_${n}`, value);
}

/** The value with something of it changed. */
function bent(value: unknown, random: Random): unknown {
  if (typeof value === 'string') {
    const odd = random.pick(oddTexts);
    const middle = random.below(value.length + 1);
    return random.pick([
      value + odd,
      odd + value,
      value.slice(0, middle) + odd + value.slice(middle),
      value.slice(0, middle),
      value.toUpperCase(),
      ` ${value} `,
      `${value}\n${value}`,
    ]);
  }
  if (typeof value === 'number') return random.pick([-value, value + 0.5, value * 1e9, String(value), [value]]);
  if (typeof value === 'boolean') return random.pick([String(value), Number(value), !value, null]);
  if (Array.isArray(value))
    return random.pick([value.toReversed(), Object.fromEntries(value.entries()), value.at(0), value.flat(3)]);
  return random.pick([[value], Object.entries(value ?? {}), JSON.stringify(value), Object.keys(value ?? {})]);
}
