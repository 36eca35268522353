import { isObject } from '../captured/captured-source.ts';
import { withNumberTexts } from '../captured/number-texts.ts';
import type { Losses } from './losses.ts';
import { type Json, nameOfPointer, referenceProblem, valueAtPointer } from './references.ts';

/** The document that schemas are written from. */
export interface SchemaSource {
  readonly document: Json;
  /** OpenAPI 3.0 has its own words for null and for exclusive limits. */
  readonly is30: boolean;
  readonly circular: ReadonlySet<string>;
  readonly losses: Losses;
  /** Values that all schemas of the document have together so far. */
  readonly written: { values: number };
}

/** Limit of values in one schema: below it, references are replaced by their targets; above it, they stay references to `$defs`. */
const inlinedValues = 1_500;
/** Values of one schema. What is beyond takes any value. A tool with 10,000 properties is not read. */
const maximumValues = 9_000;
/** Values of all schemas of a document. */
const maximumInAll = 2_000_000;
/** Deeper schemas are cut; a tool has a hundred levels at most. */
const maximumDepth = 60;

const schemaKeys = new Set([
  'items',
  'additionalProperties',
  'not',
  'if',
  'then',
  'else',
  'contains',
  'propertyNames',
  'contentSchema',
  'unevaluatedItems',
  'unevaluatedProperties',
]);
const listKeys = new Set(['allOf', 'anyOf', 'oneOf', 'prefixItems']);
const mapKeys = new Set(['properties', 'patternProperties', '$defs', 'definitions', 'dependentSchemas']);
/** Keys whose value is data and not a schema. */
const dataKeys = new Set(['enum', 'const', 'default', 'examples', 'dependentRequired']);
/** Keys that are of OpenAPI alone, or that would change what a reference means. */
const droppedKeys = new Set([
  '$schema',
  '$id',
  '$anchor',
  '$dynamicAnchor',
  'discriminator',
  'xml',
  'externalDocs',
  'example',
  'nullable',
]);
/** Keys beside a reference that describe it and do not restrict the value. */
const annotations = new Set(['description', 'summary', 'title', 'default', 'deprecated', 'examples', 'nullable']);

/**
 * Writes the schemas of one tool as JSON Schema that needs no other document. References are replaced by what they mean;
 * circular ones, and those of schemas that would grow too large, refer to `$defs`. Time and size are bounded whatever the
 * document holds.
 */
export class SchemaWriter {
  readonly #source: SchemaSource;
  /** Input leaves out what only answers have, output what only requests have. */
  readonly #direction: 'input' | 'output';
  readonly #names = new Map<string, string>();
  readonly #waiting: string[] = [];
  #values = 0;
  #isCut = false;

  constructor(source: SchemaSource, direction: 'input' | 'output') {
    this.#source = source;
    this.#direction = direction;
  }

  write(schema: unknown, place: string): unknown {
    return this.#schema(schema, { place, depth: 0, stack: [] });
  }

