import { canonicalJson } from '#shared/canonical-json.ts';
import { asRecord } from './json-walk.ts';
import { mapSchemas, type SchemaObject, type SchemaPlace, subschemas } from './subschemas.ts';

/** Parts that are moved at most. */
const mostParts = 20;

/** Characters of the shortest part that may be worth a definition. */
const shortestPart = 60;

interface Repeated {
  readonly json: string;
  readonly times: number;
  /** The definition that is the part already; null where a new one is made. */
  readonly definition: string | null;
  readonly name: string;
  readonly saved: number;
}

/**
 * The schema with each part that is there several times written once, under `$defs` (`definitions` before 2019-09), where that is shorter.
 * The greatest saving goes first. Only for schemas whose references are by `#/$defs/…` or `#/definitions/…`.
 */
export function withSharedParts(schema: SchemaObject): { readonly schema: SchemaObject; readonly parts: number } {
  const isOld = typeof schema.$schema === 'string' && /draft-0\d/.test(schema.$schema);
  const holder = isOld || (asRecord(schema.definitions) && !asRecord(schema.$defs)) ? 'definitions' : '$defs';
  let short = schema;
  let parts = 0;
  for (; parts < mostParts; parts++) {
    const best = bestPart(short, holder);
    if (!best) break;
    short = withPart(short, holder, best);
  }
  return { schema: short, parts };
}

function bestPart(schema: SchemaObject, holder: string): Repeated | null {
  const found = new Map<string, { places: SchemaPlace[]; length: number }>();
  for (const { schema: part, place } of subschemas(schema)) {
    if (!mayMove(part, place)) continue;
    const length = JSON.stringify(part).length;
    if (length < shortestPart) continue;
    const json = canonicalJson(part);
    const known = found.get(json) ?? { places: [], length };
    known.places.push(place);
    found.set(json, known);
  }
  let best: Repeated | null = null;
  for (const [json, { places, length }] of found) {
    const isDefinition = ({ holder: own, depth }: SchemaPlace) => own === holder && depth === 1;
    const definition = places.find(isDefinition)?.name ?? null;
    const times = places.filter((place) => !isDefinition(place)).length;
    if (times < (definition === null ? 2 : 1)) continue;
    const name = definition ?? newName(places, asRecord(schema[holder]) ?? {});
    const reference = JSON.stringify({ $ref: `#/${holder}/${name}` }).length;
    const defined = definition === null ? length + name.length + 4 + (schema[holder] ? 0 : holder.length + 6) : 0;
    const saved = times * (length - reference) - defined;
    if (saved > 0 && /^[\w-]+$/.test(name) && saved > (best?.saved ?? 0)) {
      best = { json, times, definition, name, saved };
    }
  }
  return best;
}

/** The root stays. So do items of a simple type: a check for repeated items compares them by the type that it reads there. */
function mayMove({ type }: SchemaObject, { holder }: SchemaPlace): boolean {
  if (holder === '') return false;
  const types = Array.isArray(type) ? type : [type];
  return holder !== 'items' || type === undefined || types.includes('object') || types.includes('array');
}

function withPart(schema: SchemaObject, holder: string, { json, definition, name }: Repeated): SchemaObject {
  let part: SchemaObject | null = null;
  const short = mapSchemas(schema, (one, place) => {
    const isTarget = place.holder === holder && place.depth === 1 && place.name === definition;
    if (isTarget || !mayMove(one, place) || canonicalJson(one) !== json) return one;
    part ??= one;
    return { $ref: `#/${holder}/${name}` };
  });
  return definition === null ? { ...short, [holder]: { ...asRecord(short[holder]), [name]: part } } : short;
}

/** The name that its first place has, in letters that every client reads. */
function newName(places: readonly SchemaPlace[], taken: SchemaObject): string {
  const named = places.find(({ holder }) => holder === 'properties')?.name ?? '';
  const base = named.replace(/[^A-Za-z0-9_]/g, '').slice(0, 30) || 'part';
  for (let n = 1; ; n++) {
    const name = n === 1 ? base : `${base}${n}`;
    if (!Object.hasOwn(taken, name)) return name;
  }
}
