import { ownValue, recordOf } from '../../ui/json-value.ts';
import { resolveSchema } from '../../ui/resolve-schema.ts';

/** A property of an object, as its schema lists it. */
export interface FieldProperty {
  readonly name: string;
  readonly isRequired: boolean;
  readonly schema: unknown;
}

/** The control that a schema is filled in with. `json` stands for every schema that no other control can show. */
export type FieldShape =
  | { readonly kind: 'text'; readonly format: string | null }
  | { readonly kind: 'number'; readonly isInteger: boolean }
  | { readonly kind: 'choice'; readonly values: readonly unknown[] }
  | {
      readonly kind: 'object';
      readonly properties: readonly FieldProperty[];
      /** Whether the schema has rules that no field shows: they are checked before the call. */
      readonly hasMoreRules: boolean;
    }
  | { readonly kind: 'list'; readonly items: unknown }
  | { readonly kind: 'json' };

/** A schema as a field of a form. */
export interface FormField {
  readonly shape: FieldShape;
  readonly isNullable: boolean;
  /** The schema with its references followed: description, default and limits are read from it. */
  readonly schema: Readonly<Record<string, unknown>>;
}

/** Fields of one object, elements of a list and values of a choice that a form shows; beyond that it is JSON. */
const maximumProperties = 300;
const maximumItems = 100;
const maximumValues = 200;

const moreRules = [
  'allOf',
  'anyOf',
  'oneOf',
  'not',
  'if',
  'patternProperties',
  'dependentRequired',
  'dependentSchemas',
];

/** The field for a schema; `root` is the document that its references point into. */
export function formField(schema: unknown, root: unknown): FormField {
  const resolved = resolveSchema(schema, root);
  if (!resolved) return { shape: { kind: 'json' }, isNullable: false, schema: recordOf(schema) ?? {} };
  const types = Array.isArray(resolved.schema.type) ? resolved.schema.type : [resolved.schema.type];
  const isNullable = resolved.isNullable || (types.length > 1 && types.includes('null'));
  const [type, ...otherTypes] = types.filter((each) => each !== 'null' || types.length === 1);
  const shape: FieldShape = otherTypes.length > 0 ? { kind: 'json' } : shapeOf(resolved.schema, type);
  return { shape, isNullable, schema: resolved.schema };
}

function shapeOf(schema: Readonly<Record<string, unknown>>, type: unknown): FieldShape {
  const values = valuesOf(schema);
  if (values) return values.length <= maximumValues ? { kind: 'choice', values } : { kind: 'json' };
  const properties = propertiesOf(schema);
  if ((type === undefined || type === 'object') && properties.length > 0 && properties.length <= maximumProperties) {
    return { kind: 'object', properties, hasMoreRules: moreRules.some((keyword) => schema[keyword] !== undefined) };
  }
  if (type === 'boolean') return { kind: 'choice', values: [true, false] };
  if (type === 'null') return { kind: 'choice', values: [null] };
  if (type === 'number' || type === 'integer') return { kind: 'number', isInteger: type === 'integer' };
  if (type === 'string') return { kind: 'text', format: typeof schema.format === 'string' ? schema.format : null };
  if (type === 'array' && recordOf(schema.items) && schema.prefixItems === undefined) {
    return { kind: 'list', items: schema.items };
  }
  return { kind: 'json' };
}

/** Whether the arguments of a tool can be a form: an object with fields, or a tool that takes none. */
export function canBeForm(schema: unknown): boolean {
  if (formField(schema, schema).shape.kind === 'object') return true;
  const resolved = resolveSchema(schema, schema)?.schema;
  return (
    resolved !== undefined &&
    Object.keys(recordOf(resolved.properties) ?? {}).length === 0 &&
    !moreRules.some((keyword) => resolved[keyword] !== undefined)
  );
}

/** The values that alone fit, where a schema lists them; null where it does not. */
function valuesOf(schema: Readonly<Record<string, unknown>>): readonly unknown[] | null {
  if (Object.hasOwn(schema, 'const')) return [schema.const];
  if (Array.isArray(schema.enum)) return schema.enum;
  const branches = schema.oneOf ?? schema.anyOf;
  if (!Array.isArray(branches) || branches.length === 0) return null;
  const constants = branches.map(recordOf);
  return constants.every((branch) => branch && Object.hasOwn(branch, 'const'))
    ? constants.map((branch) => branch?.const)
    : null;
}

function propertiesOf(schema: Readonly<Record<string, unknown>>): readonly FieldProperty[] {
  const required = new Set(Array.isArray(schema.required) ? schema.required : []);
  return Object.entries(recordOf(schema.properties) ?? {}).map(([name, property]) => ({
    name,
    isRequired: required.has(name),
    schema: property,
  }));
}

/** Whether the field's own control can show a value without changing it; else it is shown as JSON. `undefined` is not sent. */
export function canShow({ shape, isNullable }: FormField, value: unknown): boolean {
  if (value === undefined || (value === null && isNullable)) return true;
  switch (shape.kind) {
    case 'text':
      // A text area turns both line ends into one, and drops invalid characters.
      return typeof value === 'string' && !/[\r\0]/.test(value) && value.isWellFormed();
    case 'number':
      return typeof value === 'number';
    case 'choice':
      return true;
    case 'object':
      return recordOf(value) !== null;
    case 'list':
      return Array.isArray(value) && value.length <= maximumItems;
    case 'json':
      return true;
  }
}

/** Description of a field: its own, else its title. */
export function fieldDescription({ schema }: FormField): string | null {
  const text = ownValue(schema, 'description') ?? ownValue(schema, 'title');
  return typeof text === 'string' && text.trim() !== '' ? text : null;
}