  /** What the references in the written schemas need; empty for none. Call it last. */
  definitions(): Readonly<Record<string, unknown>> {
    const written: [string, unknown][] = [];
    for (let pointer = this.#waiting.shift(); pointer !== undefined; pointer = this.#waiting.shift()) {
      const schema = valueAtPointer(this.#source.document, pointer);
      const at = { place: pointer, depth: 0, stack: [pointer] };
      written.push([this.#names.get(pointer) ?? '', this.#schema(schema, at)]);
    }
    return Object.fromEntries(written);
  }

  #schema(schema: unknown, at: Position): unknown {
    if (typeof schema === 'boolean') return schema;
    if (!isObject(schema)) return {};
    this.#values += 1;
    this.#source.written.values += 1;
    const isTooMany = this.#values > maximumValues || this.#source.written.values > maximumInAll;
    if (isTooMany || at.depth > maximumDepth) return this.#cut(at.place);
    if (typeof schema.$ref === 'string') return this.#reference(schema, schema.$ref, at);
    return this.#object(schema, at);
  }

  #cut(place: string): Json {
    if (!this.#isCut) {
      const what = 'is the part from which on the schema of a tool is too large; any value is accepted there';
      this.#source.losses.note('openapi_part_left_out', place, what);
    }
    this.#isCut = true;
    return {};
  }

  #reference(schema: Json, pointer: string, at: Position): unknown {
    const problem = referenceProblem(this.#source.document, pointer);
    if (problem !== null) {
      const what = `refers to ${problem}, so any value is accepted there`;
      this.#source.losses.note('openapi_reference', at.place, what);
      return {};
    }
    const beside = Object.entries(schema).filter(([key]) => key !== '$ref' && !key.startsWith('x-'));
    const notes = beside.filter(([key]) => annotations.has(key));
    const rules = this.#source.is30 ? [] : beside.filter(([key]) => !annotations.has(key));
    const target = this.#target(pointer, at);
    const described = this.#object(Object.fromEntries(notes), at);
    const isNullable = this.#source.is30 && schema.nullable === true;
    const written = isObject(target) ? { ...target, ...described } : target;
    const restricted =
      rules.length === 0
        ? written
        : { ...described, allOf: [target, this.#object(Object.fromEntries(rules), { ...at, depth: at.depth + 1 })] };
    return isNullable && isObject(restricted) ? withNull(restricted) : restricted;
  }

  #target(pointer: string, { depth, stack }: Position): unknown {
    const isInline =
      !this.#source.circular.has(pointer) &&
      !stack.includes(pointer) &&
      !this.#names.has(pointer) &&
      depth < maximumDepth / 2 &&
      this.#values < inlinedValues;
    if (!isInline) return { $ref: `#/$defs/${this.#nameOf(pointer)}` };
    const schema = valueAtPointer(this.#source.document, pointer);
    return this.#schema(schema, { place: pointer, depth: depth + 1, stack: [...stack, pointer] });
  }

  #nameOf(pointer: string): string {
    const known = this.#names.get(pointer);
    if (known !== undefined) return known;
    const base = nameOfPointer(pointer).replace(/[^A-Za-z0-9_.-]+/g, '_') || 'schema';
    const taken = new Set(this.#names.values());
    let name = base;
    for (let number = 2; taken.has(name); number++) name = `${base}_${number}`;
    this.#names.set(pointer, name);
    this.#waiting.push(pointer);
    return name;
  }

  #object(schema: Json, at: Position): Record<string, unknown> {
    const entries: [string, unknown][] = [];
    const skipped = this.#skippedProperties(schema);
    for (const [key, value] of Object.entries(schema)) {
      if (droppedKeys.has(key) || key.startsWith('x-')) continue;
      if (key === '$dynamicRef' || key === '$recursiveRef') {
        this.#source.losses.note('openapi_reference', `${at.place}.${key}`, 'is a dynamic reference and is left out');
        continue;
      }
      const member = this.#member(key, value, { at, skipped });
      if (member !== undefined) entries.push([key, member]);
    }
    const written = withNumberTexts(Object.fromEntries(entries), schema);
    if (written.examples === undefined && schema.example !== undefined) written.examples = [schema.example];
    if (!this.#source.is30) return written;
    const limited = withNumericLimits(written);
    return schema.nullable === true ? withNull(limited) : limited;
  }

  #member(
    key: string,
    value: unknown,
    { at, skipped }: { readonly at: Position; readonly skipped: ReadonlySet<string> },
  ): unknown {
    const inside = (name: string | number) => ({ ...at, place: `${at.place}.${key}.${name}`, depth: at.depth + 1 });
    const list = (values: readonly unknown[]) => values.map((one, i) => this.#schema(one, inside(i)));
    if (schemaKeys.has(key)) {
      if (Array.isArray(value)) return list(value);
      return isObject(value) ? this.#schema(value, { ...at, place: `${at.place}.${key}`, depth: at.depth + 1 }) : value;
    }
    if (listKeys.has(key) && Array.isArray(value)) return list(value);
    if (mapKeys.has(key) && isObject(value)) {
      const kept = Object.entries(value).filter(([name]) => key !== 'properties' || !skipped.has(name));
      const written: [string, unknown][] = [];
      for (const [name, one] of kept) {
        written.push([name, this.#schema(one, inside(name))]);
        if (this.#isCut) break;
      }
      return Object.fromEntries(written);
    }
    if (key === 'required' && Array.isArray(value))
      return value.filter((name) => typeof name === 'string' && !skipped.has(name));
    return isPlain(value) || dataKeys.has(key) ? value : undefined;
  }

  /** Properties that only the other direction has. */
  #skippedProperties({ properties }: Json): ReadonlySet<string> {
    if (!isObject(properties)) return new Set();
    const mark = this.#direction === 'input' ? 'readOnly' : 'writeOnly';
    const names = Object.entries(properties).filter(([, schema]) => isObject(schema) && schema[mark] === true);
    return new Set(names.map(([name]) => name));
  }
}

interface Position {
  readonly place: string;
  readonly depth: number;
  /** References that are being replaced. */
  readonly stack: readonly string[];
}

/** Whether a value holds no schema: a keyword that nobody knows may hold anything. */
function isPlain(value: unknown): boolean {
  if (Array.isArray(value)) return value.every((one) => typeof one !== 'object' || one === null);
  return typeof value !== 'object' || value === null;
}

/** `exclusiveMinimum: true` of OpenAPI 3.0 beside `minimum` as the number that JSON Schema has. */
function withNumericLimits(schema: Record<string, unknown>): Record<string, unknown> {
  const written = { ...schema };
  for (const [limit, exclusive] of [
    ['minimum', 'exclusiveMinimum'],
    ['maximum', 'exclusiveMaximum'],
  ] as const) {
    if (typeof written[exclusive] !== 'boolean') continue;
    if (written[exclusive] && typeof written[limit] === 'number') {
      written[exclusive] = written[limit];
      delete written[limit];
    } else delete written[exclusive];
  }
  return withNumberTexts(written, schema);
}

/** A schema that accepts null too. */
function withNull(schema: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const { type } = schema;
  if (typeof type === 'string') {
    const values = Array.isArray(schema.enum) && !schema.enum.includes(null) ? { enum: [...schema.enum, null] } : {};
    return { ...schema, type: [type, 'null'], ...values };
  }
  const isRestricted = ['$ref', 'allOf', 'anyOf', 'oneOf', 'enum'].some((key) => key in schema);
  return isRestricted ? { anyOf: [schema, { type: 'null' }] } : { ...schema };
}
