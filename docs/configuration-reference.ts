import { readFileSync, writeFileSync } from 'node:fs';
import { z } from 'zod';
import { workspaceConfigSchema } from '#shared/domain/config.ts';
import { scenarioSchema } from '#shared/domain/scenario.ts';

/**
 * The references of the README, made from the zod schemas. `npm run docs` writes each between its marks; a test fails when the
 * README is behind the schemas.
 */
const references: Readonly<Record<string, z.ZodType>> = {
  configuration: workspaceConfigSchema,
  scenario: scenarioSchema,
};

type JsonSchema = z.core.JSONSchema.BaseSchema;

/** The README's text with the references in their places. */
export function withReference(readme: string): string {
  return Object.entries(references).reduce((text, [name, schema]) => {
    const start = `<!-- ${name}: npm run docs -->`;
    const end = `<!-- /${name} -->`;
    const [before, rest] = text.split(start);
    const after = rest?.split(end)[1];
    if (before === undefined || after === undefined) throw new Error(`README.md lacks the marks ${start} … ${end}`);
    return `${before}${start}\n\n${reference(schema)}\n\n${end}${after}`;
  }, readme);
}

function reference(of: z.ZodType): string {
  const schema = z.toJSONSchema(of, { io: 'input', unrepresentable: 'any' });
  const rows = fieldRows(schema, '');
  return ['| Field | Type | Default | Meaning |', '|---|---|---|---|', ...rows].join('\n');
}

/** A row a field; what lies inside objects and lists follows its parent, with the path in front. */
function fieldRows(schema: JsonSchema, path: string): string[] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, field]) => {
    if (typeof field === 'boolean') return [];
    const full = `${path}${name}`;
    return [row(full, field, schema.required?.includes(name) ?? false), ...innerRows(field, full)];
  });
}

function innerRows(field: JsonSchema, path: string): string[] {
  if (field.properties) return fieldRows(field, `${path}.`);
  const items = field.items;
  if (items && typeof items === 'object' && !Array.isArray(items) && items.properties)
    return fieldRows(items, `${path}[].`);
  const values = field.additionalProperties;
  if (!values || typeof values !== 'object') return [];
  // Of a choice, such as one or several, the one that has fields.
  const choices = [values, ...(values.anyOf ?? [])];
  const fields = choices.find((choice) => typeof choice === 'object' && choice.properties !== undefined);
  return typeof fields === 'object' ? fieldRows(fields, `${path}.<name>.`) : [];
}

function row(path: string, field: JsonSchema, required: boolean): string {
  const value =
    field.default === undefined || isEmptyObject(field.default) ? '' : `\`${JSON.stringify(field.default)}\``;
  const meaning = field.description ?? '';
  return `| \`${path}\` | ${typeOf(field)} | ${required ? 'required' : value} | ${meaning} |`.replaceAll(/ {2,}/g, ' ');
}

function isEmptyObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && Object.keys(value).length === 0;
}

function typeOf(field: JsonSchema): string {
  if (field.enum) return field.enum.map((value) => `\`${String(value)}\``).join(', ');
  const choices = field.anyOf ?? field.oneOf;
  if (choices) return choices.map((choice) => (typeof choice === 'boolean' ? 'any' : typeOf(choice))).join(' or ');
  if (field.type === 'array') {
    const items = typeof field.items === 'object' && !Array.isArray(field.items) ? typeOf(field.items) : 'any';
    return `list of ${items}`;
  }
  if (field.type === 'integer' || field.type === 'number') return `${field.type}${rangeOf(field)}`;
  if (field.type === 'object') return field.properties ? 'section' : 'map';
  return typeof field.type === 'string' ? field.type : 'any';
}

function rangeOf({ minimum, maximum }: JsonSchema): string {
  const bounded = minimum !== undefined && maximum !== undefined && Math.abs(maximum) < Number.MAX_SAFE_INTEGER;
  return bounded ? ` ${minimum}–${maximum}` : '';
}

if (process.argv[1] === import.meta.filename) {
  writeFileSync('README.md', withReference(readFileSync('README.md', 'utf8')));
}
