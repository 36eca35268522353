import type { Entity } from '#shared/domain/working-memory.ts';
import { replaceKnownTokens } from '../secrets/known-tokens.ts';

/** An entity as a result gives it; when it was seen is for whoever keeps it. */
export type FoundEntity = Omit<Entity, 'timestamp'>;

/** Longest text that is kept, UTF-16 units. */
const longest = 200;

/** An entity, or none where the id is no text or number. Its name is the first of the names that is one, else the id. */
export function foundEntity(type: unknown, id: unknown, names: readonly unknown[]): FoundEntity[] {
  const key = label(id);
  const kind = label(type);
  if (key === null || kind === null) return [];
  const name = names.map(label).find((text) => text !== null) ?? key;
  return [{ type: kind, id: key, name }];
}

/** A field of an object that is its own; undefined for everything else. */
export function fieldOf(value: unknown, key: string): unknown {
  return isRecord(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** One line, not too long, and no credential that shows itself: it is kept in a file and read by a model. */
function label(value: unknown): string | null {
  if (typeof value !== 'string' && !(typeof value === 'number' && Number.isFinite(value))) return null;
  const line = replaceKnownTokens(String(value).slice(0, 10 * longest), () => '[hidden]')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();
  if (line === '') return null;
  return line.length <= longest ? line : `${line.slice(0, longest - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
}
