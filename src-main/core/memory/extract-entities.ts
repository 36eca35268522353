import { type Extraction, type ExtractorName, extractionSchema } from '#shared/domain/extraction.ts';
import { customExtractors } from './custom-extractors.ts';
import { type FoundEntity, fieldOf, foundEntity, isRecord } from './found-entity.ts';
import { plainResult } from './plain-result.ts';

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
