import type { SchemaForm, SchemaStep } from '#shared/domain/schema-form.ts';
import { asRecord } from './json-walk.ts';
import { withSharedParts } from './shared-parts.ts';
import { mapSchemas, type SchemaObject, type SchemaPlace, subschemas } from './subschemas.ts';

/** An equal schema, and how often each step did something. */
export interface ShorterSchema {
  readonly schema: Record<string, unknown>;
  readonly steps: Readonly<Partial<Record<SchemaStep, number>>>;
}

/** By schema, then by tool and form: a catalog keeps the objects of its schemas, and compiled checks hang on them. */
const known = new WeakMap<object, Map<string, ShorterSchema>>();

/** Longest schema that is made shorter, in schemas: a catalog is read at every change. */
const mostSchemas = 5000;

/**
 * A schema that accepts the same values and gives the same reasons, in fewer characters. `plain` leaves out what says nothing: titles that
 * repeat a name, keywords that allow everything, definitions that nothing uses, and `$schema` where every dialect reads the schema alike.
 * `references` also writes a part that is there several times once, under `$defs`. A schema that cannot be made shorter safely stays as it is.
 */
export function shorterSchema(
  schema: Readonly<Record<string, unknown>>,
  { tool, form }: { /** What its source calls the tool. */ readonly tool: string; readonly form: SchemaForm },
): ShorterSchema {
  const key = `${form} ${tool}`;
  const ofSchema = known.get(schema) ?? new Map<string, ShorterSchema>();
  known.set(schema, ofSchema);
  const made = ofSchema.get(key) ?? shortened(schema, tool, form);
  ofSchema.set(key, made);
  return made;
}

function shortened(schema: SchemaObject, tool: string, form: SchemaForm): ShorterSchema {
  const all = subschemas(schema);
  if (all.length > mostSchemas) return { schema: { ...schema }, steps: {} };
  const facts = factsOf(all.map((one) => one.schema));
  const steps: Partial<Record<SchemaStep, number>> = {};
  const note = (step: SchemaStep, times: number) => {
    if (times > 0) steps[step] = (steps[step] ?? 0) + times;
  };
  let short = mapSchemas(schema, (one, place) => withoutEmpty(one, { place, tool, facts, note }));
  if (typeof short.$schema === 'string' && isSameInEveryDialect(short.$schema, all)) {
    const { $schema: _dialect, ...rest } = short;
    short = rest;
    note('dialect', 1);
  }
  if (facts.hasPlainReferences) short = withoutUnused(short, note);
  if (form === 'references' && facts.hasPlainReferences && !facts.hasUnevaluated) {
    const shared = withSharedParts(short);
    short = shared.schema;
    note('references', shared.parts);
  }
  return { schema: { ...short }, steps };
}

interface Facts {
  /** Whether no part is known by another name than its place under `$defs` or `definitions`, so that parts may move. */
  readonly hasPlainReferences: boolean;
  /** Whether a keyword depends on what others have looked at. */
  readonly hasUnevaluated: boolean;
}

const otherNames = ['$id', 'id', '$anchor', '$dynamicAnchor', '$recursiveAnchor', '$dynamicRef', '$recursiveRef'];
const plainReference = /^#(\/(\$defs|definitions)\/[^/]+)?$/;

function factsOf(all: readonly SchemaObject[]): Facts {
  return {
    hasPlainReferences: all.every(
      (one) =>
        !otherNames.some((key) => Object.hasOwn(one, key)) &&
        (one.$ref === undefined || (typeof one.$ref === 'string' && plainReference.test(one.$ref))),
    ),
    hasUnevaluated: all.some((one) => 'unevaluatedProperties' in one || 'unevaluatedItems' in one),
  };
}

interface Emptied {
  readonly place: SchemaPlace;
  readonly tool: string;
  readonly facts: Facts;
  readonly note: (step: SchemaStep, times: number) => void;
}

/** Keywords with the value that allows everything. */
const allowsAll: Readonly<Record<string, (value: unknown) => boolean>> = {
  minLength: (value) => value === 0,
  minItems: (value) => value === 0,
  minProperties: (value) => value === 0,
  uniqueItems: (value) => value === false,
  required: (value) => Array.isArray(value) && value.length === 0,
  description: (value) => value === '',
  title: (value) => value === '',
};

