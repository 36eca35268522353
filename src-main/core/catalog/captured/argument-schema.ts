import { isObject } from './captured-source.ts';
import { plainSchema } from './plain-schema.ts';
import { pythonType } from './python-type.ts';
import { sizeProblem } from './tool-size.ts';

/** The schema of a tool's arguments with what reading it lost or changed, or why it cannot be read. */
export type ReadSchema =
  | { readonly schema: Readonly<Record<string, unknown>>; readonly notes: readonly string[] }
  | { readonly problem: string };

/** The keys that MCP, Anthropic and OpenAI write; the first that has a value counts. */
export const schemaKeys = ['inputSchema', 'input_schema', 'parameters'] as const;
/** The keys of other frameworks. */
export const otherSchemaKeys = [
  'parametersJsonSchema',
  'parameters_json_schema',
  'args_schema',
  'argsSchema',
  'args',
  'parameter_definitions',
  'parameterDefinitions',
  'arguments',
] as const;

/** Whether a tool says what its arguments are, in any of the known ways. */
export function hasArguments(body: Readonly<Record<string, unknown>>): boolean {
  return [...schemaKeys, ...otherSchemaKeys].some((key) => body[key] !== undefined && body[key] !== null);
}

/**
 * The schema of a tool's arguments, wherever and however it is written: as a JSON schema, its text, or the lists of LangChain
 * and Cohere. A tool that says nothing takes any arguments. `key` names the field that was read.
 */
export function readArguments(body: Readonly<Record<string, unknown>>): ReadSchema & { readonly key: string | null } {
  let unreadable: { problem: string; key: string } | null = null;
  for (const key of [...schemaKeys, ...otherSchemaKeys]) {
    const value = body[key];
    if (value === undefined || value === null) continue;
    const read = readForm(key, value);
    if (!('problem' in read)) return { ...read, key };
    unreadable ??= { problem: `its ${key} ${read.problem}`, key };
  }
  return unreadable ?? { schema: { type: 'object' }, notes: [], key: null };
}

function readForm(key: string, value: unknown): ReadSchema {
  if (key === 'args' && isObject(value)) return fromProperties(value);
  if ((key === 'parameter_definitions' || key === 'parameterDefinitions') && isObject(value)) return fromCohere(value);
  if (Array.isArray(value) && value.length > 0) return fromList(value);
  return readSchema(value);
}

/** A value in the place of a JSON schema. */
export function readSchema(value: unknown): ReadSchema {
  if (value === undefined || value === null) return { schema: { type: 'object' }, notes: [] };
  if (value === true) return { schema: { type: 'object' }, notes: ['is "true" and was read as any arguments'] };
  if (value === false) {
    return {
      schema: { type: 'object', properties: {}, additionalProperties: false },
      notes: ['is "false" and was read as no arguments at all'],
    };
  }
  if (typeof value === 'string') return fromText(value);
  if (Array.isArray(value) && value.length === 0)
    return { schema: { type: 'object' }, notes: ['is an empty list and was read as an empty schema'] };
  if (!isObject(value)) return { problem: `is ${kindOf(value)}, not a schema` };
  if (isZod(value)) return { problem: 'is a Zod object, not a JSON schema; convert it with z.toJSONSchema' };
  // The AI SDK and Bedrock put the schema into an object of its own.
  const inner = value.jsonSchema ?? (isObject(value.json) && !('properties' in value) ? value.json : undefined);
  if (isObject(inner)) return readSchema(inner);
  const { schema, notes } = plainSchema(value);
  return { schema, notes };
}

function fromText(text: string): ReadSchema {
  const problem = `is the text ${JSON.stringify(text.slice(0, 40))}, not a schema`;
  if (!text.trimStart().startsWith('{')) return { problem };
  try {
    const value: unknown = JSON.parse(text);
    const isSchema = isObject(value) && sizeProblem(value) === null;
    const read = isSchema ? readSchema(value) : { problem };
    return 'problem' in read ? read : { ...read, notes: ['is the text of a JSON schema', ...read.notes] };
  } catch {
    return { problem };
  }
}

/** LangChain's `args`: the properties alone. */
function fromProperties(args: Readonly<Record<string, unknown>>): ReadSchema {
  const notes: string[] = [];
  const properties: [string, unknown][] = [];
  for (const [name, value] of Object.entries(args)) {
    const read = typeof value === 'string' ? pythonType(value) : value;
    if (read === null) notes.push(`gives ${name} the unknown type "${String(value)}"`);
    else if (!isObject(read)) return { problem: `gives ${name} no type` };
    properties.push([name, isObject(read) ? plainSchema(read).schema : {}]);
  }
  if (properties.length > 0) notes.push('does not say which arguments are required');
  return { schema: { type: 'object', properties: Object.fromEntries(properties) }, notes };
}

/** Cohere's `parameter_definitions`: Python types, each with its own `required`. */
function fromCohere(definitions: Readonly<Record<string, unknown>>): ReadSchema {
  const entries = Object.entries(definitions).map(([name, value]) => ({ ...(isObject(value) ? value : {}), name }));
  return fromList(entries);
}

/** A list of arguments, each with its name and type. */
function fromList(list: readonly unknown[]): ReadSchema {
  const notes: string[] = [];
  const required: string[] = [];
  const properties: [string, Record<string, unknown>][] = [];
  for (const item of list) {
    if (!isObject(item) || typeof item.name !== 'string' || item.name === '')
      return { problem: 'is a list whose entries are not arguments' };
    const { name, type, description, desc, required: isRequired, optional, ...rest } = item;
    const read = typeof type === 'string' ? pythonType(type) : isObject(type) ? type : {};
    if (read === null) notes.push(`gives ${name} the unknown type "${String(type)}"`);
    const text = description ?? desc;
    properties.push([
      name,
      plainSchema({ ...read, ...(typeof text === 'string' ? { description: text } : {}), ...rest }).schema,
    ]);
    if (isRequired === true || isRequired === 'true' || optional === false) required.push(name);
  }
  const schema = {
    type: 'object',
    properties: Object.fromEntries(properties),
    ...(required.length > 0 ? { required } : {}),
  };
  return { schema, notes };
}

function isZod(value: Readonly<Record<string, unknown>>): boolean {
  return ('_def' in value || '~standard' in value || '_zod' in value) && !('jsonSchema' in value);
}

export function kindOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'string') return 'a text';
  if (typeof value === 'boolean') return value ? '"true"' : '"false"';
  return typeof value === 'number' ? 'a number' : 'an object';
}
