import type { z } from 'zod';
import { type ConfigField, configFields } from '#shared/config-fields.ts';

/** A table of all fields of a schema: type, default, meaning. */
export function fieldTable(schema: z.ZodType): string {
  return ['| Field | Type | Default | Meaning |', '|---|---|---|---|', ...configFields(schema).map(row)].join('\n');
}

function row({ path, type, required, default: value, meaning }: ConfigField): string {
  const shown = value === undefined || isEmptyObject(value) ? '' : `\`${JSON.stringify(value)}\``;
  return `| \`${path}\` | ${type} | ${required ? 'required' : shown} | ${meaning} |`.replaceAll(/ {2,}/g, ' ');
}

function isEmptyObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && Object.keys(value).length === 0;
}
