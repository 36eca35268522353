/** Pieces of JSON Schemas; nothing beyond the fields that are named may be in an object. */
export type Schema = Readonly<Record<string, unknown>>;

export const words: Schema = { type: 'string' };

/** A name that an API accepts. */
export function name(maximumLength: number): Schema {
  return { type: 'string', pattern: `^[a-zA-Z0-9_-]{1,${maximumLength}}$` };
}

export function object(required: Record<string, Schema>, optional: Record<string, Schema> = {}): Schema {
  return {
    type: 'object',
    properties: { ...required, ...optional },
    required: Object.keys(required),
    additionalProperties: false,
  };
}

export function oneOf(...schemas: readonly Schema[]): Schema {
  return { oneOf: schemas };
}

/** An object that has this mark. */
export function mark(key: string): Schema {
  return { type: 'object', required: [key] };
}
