import type { ExtractorName } from '#shared/domain/extraction.ts';
import { type FoundEntity, fieldOf, foundEntity } from './found-entity.ts';

/** Extractors by name. A new one is an entry here and in `extractorNameSchema`. */
export const customExtractors: Readonly<Record<ExtractorName, (result: unknown) => FoundEntity[]>> = {
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
