import { PegboardError } from '#shared/errors.ts';
import { isObject } from '../captured/captured-source.ts';
import { type RawEntry, refuseTooMany } from '../captured/tool-entries.ts';
import type { RawList } from '../captured/tool-lists.ts';
import { Losses } from './losses.ts';
import { type ApiKeys, argumentsOf, chosenMedia, type Operation } from './operation-arguments.ts';
import { circularSchemas, type Json, resolvedPart } from './references.ts';
import { type SchemaSource, SchemaWriter } from './schema-writer.ts';
import { ToolNames } from './tool-names.ts';

const methods = new Set(['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace', 'query']);
const readingMethods = new Set(['get', 'head', 'options', 'trace', 'query']);
/** Characters of the schemas of results. Beyond them a source could be too large to be read, and they tell little about a tool. */
const outputCharacters = { ofOne: 40_000, ofAll: 8_000_000 };

/** Whether a JSON value is an OpenAPI or Swagger document, or means to be one. */
export function isApiDocument(value: unknown): value is Json {
  if (!isObject(value)) return false;
  const isNamed = 'openapi' in value || 'swagger' in value;
  return isNamed && ['info', 'paths', 'components', 'webhooks'].some((key) => key in value);
}

/**
 * The operations of an OpenAPI document (3.0 to 3.2) as tools. Signing in is never copied; what is left out is told with its
 * place. Nothing is fetched. Errors: `unrecognised_format` with what the document lacks, `TooManyEntries`.
 */
export function readOpenApi(document: Json, file: string): RawList {
  const version = checkedVersion(document, file);
  const paths = checkedPaths(document, file);
  const losses = new Losses();
  const source: SchemaSource = {
    document,
    is30: version.startsWith('3.0'),
    circular: circularSchemas(document),
    losses,
    written: { values: 0 },
  };
  const operations = operationsOf(paths, source);
  refuseTooMany(operations.length);
  const keys = noteSecurity(document, losses);
  if (isObject(document.webhooks) && Object.keys(document.webhooks).length > 0)
    losses.note('openapi_part_left_out', 'webhooks', 'are calls that the API makes, so they are left out');
  const names = new ToolNames(operations, losses);
  const answers = { left: outputCharacters.ofAll };
  const entries = operations.map((operation): RawEntry => {
    const output = answerOf(operation, source, answers);
    return {
      place: operation.place,
      value: {
        name: names.nameOf(operation),
        description: descriptionOf(operation.operation),
        inputSchema: argumentsOf(operation, source, keys),
        ...(output === null ? {} : { outputSchema: output }),
        annotations: annotationsOf(operation.method),
        ...tagsOf(operation.operation),
        _meta: { 'pegboard/http': { method: operation.method.toUpperCase(), path: operation.path } },
      },
    };
  });
  const title = isObject(document.info) && typeof document.info.title === 'string' ? document.info.title.trim() : '';
  return { server: title === '' ? null : title, entries, goesOn: false, findings: losses.findings(file) };
}

function checkedVersion(document: Json, file: string): string {
  const given = document.openapi ?? document.swagger;
  const version = typeof given === 'string' || typeof given === 'number' ? String(given).trim() : '';
  if (/^3\.[0-2](\.|$)/.test(version) && 'openapi' in document) return version;
  if (/^2(\.|$)/.test(version)) {
    throw refused(file, `is Swagger 2.0, and Pegboard reads OpenAPI 3.0 to 3.2`, {
      hint: `Convert it first, for example: npx -y swagger2openapi ${file} -o openapi.json`,
    });
  }
  const shown = JSON.stringify(version.slice(0, 40));
  throw refused(file, `looks like an OpenAPI document, but its version is ${shown}`, {
    hint: 'Pegboard reads OpenAPI 3.0 to 3.2. Write the version as text, for example "3.1.0".',
  });
}

function checkedPaths(document: Json, file: string): Json {
  const { paths, webhooks } = document;
  if (isObject(paths) && Object.keys(paths).length > 0) return paths;
  if (isObject(webhooks) && Object.keys(webhooks).length > 0) {
    throw refused(file, 'is an OpenAPI document with `webhooks` only', {
      hint: 'Webhooks are calls that the API makes. A tool needs an operation in `paths`.',
    });
  }
  const lack = paths === undefined ? 'has no `paths`' : 'has no path in `paths`';
  throw refused(file, `looks like an OpenAPI document, but ${lack}`, {
    hint: 'Each operation in `paths` becomes a tool. Export the whole document from the API.',
  });
}

