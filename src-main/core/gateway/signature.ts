import { oneLine } from './one-line.ts';

/** How deep the type of an argument is described. */
const typeDepth = 2;
/** Most values of an enumeration that are listed, and their length together, characters. */
const shownValues = 6;
const valuesLength = 60;

/**
 * The arguments of an input schema on one line: `owner: string, labels?: string[], …+2`. Required ones come first, then the order of
 * the schema; at most `most` are shown, and the mark tells how many are left out. Never throws, whatever the schema.
 */
export function signatureOf(schema: Readonly<Record<string, unknown>>, most: number): string {
  const properties = recordOf(schema.properties) ?? {};
  const required = new Set(Array.isArray(schema.required) ? schema.required : []);
  const names = Object.keys(properties);
  const sorted = [...names.filter((name) => required.has(name)), ...names.filter((name) => !required.has(name))];
  const shown = sorted
    .slice(0, most)
    .map((name) => `${oneLine(name, 64)}${required.has(name) ? '' : '?'}: ${typeOf(properties[name], schema, 0)}`);
  const left = sorted.length - shown.length;
  return [...shown, ...(left > 0 ? [`…+${left}`] : [])].join(', ');
}

function typeOf(given: unknown, root: Readonly<Record<string, unknown>>, depth: number): string {
  const schema = resolved(given, root);
  if (!schema) return 'any';
  if (Object.hasOwn(schema, 'const')) return valueText(schema.const);
  if (Array.isArray(schema.enum)) return enumText(schema.enum);
  const union = [schema.anyOf, schema.oneOf].find(Array.isArray);
  if (union) return unionText(union.map((one) => typeOf(one, root, depth + 1)));
  const { type } = schema;
  if (Array.isArray(type)) return unionText(type.map((one) => typeOf({ ...schema, type: one }, root, depth + 1)));
  if (type === 'array') return depth < typeDepth ? arrayText(typeOf(schema.items, root, depth + 1)) : 'array';
  if (type === 'object' || schema.properties) return depth < typeDepth ? objectText(schema) : 'object';
  return typeof type === 'string' ? oneLine(type, 20) : 'any';
}

function objectText({ properties }: Readonly<Record<string, unknown>>): string {
  const names = Object.keys(recordOf(properties) ?? {});
  if (names.length === 0) return 'object';
  const shown = names.slice(0, 4).map((name) => oneLine(name, 30));
  return `{${shown.join(', ')}${names.length > shown.length ? ', …' : ''}}`;
}

function arrayText(items: string): string {
  return items.includes('|') ? `(${items})[]` : `${items}[]`;
}

function unionText(types: readonly string[]): string {
  const distinct = [...new Set(types)];
  return distinct.length > 4 ? `${distinct.slice(0, 4).join('|')}|…` : distinct.join('|');
}

function enumText(values: readonly unknown[]): string {
  const texts: string[] = [];
  for (const value of values) {
    const text = valueText(value);
    if (texts.length === shownValues || texts.join('|').length + text.length > valuesLength)
      return [...texts, '…'].join('|');
    texts.push(text);
  }
  return texts.join('|') || 'any';
}

function valueText(value: unknown): string {
  return oneLine(JSON.stringify(value) ?? 'any', valuesLength);
}

/** A schema, through one reference into the same document. */
function resolved(given: unknown, root: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> | null {
  const schema = recordOf(given);
  const reference = schema?.$ref;
  if (typeof reference !== 'string') return schema;
  const parts = reference.startsWith('#/') ? reference.slice(2).split('/') : [];
  let found: unknown = parts.length > 0 || reference === '#' ? root : null;
  for (const part of parts) {
    const record = recordOf(found);
    const key = part.replaceAll('~1', '/').replaceAll('~0', '~');
    found = record && Object.hasOwn(record, key) ? record[key] : null;
  }
  const target = recordOf(found);
  // A reference to a reference tells nothing of the type on one line.
  return target && target.$ref === undefined ? target : null;
}

function recordOf(value: unknown): Readonly<Record<string, unknown>> | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Readonly<Record<string, unknown>>)
    : null;
}
