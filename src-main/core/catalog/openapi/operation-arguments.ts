import { namesSecret } from '../../secrets/secret-names.ts';
import { isObject } from '../captured/captured-source.ts';
import { type Json, resolvedPart } from './references.ts';
import { type SchemaSource, SchemaWriter } from './schema-writer.ts';

/** One operation of an API document, and where it stands. */
export interface Operation {
  readonly method: string;
  readonly path: string;
  readonly place: string;
  readonly operation: Json;
  readonly pathItem: Json;
}

/** API keys by their place in a request: `header x-api-key`, names in lower case. */
export type ApiKeys = ReadonlySet<string>;

interface Argument {
  readonly name: string;
  readonly schema: unknown;
  readonly required: boolean;
}

/** Headers that the request itself sets; OpenAPI gives parameters of these names no effect. */
const requestHeaders = new Set(['accept', 'content-type']);
/** Names of query parameters that hold a key, whatever the document says about them. A page token is not one. */
const queryKeys = /^(?:api[-_]?key|access[-_]?(?:key|token)|auth[-_]?token|client[-_]?secret|password)$/i;

/** The schema of the arguments of an operation: its parameters by name, and the request as `body`. */
export function argumentsOf(operation: Operation, source: SchemaSource, keys: ApiKeys): Json {
  const writer = new SchemaWriter(source, 'input');
  const parameters = parametersOf(operation, source, { writer, keys });
  const body = bodyOf(operation, source, { writer, taken: new Set(parameters.map(({ name }) => name)) });
  const all = [...parameters, ...(body ? [body] : [])];
  const required = all.filter((one) => one.required).map(({ name }) => name);
  const definitions = writer.definitions();
  return {
    type: 'object',
    properties: Object.fromEntries(all.map(({ name, schema }) => [name, schema])),
    ...(required.length > 0 ? { required } : {}),
    ...(Object.keys(definitions).length > 0 ? { $defs: definitions } : {}),
  };
}

function parametersOf(
  { operation, pathItem, path, place }: Operation,
  source: SchemaSource,
  { writer, keys }: { readonly writer: SchemaWriter; readonly keys: ApiKeys },
): Argument[] {
  const { losses } = source;
  const listed = [
    ...placed(pathItem.parameters, `paths.${path}.parameters`),
    ...placed(operation.parameters, `${place}.parameters`),
  ];
  // A parameter of the operation replaces that of its path.
  const found = new Map<string, { readonly parameter: Json; readonly at: string }>();
  for (const [value, at] of listed) {
    const parameter = resolvedPart(value, { ...source, place: at });
    if (!parameter) continue;
    if (typeof parameter.name !== 'string' || typeof parameter.in !== 'string')
      losses.note('openapi_part_left_out', at, 'has no "name" or no "in" and is left out');
    else found.set(`${parameter.in} ${parameter.name}`, { parameter, at });
  }
  const names = new Set<string>();
  return [...found.values()].flatMap(({ parameter, at }): Argument[] => {
    const [name, where] = [String(parameter.name), String(parameter.in)];
    if (where === 'header' && requestHeaders.has(name.toLowerCase())) {
      losses.note('openapi_part_left_out', at, `is the header ${name}, which each request sets itself`);
      return [];
    }
    if (isSecret(name, where, keys)) {
      losses.note('openapi_auth_left_out', at, `is ${name}, which signs in, and is left out`);
      return [];
    }
    const own = freeName(name, where, names);
    if (own !== name) losses.note('openapi_name', at, `is ${name} in another place of the request; it became ${own}`);
    return [{ name: own, schema: parameterSchema(parameter, writer, at), required: isRequired(parameter) }];
  });
}

function placed(list: unknown, place: string): [unknown, string][] {
  return Array.isArray(list) ? list.map((value, i) => [value, `${place}[${i}]`]) : [];
}

function isRequired({ in: where, required }: Json): boolean {
  return where === 'path' || required === true;
}

function isSecret(name: string, where: string, keys: ApiKeys): boolean {
  if (keys.has(`${where} ${name.toLowerCase()}`)) return true;
  if (where === 'header' || where === 'cookie') return namesSecret(name) && !/idempotency/i.test(name);
  return where === 'query' && queryKeys.test(name);
}

function freeName(name: string, where: string, names: Set<string>): string {
  let own = names.has(name) ? `${name}_${where}` : name;
  while (names.has(own)) own = `${own}_`;
  names.add(own);
  return own;
}

function parameterSchema(parameter: Json, writer: SchemaWriter, place: string): unknown {
  const [media] = isObject(parameter.content) ? Object.values(parameter.content) : [];
  const schema = parameter.schema ?? (isObject(media) ? media.schema : undefined);
  const written = writer.write(schema ?? {}, place);
  if (!isObject(written)) return written;
  const { description, example, deprecated } = parameter;
  return {
    ...written,
    ...(typeof description === 'string' && description !== '' ? { description } : {}),
    ...(example !== undefined && written.examples === undefined ? { examples: [example] } : {}),
    ...(deprecated === true ? { deprecated } : {}),
  };
}

/** How a request or an answer may be written, the ones that JSON can say first. */
const mediaOrder: readonly RegExp[] = [
  /^application\/json\b/i,
  /^application\/[\w.-]+\+json\b/i,
  /^application\/x-www-form-urlencoded\b/i,
  /^multipart\//i,
  /^text\//i,
  /^\*\/\*$/,
];

/** The content of a body that is kept, by its type; null for none. */
export function chosenMedia(content: unknown, order = mediaOrder): { type: string; media: Json } | null {
  if (!isObject(content)) return null;
  const types = Object.keys(content);
  const type = order.map((form) => types.find((one) => form.test(one))).find((one) => one !== undefined) ?? types[0];
  const media = type === undefined ? undefined : content[type];
  return type !== undefined && isObject(media) ? { type, media } : null;
}

function bodyOf(
  { operation, place }: Operation,
  source: SchemaSource,
  { writer, taken }: { readonly writer: SchemaWriter; readonly taken: ReadonlySet<string> },
): Argument | null {
  if (operation.requestBody === undefined || operation.requestBody === null) return null;
  const at = `${place}.requestBody`;
  const body = resolvedPart(operation.requestBody, { ...source, place: at });
  const chosen = body && chosenMedia(body.content);
  if (!body || !chosen) {
    if (body) source.losses.note('openapi_part_left_out', at, 'has no content and is left out');
    return null;
  }
  const others = Object.keys(isObject(body.content) ? body.content : {}).filter((type) => type !== chosen.type);
  if (others.length > 0) {
    const what = `has ${others.slice(0, 5).join(', ')} beside ${chosen.type}, which is the one that is kept`;
    source.losses.note('openapi_part_left_out', `${at}.content`, what);
  }
  const name = taken.has('body') ? 'request_body' : 'body';
  const schema = mediaSchema(chosen, writer, `${at}.content.${chosen.type}.schema`);
  const { description } = body;
  const isDescribed = isObject(schema) && schema.description === undefined && typeof description === 'string';
  return { name, schema: isDescribed ? { ...schema, description } : schema, required: body.required === true };
}

/** The schema of a body. One that is not JSON and has no schema is a text. */
function mediaSchema({ type, media }: { type: string; media: Json }, writer: SchemaWriter, place: string): unknown {
  if (media.schema !== undefined) return writer.write(media.schema, place);
  const isText = !/json|form|multipart|\*/i.test(type);
  return isText ? { type: 'string', contentMediaType: type } : {};
}
