import { readFileSync, writeFileSync } from 'node:fs';
import type { z } from 'zod';
import { type ConfigField, configFields } from '#shared/config-fields.ts';
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

function reference(schema: z.ZodType): string {
  return ['| Field | Type | Default | Meaning |', '|---|---|---|---|', ...configFields(schema).map(row)].join('\n');
}

function row({ path, type, required, default: value, meaning }: ConfigField): string {
  const shown = value === undefined || isEmptyObject(value) ? '' : `\`${JSON.stringify(value)}\``;
  return `| \`${path}\` | ${type} | ${required ? 'required' : shown} | ${meaning} |`.replaceAll(/ {2,}/g, ' ');
}

function isEmptyObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && Object.keys(value).length === 0;
}

if (process.argv[1] === import.meta.filename) {
  writeFileSync('README.md', withReference(readFileSync('README.md', 'utf8')));
}