function refused(file: string, what: string, { hint }: { readonly hint: string }): PegboardError {
  return new PegboardError('unrecognised_format', `${file} ${what}.`, { hint, data: { file } });
}

function operationsOf(paths: Json, source: SchemaSource): Operation[] {
  return Object.entries(paths).flatMap(([path, value]): Operation[] => {
    if (path.startsWith('x-')) return [];
    const place = `paths.${path}`;
    const pathItem = resolvedPart(value, { ...source, place });
    if (!pathItem) return [];
    return Object.entries(pathItem).flatMap(([method, operation]): Operation[] => {
      if (!methods.has(method) || operation === null) return [];
      if (isObject(operation)) return [{ method, path, place: `${place}.${method}`, operation, pathItem }];
      source.losses.note('openapi_part_left_out', `${place}.${method}`, 'is not an object and is left out');
      return [];
    });
  });
}

/** API keys, so that a parameter of theirs is not copied either. */
function noteSecurity({ components }: Json, losses: Losses): ApiKeys {
  const schemes = isObject(components) && isObject(components.securitySchemes) ? components.securitySchemes : {};
  const keys = new Set<string>();
  for (const [name, scheme] of Object.entries(schemes)) {
    losses.note('openapi_auth_left_out', `components.securitySchemes.${name}`, 'is a way to sign in and is left out');
    if (!isObject(scheme) || scheme.type !== 'apiKey') continue;
    if (typeof scheme.name === 'string' && typeof scheme.in === 'string')
      keys.add(`${scheme.in} ${scheme.name.toLowerCase()}`);
  }
  return keys;
}

/** The summary, then the description where it says more. */
function descriptionOf({ summary, description, deprecated }: Json): string {
  const [short, long] = [summary, description].map((text) => (typeof text === 'string' ? text.trim() : ''));
  const parts = long?.startsWith(short ?? '') ? [long] : [short, long];
  return [...(deprecated === true ? ['Deprecated.'] : []), ...parts].filter((text) => text).join('\n\n');
}

function annotationsOf(method: string): Json {
  if (readingMethods.has(method)) return { readOnlyHint: true };
  return { readOnlyHint: false, ...(method === 'delete' ? { destructiveHint: true } : {}) };
}

function tagsOf({ tags }: Json): Json {
  const texts = Array.isArray(tags) ? tags.filter((tag): tag is string => typeof tag === 'string') : [];
  return texts.length === 0 ? {} : { tags: texts };
}

/** The schema of the first successful answer in JSON; null where there is none, or where it is too large to be of use. */
function answerOf({ operation, place }: Operation, source: SchemaSource, answers: { left: number }): unknown {
  const { losses } = source;
  if (operation.callbacks !== undefined)
    losses.note('openapi_part_left_out', `${place}.callbacks`, 'are calls that the API makes, so they are left out');
  const responses = isObject(operation.responses) ? operation.responses : {};
  const code = Object.keys(responses).find((key) => /^2(?:\d\d|XX)$/i.test(key));
  if (code === undefined) return null;
  const at = `${place}.responses.${code}`;
  const response = resolvedPart(responses[code], { ...source, place: at });
  const chosen = response && chosenMedia(response.content, [/^application\/(?:[\w.-]+\+)?json\b/i]);
  if (!chosen || !/json/i.test(chosen.type) || chosen.media.schema === undefined) return null;
  if (answers.left <= 0) {
    losses.note('openapi_part_left_out', at, 'has a schema for which the document is too large; it is left out');
    return null;
  }
  const writer = new SchemaWriter(source, 'output');
  const schema = writer.write(chosen.media.schema, at);
  const definitions = writer.definitions();
  if (!isObject(schema) || Object.keys(schema).length === 0) return null;
  const whole = Object.keys(definitions).length === 0 ? schema : { ...schema, $defs: definitions };
  const characters = JSON.stringify(whole).length;
  if (characters > outputCharacters.ofOne) {
    losses.note('openapi_part_left_out', at, 'has a schema that is too large to be of use; it is left out');
    return null;
  }
  answers.left -= characters;
  return whole;
}
