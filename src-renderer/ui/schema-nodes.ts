import { strings } from '../strings/ui.ts';

/** A part of a schema as the tree shows it. */
export interface SchemaNode {
  /** Property name, or what stands in its place: `items`, `any of 1`. */
  readonly name: string;
  /** Whether `name` is a property's. */
  readonly isProperty: boolean;
  /** JSON pointer from the root of the schema. */
  readonly pointer: string;
  readonly type: string;
  readonly isRequired: boolean;
  readonly description: string | null;
  /** Values that fit, as JSON. */
  readonly values: readonly string[];
  /** `min 1`, `pattern ^a$`, `default 5`. */
  readonly constraints: readonly string[];
  readonly schema: unknown;
  readonly hasChildren: boolean;
}

const maximumText = 200;

/** What is right below a schema, in the order of the schema. References are shown and not followed: they may go in circles. */
export function schemaChildren(schema: unknown, pointer = ''): SchemaNode[] {
  const record = recordOf(schema);
  if (!record) return [];
  const required = new Set(Array.isArray(record.required) ? record.required : []);
  const nodes: SchemaNode[] = [];
  const add = (name: string, path: string, child: unknown, property: { isRequired: boolean } | null = null) =>
    nodes.push({
      name,
      isProperty: property !== null,
      pointer: `${pointer}/${path}`,
      isRequired: property?.isRequired ?? false,
      ...facts(child),
    });
  for (const [key, child] of entriesOf(record.properties)) {
    add(key, `properties/${escaped(key)}`, child, { isRequired: required.has(key) });
  }
  for (const [key, child] of entriesOf(record.patternProperties))
    add(`/${key}/`, `patternProperties/${escaped(key)}`, child);
  for (const keyword of ['items', 'additionalProperties', 'contains', 'not', 'if', 'then', 'else'] as const) {
    if (recordOf(record[keyword])) add(wordsOf(keyword), keyword, record[keyword]);
  }
  for (const keyword of ['prefixItems', 'anyOf', 'oneOf', 'allOf', 'items'] as const) {
    const list = record[keyword];
    if (!Array.isArray(list)) continue;
    list.forEach((child, index) => {
      add(`${wordsOf(keyword)} ${index + 1}`, `${keyword}/${index}`, child);
    });
  }
  for (const keyword of ['$defs', 'definitions'] as const) {
    for (const [key, child] of entriesOf(record[keyword]))
      add(`${keyword}/${key}`, `${keyword}/${escaped(key)}`, child);
  }
  return nodes;
}

/** What the tree calls the keywords that hold schemas. */
const keywordWords = new Map([
  ['items', 'item'],
  ['additionalProperties', strings.schemaNodes.anyOther],
  ['contains', 'contains'],
  ['not', 'not'],
  ['if', 'if'],
  ['then', 'then'],
  ['else', 'else'],
  ['prefixItems', 'item'],
  ['anyOf', strings.schemaNodes.any],
  ['oneOf', strings.schemaNodes.one],
  ['allOf', strings.schemaNodes.all],
]);

function wordsOf(keyword: string): string {
  return keywordWords.get(keyword) ?? keyword;
}

function facts(schema: unknown): Omit<SchemaNode, 'name' | 'isProperty' | 'pointer' | 'isRequired'> {
  const record = recordOf(schema);
  const description = record?.description ?? record?.title;
  return {
    type: schemaType(schema),
    description: typeof description === 'string' && description !== '' ? description : null,
    values: Array.isArray(record?.enum)
      ? record.enum.slice(0, 100).map(json)
      : record && 'const' in record
        ? [json(record.const)]
        : [],
    constraints: record ? schemaConstraints(record) : [],
    schema,
    hasChildren: schemaChildrenExist(record),
  };
}

function schemaChildrenExist(record: Readonly<Record<string, unknown>> | null): boolean {
  if (!record) return false;
  return [...keywordWords.keys(), 'properties', 'patternProperties', '$defs', 'definitions'].some((keyword) => {
    const value = record[keyword];
    return typeof value === 'object' && value !== null && Object.keys(value).length > 0;
  });
}

/** The type in a few words: `string`, `string or null`, `array of string`, `→ #/$defs/Point`, `any`. */
export function schemaType(schema: unknown): string {
  if (schema === true) return 'any';
  if (schema === false) return 'nothing';
  const record = recordOf(schema);
  if (!record) return strings.schemaNodes.invalidSchema;
  if (typeof record.$ref === 'string') return `→ ${shortened(record.$ref)}`;
  const { type } = record;
  if (type === 'array') {
    const items = recordOf(record.items);
    return items && typeof items.type === 'string' ? strings.schemaNodes.array(shortened(items.type)) : 'array';
  }
  if (typeof type === 'string') return shortened(type);
  if (Array.isArray(type)) return shortened(type.slice(0, 10).map(String).join(' or '));
  if (Array.isArray(record.enum)) return 'enum';
  if ('const' in record) return 'constant';
  if (recordOf(record.properties)) return 'object';
  if (Array.isArray(record.anyOf)) return strings.schemaNodes.any;
  if (Array.isArray(record.oneOf)) return strings.schemaNodes.one;
  if (Array.isArray(record.allOf)) return strings.schemaNodes.all;
  return 'any';
}

const constraintKeywords = strings.schemaNodes.constraintKeywords;

/** What restricts a value of the schema, in a few words each, the default among them. */
export function schemaConstraints(record: Readonly<Record<string, unknown>>): string[] {
  return Object.entries(constraintKeywords).flatMap(([keyword, words]) => {
    const value = record[keyword];
    if (value === undefined || value === false) return [];
    if (value === true) return [words];
    return [`${words} ${typeof value === 'string' && keyword !== 'default' ? shortened(value) : json(value)}`];
  });
}

function json(value: unknown): string {
  // A value that is nested is told as such: writing it out could take any depth.
  if (typeof value === 'object' && value !== null) return Array.isArray(value) ? `[${value.length}]` : '{…}';
  return shortened(JSON.stringify(value) ?? 'null');
}

function shortened(text: string): string {
  return text.length > maximumText ? `${text.slice(0, maximumText)}…` : text;
}

function recordOf(value: unknown): Readonly<Record<string, unknown>> | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Readonly<Record<string, unknown>>)
    : null;
}

function entriesOf(value: unknown): [string, unknown][] {
  const record = recordOf(value);
  return record ? Object.entries(record) : [];
}

function escaped(key: string): string {
  return key.replaceAll('~', '~0').replaceAll('/', '~1');
}
