import { recordOf } from '../../ui/json-value.ts';
import { formField } from './form-field.ts';

/** Values that are prepared at most: a schema may require itself many times over, on every level. */
const maximumValues = 300;

/** What a walk through a schema shares: the document, and how many values it may still prepare. */
interface Walk {
  readonly root: unknown;
  left: number;
}

/**
 * The arguments a form starts with: every default of the schema, required constants, and the required objects around them.
 * An argument with neither is left out, so that only chosen values are sent.
 */
export function initialArguments(schema: unknown): Record<string, unknown> {
  const value = initialValue(schema, true, { root: schema, left: maximumValues });
  return { ...(recordOf(value) ?? {}) };
}

/** What an object or an element that is added starts with; undefined where its schema suggests nothing. */
export function initialItem(schema: unknown, root: unknown): unknown {
  return initialValue(schema, true, { root, left: maximumValues });
}

/** A new element of a list: what its schema suggests, else the emptiest value of its type. It is never left out. */
export function emptyElement(schema: unknown, root: unknown): unknown {
  const suggested = initialItem(schema, root);
  if (suggested !== undefined) return suggested;
  const { shape } = formField(schema, root);
  switch (shape.kind) {
    case 'text':
      return '';
    case 'number':
      return 0;
    case 'choice':
      return shape.values[0] ?? null;
    case 'object':
      return {};
    case 'list':
      return [];
    case 'json':
      return null;
  }
}

function initialValue(schema: unknown, isRequired: boolean, walk: Walk): unknown {
  const { shape, schema: resolved } = formField(schema, walk.root);
  if (Object.hasOwn(resolved, 'default')) return resolved.default;
  if (!isRequired || walk.left <= 0) return undefined;
  walk.left--;
  if (shape.kind === 'choice') return shape.values.length === 1 ? shape.values[0] : undefined;
  if (shape.kind !== 'object') return undefined;
  const entries = shape.properties.flatMap((property) => {
    const value = initialValue(property.schema, property.isRequired, walk);
    return value === undefined ? [] : [[property.name, value] as const];
  });
  return Object.fromEntries(entries);
}
