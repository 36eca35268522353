/** A value as an object; null when it is not an object. */
export function asObject(value: unknown): Readonly<Record<string, unknown>> | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : null;
}

/** A value as a list; empty when it is not a list. */
export function asList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** A value as a text; null when it is not a text, or an empty one. */
export function asText(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}

/** A value as a number that is not negative; null when it is not. */
export function asAmount(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : null;
}

/** A time as milliseconds since 1970: ISO 8601, milliseconds, or seconds where the number is below 100,000,000,000. Null for anything else. */
export function asTime(value: unknown): number | null {
  if (typeof value === 'string') {
    const time = /^\d{4}-\d\d-\d\d/.test(value) ? Date.parse(value) : Number.NaN;
    return Number.isNaN(time) ? null : time;
  }
  const amount = asAmount(value);
  return amount === null ? null : Math.round(amount < 1e11 ? amount * 1000 : amount);
}
