import type { NameGate } from '../../catalog/name-gate.ts';
import { gateValue, maximumDepth, mentionsName } from './gate-value.ts';

type Schema = Record<string, unknown>;

/** Keywords whose value maps names of arguments, which stay, to schemas. */
const ofArguments = new Set(['properties', 'patternProperties', 'dependentSchemas']);
const definitions = new Set(['$defs', 'definitions']);
const references = new Set(['$ref', '$dynamicRef', '$recursiveRef']);
/** Keywords with one value that an argument may have: a part of it, or other words in it, would be another value. */
const values = new Set(['const', 'default', 'example']);
/** Keywords with other data instead of a schema as value. */
const data = new Set(['enum', 'examples', 'description', 'title', '$comment', 'pattern']);
const types = new Set(['string', 'number', 'integer', 'boolean', 'object', 'array', 'null']);
const formats = new Set(
  'date-time date time duration email idn-email hostname idn-hostname ipv4 ipv6 uri uri-reference iri iri-reference uuid json-pointer relative-json-pointer regex uri-template'.split(
    ' ',
  ),
);

/**
 * A schema without the names that its reader may not know. The words of JSON Schema itself stay, also where a tool is called
 * `string`, and so do names of arguments; a definition with such a name gets another, for all references alike.
 */
export function gateSchema(schema: Schema, gate: NameGate): Schema {
  const known: Known = { gate, arguments: new Set(), renamed: new Map() };
  collect(schema, known, 0);
  return gateNode(schema, known, 0) as Schema;
}

interface Known {
  readonly gate: NameGate;
  /** Names of arguments, wherever in the schema. */
  readonly arguments: Set<string>;
  /** Definitions by the names they must not keep. */
  readonly renamed: Map<string, string>;
}

function collect(node: unknown, known: Known, depth: number): void {
  if (typeof node !== 'object' || node === null || depth > maximumDepth) return;
  for (const [key, value] of Object.entries(node)) {
    if (key === 'properties' && isRecord(value)) for (const name of Object.keys(value)) known.arguments.add(name);
    if (definitions.has(key) && isRecord(value)) {
      for (const name of Object.keys(value)) {
        if (known.gate.mentions(name)) known.renamed.set(name, `definition-${known.renamed.size + 1}`);
      }
    }
    collect(value, known, depth + 1);
  }
}

function gateNode(node: unknown, known: Known, depth: number): unknown {
  if (depth > maximumDepth) return true;
  if (Array.isArray(node)) return node.map((item) => gateNode(item, known, depth + 1));
  if (!isRecord(node)) return typeof node === 'string' ? known.gate.text(node) : node;
  return Object.fromEntries(
    Object.entries(node).flatMap(([key, value]) => {
      const gated = gateKeyword(key, value, known, depth + 1);
      return gated === undefined ? [] : [[key, gated]];
    }),
  );
}

/** The value of a keyword as it may be read; undefined where the keyword has to go. */
function gateKeyword(key: string, value: unknown, known: Known, depth: number): unknown {
  const { gate, renamed } = known;
  if (ofArguments.has(key) && isRecord(value)) return mapped(value, (name) => name, known, depth);
  if (definitions.has(key) && isRecord(value)) return mapped(value, (name) => renamed.get(name) ?? name, known, depth);
  if (references.has(key) && typeof value === 'string') {
    const pointer = value
      .split('/')
      .map((part) => renamed.get(fromPointer(part)) ?? part)
      .join('/');
    return gate.mentions(pointer) ? undefined : pointer;
  }
  if (key === 'type' && [value].flat().every((type) => types.has(String(type)))) return value;
  if (key === 'format' && formats.has(String(value))) return value;
  if (key === '$schema' && /^https?:\/\/json-schema\.org\//.test(String(value))) return value;
  if (key === 'required' && Array.isArray(value)) return requiredNames(value, known);
  if (key === 'dependentRequired' && isRecord(value)) {
    const entries = Object.entries(value).filter(([name]) => known.arguments.has(name) || !gate.mentions(name));
    return Object.fromEntries(
      entries.map(([name, list]) => [name, Array.isArray(list) ? requiredNames(list, known) : list]),
    );
  }
  if (values.has(key)) return mentionsName(value, gate) ? undefined : value;
  if (key === 'enum' && Array.isArray(value)) {
    const left = gateValue(value, gate) as unknown[];
    return left.length > 0 || value.length === 0 ? left : undefined;
  }
  if (gate.mentions(key)) return undefined;
  return data.has(key) ? gateValue(value, gate) : gateNode(value, known, depth);
}

function requiredNames(names: readonly unknown[], { gate, ...known }: Known): unknown[] {
  return names.filter((name) => known.arguments.has(String(name)) || !gate.mentions(String(name)));
}

function mapped(value: Schema, nameOf: (name: string) => string, known: Known, depth: number): Schema {
  return Object.fromEntries(
    Object.entries(value).map(([name, schema]) => [nameOf(name), gateNode(schema, known, depth)]),
  );
}

function fromPointer(part: string): string {
  const plain = part.replaceAll('~1', '/').replaceAll('~0', '~');
  try {
    return decodeURIComponent(plain);
  } catch {
    return plain;
  }
}

function isRecord(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
