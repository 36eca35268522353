import { isObject } from '../captured/captured-source.ts';
import type { Losses } from './losses.ts';

export type Json = Readonly<Record<string, unknown>>;

/** References that lead to references. */
const longestChain = 50;

/** The value that a reference of the document means; undefined where it leads to nothing. */
export function valueAtPointer(document: Json, pointer: string): unknown {
  if (pointer === '#') return document;
  if (!pointer.startsWith('#/')) return undefined;
  let value: unknown = document;
  for (const part of pointer.slice(2).split('/')) {
    const key = unescaped(part);
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
    value = Reflect.get(value, key);
  }
  return value;
}

/** The last name of a reference: `Pet` of `#/components/schemas/Pet`. */
export function nameOfPointer(pointer: string): string {
  return unescaped(pointer.split('/').pop() ?? '');
}

/**
 * A part of the document that may be a reference: a path, a parameter, a body, a response. Null, and a loss, where it leads out
 * of the document, to nothing, or in a circle.
 */
export function resolvedPart(
  value: unknown,
  { document, losses, place }: { readonly document: Json; readonly losses: Losses; readonly place: string },
): Json | null {
  let part = value;
  for (let step = 0; step < longestChain; step++) {
    if (!isObject(part)) {
      losses.note('openapi_part_left_out', place, 'is not an object and is left out');
      return null;
    }
    if (typeof part.$ref !== 'string') return part;
    const problem = referenceProblem(document, part.$ref);
    if (problem !== null) {
      losses.note('openapi_reference', place, `refers to ${problem}, so it is left out`);
      return null;
    }
    part = valueAtPointer(document, part.$ref);
  }
  losses.note('openapi_reference', place, 'refers to itself, so it is left out');
  return null;
}

/** Why a reference cannot be followed, as the end of "refers to …"; null where it can. */
export function referenceProblem(document: Json, reference: string): string | null {
  const shown = JSON.stringify(reference.length > 120 ? `${reference.slice(0, 120)}…` : reference);
  if (!reference.startsWith('#')) return `${shown} outside of the document, which Pegboard never fetches`;
  const seen = new Set<string>();
  for (let next: unknown = reference; typeof next === 'string'; ) {
    if (seen.has(next)) return `${shown}, which means nothing but itself`;
    if (seen.size === longestChain) return `${shown}, which leads through more than ${longestChain} references`;
    seen.add(next);
    const value = valueAtPointer(document, next);
    if (value === undefined) return next === reference ? `${shown}, which the document does not have` : null;
    next = isObject(value) ? value.$ref : undefined;
  }
  return null;
}

/**
 * Component schemas at which circles of references are cut: every circle goes through one of them. Linear in the size of the
 * document.
 */
export function circularSchemas(document: Json): ReadonlySet<string> {
  const components = isObject(document.components) ? document.components.schemas : undefined;
  const schemas = isObject(components) ? components : {};
  const pointers = Object.keys(schemas).map((name) => `#/components/schemas/${escaped(name)}`);
  const known = new Set(pointers);
  const targets = new Map(
    pointers.map((pointer) => [pointer, referencesIn(valueAtPointer(document, pointer)).filter((to) => known.has(to))]),
  );
  const circular = new Set<string>();
  const state = new Map<string, 'open' | 'done'>();
  for (const start of pointers) {
    if (state.has(start)) continue;
    const open = [{ pointer: start, left: [...(targets.get(start) ?? [])] }];
    state.set(start, 'open');
    for (let top = open.at(-1); top; top = open.at(-1)) {
      const next = top.left.pop();
      if (next === undefined) {
        state.set(top.pointer, 'done');
        open.pop();
      } else if (state.get(next) === 'open') circular.add(next);
      else if (!state.has(next)) {
        state.set(next, 'open');
        open.push({ pointer: next, left: [...(targets.get(next) ?? [])] });
      }
    }
  }
  return circular;
}

/** The component schema that a reference to it, or to a part of it, leads to. */
function referencesIn(schema: unknown): string[] {
  const found = new Set<string>();
  const open: unknown[] = [schema];
  while (open.length > 0) {
    const value = open.pop();
    if (typeof value !== 'object' || value === null) continue;
    for (const [key, member] of Object.entries(value)) {
      if (key === '$ref' && typeof member === 'string') found.add(member.split('/').slice(0, 4).join('/'));
      else if (typeof member === 'object') open.push(member);
    }
  }
  return [...found];
}

function escaped(key: string): string {
  return key.replaceAll('~', '~0').replaceAll('/', '~1');
}

function unescaped(part: string): string {
  return decoded(part).replaceAll('~1', '/').replaceAll('~0', '~');
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
