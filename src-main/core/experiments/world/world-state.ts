import type { World, WorldAct } from '#shared/domain/task.ts';
import { walkJson, walkLimits } from '../../json/json-walk.ts';
import type { ToolAnswer } from '../../planner/run/run-tool.ts';
import { holds, ResultRows } from '../../planner/scenario/scenario-results.ts';
import { CannotMake, type Making, madeValue, namedArgument } from './made-value.ts';

export type WorldRecord = Readonly<Record<string, unknown>>;
/** The records of a world, by collection. */
export type WorldRecords = Readonly<Record<string, readonly WorldRecord[]>>;

/** Most records of a collection; a call that would make more is refused. */
const maximumRecords = 20_000;
/** Most records that one answer has. */
const maximumListed = 1_000;

/** Tells the time of the run; `advance` moves it by milliseconds where a result has a latency. */
export interface WorldClock {
  now(): number;
  advance?(milliseconds: number): void;
}

/** A call that the world refuses, in the words that the agent reads. */
class Refused extends Error {}

/**
 * The records of a world while an agent works. A call does all of its acts or none. Records that were handed out do not change:
 * a later call makes new ones.
 */
export class WorldState {
  /** The records at the start. */
  readonly start: WorldRecords;
  readonly #world: World;
  readonly #clock: WorldClock;
  readonly #results: ResultRows;
  #records: ReadonlyMap<string, readonly WorldRecord[]>;
  #ids: ReadonlyMap<string, number> = new Map();

  /** `timeoutMs`: a result with a longer latency is a timeout. */
  constructor(world: World, clock: WorldClock, { timeoutMs = 30_000 }: { readonly timeoutMs?: number } = {}) {
    this.#world = world;
    this.#clock = clock;
    const advance = (milliseconds: number) => clock.advance?.(milliseconds);
    this.#results = new ResultRows(world, { clock: { now: () => clock.now(), advance }, timeoutMs });
    this.#records = new Map(Object.entries(structuredClone(world.records)));
    this.start = this.snapshot();
  }

