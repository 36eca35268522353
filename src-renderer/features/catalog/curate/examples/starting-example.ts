import { recordOf } from '../../../../ui/json-value.ts';
import { type FormField, formField } from '../../../try-it/form-field.ts';
import { initialArguments } from '../../../try-it/initial-arguments.ts';

/** Objects inside objects that are filled in: a schema may require itself. */
const maximumDepth = 6;

/** Arguments to begin an example with: what the schema suggests, and a value of the right type for all that it requires. */
export function startingExample(schema: unknown): Record<string, unknown> {
  return { ...initialArguments(schema), ...recordOf(requiredValues(schema, schema, 0)) };
}

function requiredValues(schema: unknown, root: unknown, depth: number): unknown {
  const field = formField(schema, root);
  const { shape } = field;
  const suggested = suggestionOf(field);
  if (suggested !== undefined) return suggested;
  switch (shape.kind) {
    case 'text':
      return textOf(shape.format, field.schema);
    case 'number':
      return numberOf(field.schema, shape.isInteger);
    case 'choice':
      return shape.values[0] ?? null;
    case 'list':
      return numberIn(field.schema, 'minItems', 0) > 0 && depth < maximumDepth
        ? [requiredValues(shape.items, root, depth + 1)]
        : [];
    case 'object': {
      if (depth >= maximumDepth) return {};
      const required = shape.properties.filter(({ isRequired }) => isRequired).slice(0, 50);
      return Object.fromEntries(
        required.map((property) => [property.name, requiredValues(property.schema, root, depth + 1)]),
      );
    }
    case 'json':
      return field.isNullable ? null : {};
  }
}

/** The examples and defaults of the schema's author. */
function suggestionOf({ schema }: FormField): unknown {
  if (Array.isArray(schema.examples) && schema.examples.length > 0) return schema.examples[0];
  return schema.default;
}

const textsOfFormats: Readonly<Record<string, string>> = {
  date: '2026-01-31',
  'date-time': '2026-01-31T12:00:00Z',
  email: 'ann@example.com',
  uri: 'https://example.com/',
};

function textOf(format: string | null, schema: Readonly<Record<string, unknown>>): string {
  const text = textsOfFormats[format ?? ''] ?? 'text';
  return text.padEnd(Math.min(numberIn(schema, 'minLength', 0), 200), '.');
}

function numberOf(schema: Readonly<Record<string, unknown>>, isInteger: boolean): number {
  const least = Math.max(numberIn(schema, 'minimum', 1), numberIn(schema, 'exclusiveMinimum', 0) + 1);
  const value = Math.min(least, numberIn(schema, 'maximum', least));
  return isInteger ? Math.ceil(value) : value;
}

function numberIn(schema: Readonly<Record<string, unknown>>, keyword: string, otherwise: number): number {
  const value = schema[keyword];
  return typeof value === 'number' ? value : otherwise;
}
