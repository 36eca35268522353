/** The headers of a call, or what is wrong with the definition of its tool: no host may call it then. */
export type ParamHeaders = { readonly headers: Readonly<Record<string, string>> } | { readonly problem: string };

/** The field of a schema that names the header in which an argument is repeated. */
const annotation = 'x-mcp-header';
/** A name as HTTP allows it (RFC 9110). */
const token = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;
const types = new Set(['string', 'integer', 'boolean']);
/** The text that a header can hold unchanged: printable ASCII, and no space at its ends. */
const plain = /^(?:[!-~](?:[ -~]*[!-~])?)?$/;
const encoded = /^=\?base64\?.*\?=$/;

/**
 * The arguments of a call that its tool wants repeated in headers, for calls over HTTP since 2026-07-28 (SEP-2243). An argument that is
 * not given or null has no header; one that a header cannot hold as it is, is encoded.
 */
export function paramHeaders(schema: unknown, args: unknown): ParamHeaders {
  const headers: Record<string, string> = {};
  const seen = new Set<string>();
  for (const { path, name, type, value } of annotated(schema, args, [])) {
    const problem = problemWith(name, type, seen);
    if (problem !== null) return { problem: `${path.join('.')}: ${annotation} ${problem}` };
    const text = textOf(value);
    if (text !== null) headers[`Mcp-Param-${String(name)}`] = headerValue(text);
  }
  return { headers };
}

interface Annotated {
  readonly path: readonly string[];
  readonly name: unknown;
  readonly type: unknown;
  readonly value: unknown;
}

function* annotated(schema: unknown, value: unknown, path: readonly string[]): Generator<Annotated> {
  if (!isRecord(schema) || !isRecord(schema.properties)) return;
  for (const [key, child] of Object.entries(schema.properties)) {
    if (!isRecord(child)) continue;
    const at = [...path, key];
    const given = isRecord(value) && Object.hasOwn(value, key) ? value[key] : undefined;
    if (annotation in child) yield { path: at, name: child[annotation], type: child.type, value: given };
    yield* annotated(child, given, at);
  }
}

function problemWith(name: unknown, type: unknown, seen: Set<string>): string | null {
  if (typeof name !== 'string' || !token.test(name)) return 'is not a valid header name';
  if (typeof type !== 'string' || !types.has(type)) return 'is for strings, integers and booleans only';
  if (seen.has(name.toLowerCase())) return `${name} is given twice`;
  seen.add(name.toLowerCase());
  return null;
}

function textOf(value: unknown): string | null {
  if (typeof value === 'string') return value;
  if (typeof value === 'boolean' || Number.isSafeInteger(value)) return String(value);
  return null;
}

function headerValue(text: string): string {
  return plain.test(text) && !encoded.test(text) ? text : `=?base64?${Buffer.from(text).toString('base64')}?=`;
}

/** A schema without those annotations, for hosts whose calls are not read by their headers; itself when it has none. */
export function withoutParamHeaders<Schema extends Readonly<Record<string, unknown>>>(schema: Schema): Schema {
  const { properties } = schema;
  if (!isRecord(properties)) return schema;
  const children = Object.entries(properties).map(([key, child]): [string, unknown] => {
    if (!isRecord(child)) return [key, child];
    const { [annotation]: name, ...rest } = child;
    return [key, withoutParamHeaders(name === undefined ? child : rest)];
  });
  const isSame = children.every(([key, child]) => child === properties[key]);
  return isSame ? schema : { ...schema, properties: Object.fromEntries(children) };
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