  /** The answer to a call whose arguments passed their schema; null when the world has none for it. Never throws. */
  answer(tool: string, args: Readonly<Record<string, unknown>>): ToolAnswer | null {
    const acts = Object.hasOwn(this.#world.tools, tool) ? this.#world.tools[tool] : undefined;
    if (!acts) return this.#results.answer(tool, { ...args });
    if (!isBounded(args)) return { kind: 'error', message: 'The arguments are nested too deep, or too large.' };
    const call = new Call({ records: this.#records, ids: this.#ids, args: structuredClone(args), clock: this.#clock });
    try {
      const [value] = acts.map((act) => call.play(act));
      this.#records = call.records;
      this.#ids = call.ids;
      return { kind: 'result', value };
    } catch (error) {
      if (error instanceof Refused || error instanceof CannotMake) return { kind: 'error', message: error.message };
      throw error;
    }
  }

  /** The records as they are now. */
  snapshot(): WorldRecords {
    return Object.fromEntries(this.#records);
  }
}

function isBounded(args: unknown): boolean {
  let count = 0;
  for (const { depth } of walkJson(args)) {
    count += 1;
    if (depth >= walkLimits.depth || count >= walkLimits.nodes) return false;
  }
  return true;
}

interface CallOptions {
  readonly records: ReadonlyMap<string, readonly WorldRecord[]>;
  readonly ids: ReadonlyMap<string, number>;
  readonly args: WorldRecord;
  readonly clock: WorldClock;
}

/** One call on a copy of the state, which the world takes over when all of its acts are done. */
class Call {
  readonly records: Map<string, readonly WorldRecord[]>;
  readonly ids: Map<string, number>;
  readonly #args: WorldRecord;
  readonly #clock: WorldClock;

  constructor({ records, ids, args, clock }: CallOptions) {
    this.records = new Map(records);
    this.ids = new Map(ids);
    this.#args = args;
    this.#clock = clock;
  }

  /** Plays an act; its answer is a copy. Errors: `Refused`, `CannotMake`. */
  play(act: WorldAct): unknown {
    if (act.get !== undefined) return this.#get(act.get, act);
    if (act.list !== undefined) return this.#list(act.list, act);
    if (act.insert !== undefined) return this.#insert(act.insert, act);
    if (act.update !== undefined) return this.#update(act.update, act);
    return this.#remove(act.remove ?? '', act);
  }

  #get(collection: string, act: WorldAct): unknown {
    return answered(this.#found(collection, act)[0], act);
  }

  #list(collection: string, act: WorldAct): unknown {
    const { asked, oneOf } = this.#askedOf(act.where ?? {});
    const where = this.#pattern(asked, collection);
    const words = act.text ? wordsOf(this.#args[act.text.words]) : [];
    const fields = act.text?.fields ?? [];
    const found = this.#all(collection).filter(
      (record) =>
        holds(record, where) &&
        oneOf.every(([field, items]) => items.some((item) => holds(record[field], item))) &&
        hasWords(record, fields, words),
    );
    this.#refuse(act, found, collection);
    const limit = act.limit === undefined ? undefined : this.#args[act.limit];
    const most = typeof limit === 'number' && limit >= 0 ? Math.min(limit, maximumListed) : maximumListed;
    return found.slice(0, most).map((record) => answered(record, act));
  }

  /** What a `list` asks of the records: equal fields, and fields with one of several values. */
  #askedOf(where: WorldRecord): { asked: WorldRecord; oneOf: [string, unknown[]][] } {
    const oneOf: [string, unknown[]][] = [];
    const asked: [string, unknown][] = [];
    for (const [field, value] of Object.entries(where)) {
      const argument = choicesIn(value);
      if (argument === null) {
        if (!this.#isLeftOut(value)) asked.push([field, value]);
      } else if (Object.hasOwn(this.#args, argument)) {
        oneOf.push([field, [this.#args[argument]].flat()]);
      }
    }
    return { asked: Object.fromEntries(asked), oneOf };
  }

  #insert(collection: string, act: WorldAct): unknown {
    const record = this.#made(act.set ?? {}, { collection, before: {} });
    const about = act.where === undefined ? [record] : this.#matching(collection, act.where);
    this.#refuse(act, about, collection);
    const all = this.#all(collection);
    if (all.length >= maximumRecords) throw new Refused(`${collection} is full.`);
    this.records.set(collection, [...all, record]);
    return answered(record, act);
  }

  #update(collection: string, act: WorldAct): unknown {
    const found = new Set(this.#found(collection, act));
    let first: WorldRecord | undefined;
    const change = (record: WorldRecord): WorldRecord => {
      if (!found.has(record)) return record;
      const changed = { ...record, ...this.#made(act.set ?? {}, { collection, before: record }) };
      first ??= changed;
      return changed;
    };
    this.records.set(collection, this.#all(collection).map(change));
    return answered(first, act);
  }

  #remove(collection: string, act: WorldAct): unknown {
    const found = new Set(this.#found(collection, act));
    this.records.set(
      collection,
      this.#all(collection).filter((record) => !found.has(record)),
    );
    return answered([...found][0], act);
  }

  /** The records that `where` finds, at least one. */
  #found(collection: string, act: WorldAct): readonly WorldRecord[] {
    const found = this.#matching(collection, act.where ?? {});
    this.#refuse(act, found, collection);
    if (found.length > 0) return found;
    const named = Object.values(act.where ?? {}).flatMap((value) => {
      const name = namedArgument(value);
      return name === null ? [] : [`${name} ${JSON.stringify(this.#args[name]) ?? 'left out'}`];
    });
    throw new Refused(`Not found in ${collection}${named.length > 0 ? `: ${named.join(', ')}` : ''}.`.slice(0, 1_000));
  }

  #matching(collection: string, where: WorldRecord): readonly WorldRecord[] {
    if (Object.values(where).some((value) => this.#isLeftOut(value))) return [];
    const pattern = this.#pattern(where, collection);
    return this.#all(collection).filter((record) => holds(record, pattern));
  }

  /** Throws the words of the first refusal that fits the call. */
  #refuse({ refuse }: WorldAct, about: readonly WorldRecord[], collection: string): void {
    const fits = ({ when, args }: WorldAct['refuse'][number]) => {
      if (args !== undefined && !holds(this.#args, args)) return false;
      if (when === undefined) return true;
      if (Object.values(when).some((value) => this.#isLeftOut(value))) return false;
      const pattern = this.#pattern(when, collection);
      return about.some((record) => holds(record, pattern));
    };
    const refusal = refuse.find(fits);
    if (refusal) throw new Refused(refusal.error);
  }

  #all(collection: string): readonly WorldRecord[] {
    return this.records.get(collection) ?? [];
  }

  #isLeftOut(value: unknown): boolean {
    const name = namedArgument(value);
    return name !== null && !Object.hasOwn(this.#args, name);
  }

  #pattern(where: WorldRecord, collection: string): WorldRecord {
    return this.#made(where, { collection, before: {} });
  }

  /** The fields of a record; those whose argument is left out are not there. */
  #made(fields: WorldRecord, { collection, before }: { collection: string; before: WorldRecord }): WorldRecord {
    const made = Object.entries(fields).map(([field, value]) => {
      const making: Making = {
        args: this.#args,
        before: Object.hasOwn(before, field) ? before[field] : undefined,
        newId: (from) => this.#newId(from, collection, field),
        now: () => this.#clock.now(),
      };
      return [field, madeValue(value, making)] as const;
    });
    return Object.fromEntries(made.filter(([, value]) => value !== undefined));
  }

  /** The prefix and the next number that no record of the collection has in this field; or the next such number. */
  #newId(from: string | number, collection: string, field: string): string | number {
    const taken = new Set(this.#all(collection).map((record) => String(record[field])));
    const key = `${typeof from} ${from}`;
    const id = (count: number) => (typeof from === 'number' ? from + count - 1 : `${from}${count}`);
    let count = this.ids.get(key) ?? 0;
    do count += 1;
    while (taken.has(String(id(count))));
    this.ids.set(key, count);
    return id(count);
  }
}

/** The argument whose items are the choices of a field: `{$in: $name}`. */
function choicesIn(value: unknown): string | null {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null;
  const entries = Object.entries(value);
  const [only] = entries;
  return entries.length === 1 && only?.[0] === '$in' ? namedArgument(only[1]) : null;
}

function answered(record: WorldRecord | undefined, { fields }: WorldAct): unknown {
  const all = Object.entries(record ?? {});
  return structuredClone(Object.fromEntries(fields ? all.filter(([key]) => fields.includes(key)) : all));
}

/** The words of a search, small, without quotes. */
function wordsOf(value: unknown): string[] {
  if (value === undefined) return [];
  return String(value)
    .toLowerCase()
    .split(/[\s"“”]+/)
    .filter((word) => word !== '');
}

function hasWords(record: WorldRecord, fields: readonly string[], words: readonly string[]): boolean {
  if (words.length === 0) return true;
  const texts = fields.map((field) => textOf(record[field]).toLowerCase());
  return words.every((word) => texts.some((text) => text.includes(word)));
}

function textOf(value: unknown): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