/** One schema without what says nothing. */
function withoutEmpty(schema: SchemaObject, { place, tool, facts, note }: Emptied): SchemaObject {
  const kept = Object.entries(schema).filter(([key, value]) => {
    if (key === 'title' && repeats(value, place, tool)) {
      note('titles', 1);
      return false;
    }
    const isAny = value === true || (asRecord(value) !== null && Object.keys(value as object).length === 0);
    const isEmpty =
      key === 'additionalProperties'
        ? isAny && !facts.hasUnevaluated
        : Object.hasOwn(allowsAll, key) && allowsAll[key]?.(value) === true;
    if (isEmpty) note('empty', 1);
    return !isEmpty;
  });
  if (!Array.isArray(schema.type) || schema.type.length !== 1) return Object.fromEntries(kept);
  note('empty', 1);
  const [only] = schema.type;
  return Object.fromEntries(kept.map(([key, value]) => [key, key === 'type' ? only : value]));
}

/** Words that generators put behind the name of a tool in the title of its schema. */
const behindName = /(arguments|args|input|params|parameters|request|schema)$/;

function repeats(title: unknown, { holder, name }: SchemaPlace, tool: string): boolean {
  if (typeof title !== 'string') return false;
  const said = letters(title);
  if (said === '') return false;
  if (holder === '') return said === letters(tool) || said.replace(behindName, '') === letters(tool);
  const isNamed = holder === 'properties' || holder === '$defs' || holder === 'definitions';
  return isNamed && said === letters(name);
}

function letters(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
}

/** Keywords that mean the same from draft-06 to 2020-12. */
const timeless: ReadonlySet<string> = new Set([
  ...['$schema', '$defs', 'definitions', '$comment', 'title', 'description', 'default', 'examples', 'example'],
  ...['type', 'enum', 'const', 'format', 'pattern', 'minLength', 'maxLength', 'deprecated', 'readOnly', 'writeOnly'],
  ...['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf', 'minItems', 'maxItems'],
  ...['uniqueItems', 'items', 'properties', 'required', 'additionalProperties', 'patternProperties', 'propertyNames'],
  ...['minProperties', 'maxProperties', 'allOf', 'anyOf', 'oneOf', 'not', 'if', 'then', 'else', '$ref'],
]);
const besideReference: ReadonlySet<string> = new Set([
  '$ref',
  'title',
  'description',
  'default',
  'examples',
  '$comment',
]);

/** Whether a schema without its dialect is read as with it: without one, 2020-12 holds. */
function isSameInEveryDialect(
  dialect: string,
  all: readonly { readonly schema: SchemaObject; readonly place: SchemaPlace }[],
): boolean {
  if (all.some(({ schema, place }) => place.holder !== '' && '$schema' in schema)) return false;
  if (/^https?:\/\/json-schema\.org\/draft\/2020-12\/schema#?$/.test(dialect)) return true;
  if (!/^https?:\/\/json-schema\.org\/draft-0[67]\/schema#?$/.test(dialect)) return false;
  return all.every(({ schema }) => {
    const keys = Object.keys(schema);
    const numbers = [schema.exclusiveMinimum, schema.exclusiveMaximum];
    return (
      keys.every((key) => timeless.has(key)) &&
      !Array.isArray(schema.items) &&
      numbers.every((value) => value === undefined || typeof value === 'number') &&
      (schema.$ref === undefined || keys.every((key) => besideReference.has(key)))
    );
  });
}

/** Without definitions that nothing refers to, again and again: one may have been used by another only. */
function withoutUnused(schema: SchemaObject, note: Emptied['note']): SchemaObject {
  let short = schema;
  for (let isDone = false; !isDone; ) {
    isDone = true;
    const used = new Set(subschemas(short).map((one) => one.schema.$ref));
    for (const holder of ['$defs', 'definitions']) {
      const parts = asRecord(short[holder]);
      if (!parts) continue;
      const kept = Object.entries(parts).filter(([name]) => used.has(`#/${holder}/${escaped(name)}`));
      const gone = Object.keys(parts).length - kept.length;
      if (gone === 0 && kept.length > 0) continue;
      const { [holder]: _parts, ...rest } = short;
      short = kept.length === 0 ? rest : { ...short, [holder]: Object.fromEntries(kept) };
      note('unused', gone);
      isDone = false;
    }
  }
  return short;
}

/** A name as a JSON pointer in an address has it. */
function escaped(name: string): string {
  return encodeURIComponent(name.replaceAll('~', '~0').replaceAll('/', '~1')).replaceAll('%24', '$');
}
