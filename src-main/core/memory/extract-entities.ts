import { type Extraction, type ExtractorName, extractionSchema } from '#shared/domain/extraction.ts';
import type { Entity } from '#shared/domain/working-memory.ts';
import { replaceKnownTokens } from '../secrets/known-tokens.ts';

/** Most entities that are read from one result. */
const maximumEntities = 100;

/**
 * The entities in the result of a tool: by its custom extractor where it has one, else by its schema, else none (R17.24–R17.26).
 * Whatever the result is, this gives a list and never throws (R17.29).
 */
export function extractEntities(
  result: unknown,
  how: { readonly extraction: unknown; readonly extractor: ExtractorName | undefined },
): FoundEntity[] {
  const value = plainResult(result);
  if (how.extractor !== undefined) return customExtractors[how.extractor](value).slice(0, maximumEntities);
  const schema = extractionSchema.safeParse(how.extraction);
  return schema.success ? bySchema(value, schema.data).slice(0, maximumEntities) : [];
}

function bySchema(result: unknown, { path, type, nameField, idField, isArray }: Extraction): FoundEntity[] {
  const at = path === '$root' ? result : fieldOf(result, path);
  const items = isArray ? (Array.isArray(at) ? at : []) : isRecord(at) ? [at] : [];
  return items.flatMap((item) => foundEntity(type, fieldOf(item, idField), [fieldOf(item, nameField)]));
}

/** An entity as a result gives it; when it was seen is for whoever keeps it. */
export type FoundEntity = Omit<Entity, 'timestamp'>;

/** Longest text that is kept, UTF-16 units. */
const longestLabel = 200;

/** An entity, or none where the id is not a text or number. Its name is the first of the names that is one, else the id. */
function foundEntity(type: unknown, id: unknown, names: readonly unknown[]): FoundEntity[] {
  const key = label(id);
  const kind = label(type);
  if (key === null || kind === null) return [];
  const name = names.map(label).find((text) => text !== null) ?? key;
  return [{ type: kind, id: key, name }];
}

/** A field of an object that is its own; undefined for everything else. */
function fieldOf(value: unknown, key: string): unknown {
  return isRecord(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** One line, not too long, and no credential that shows itself: it is kept in a file and read by a model. */
function label(value: unknown): string | null {
  if (typeof value !== 'string' && !(typeof value === 'number' && Number.isFinite(value))) return null;
  const line = replaceKnownTokens(String(value).slice(0, 10 * longestLabel), () => '[hidden]')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();
  if (line === '') return null;
  return line.length <= longestLabel ? line : `${line.slice(0, longestLabel - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
}

/** Extractors by name. A new one is an entry here and in `extractorNameSchema`. */
const customExtractors: Readonly<Record<ExtractorName, (result: unknown) => FoundEntity[]>> = {
  find_resource: fromFindResource,
  vector_search: fromVectorSearch,
};

/** `{type, matches: […]}`: one type for all matches (R17.27). */
function fromFindResource(result: unknown): FoundEntity[] {
  const type = fieldOf(result, 'type');
  const matches = fieldOf(result, 'matches');
  if (typeof type !== 'string' || !Array.isArray(matches)) return [];
  return matches.flatMap((match) =>
    foundEntity(type, fieldOf(match, 'id'), namesOf(match, ['name', 'slug', 'filename'])),
  );
}

/** `{results: […]}`: each of its own type, `unknown` where it has none (R17.28). */
function fromVectorSearch(result: unknown): FoundEntity[] {
  const results = fieldOf(result, 'results');
  if (!Array.isArray(results)) return [];
  return results.flatMap((item) => {
    const type = fieldOf(item, 'type');
    const names = namesOf(item, ['name', 'title', 'filename']);
    return foundEntity(typeof type === 'string' && type.trim() !== '' ? type : 'unknown', fieldOf(item, 'id'), names);
  });
}

function namesOf(item: unknown, fields: readonly string[]): unknown[] {
  return fields.map((field) => fieldOf(item, field));
}

/** Longest text that is tried as JSON, characters. */
const longestJson = 1_000_000;

/** What a result means: MCP servers without structured content send their JSON as one text. Anything else stays as it is. */
function plainResult(result: unknown): unknown {
  if (!Array.isArray(result) || result.length !== 1 || fieldOf(result[0], 'type') !== 'text') return result;
  const text = fieldOf(result[0], 'text');
  if (typeof text !== 'string' || text.length > longestJson) return result;
  try {
    return JSON.parse(text);
  } catch {
    return result;
  }
}
