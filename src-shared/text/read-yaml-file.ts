import type { z } from 'zod';
import type { Finding } from '../domain/finding.ts';
import { locateField, parseYaml, yamlValues } from './parse-yaml.ts';
import { issuesInside } from './schema-issues.ts';

/** Most mistakes that are reported one by one; finding the place of each takes a walk. */
const maximumIssues = 100;

/** The codes under which a kind of file reports that it is not YAML, and that its values are wrong. */
export interface YamlFileCodes {
  readonly syntax: Finding['code'];
  readonly invalid: Finding['code'];
}

/** Reads the text of a YAML file by its schema. `value` is null where findings, all with line and column, say what is wrong. */
export function readYamlFile<Schema extends z.ZodType>(
  schema: Schema,
  text: string,
  path: string,
  codes: YamlFileCodes,
): { readonly value: z.output<Schema> | null; readonly findings: readonly Finding[] } {
  const found = (code: Finding['code'], message: string, start: { line: number; column: number }): Finding => ({
    code,
    severity: 'error',
    message,
    path,
    range: { start },
  });
  const yaml = parseYaml(text);
  if (!yaml.ok) {
    return { value: null, findings: yaml.problems.map(({ message, place }) => found(codes.syntax, message, place)) };
  }
  const values = yamlValues(yaml);
  if (!values.ok) return { value: null, findings: [found(codes.invalid, values.message, { line: 1, column: 1 })] };
  const parsed = schema.safeParse(values.value);
  if (parsed.success) return { value: parsed.data, findings: [] };
  const issues = parsed.error.issues.slice(0, maximumIssues).flatMap(issuesInside).slice(0, maximumIssues);
  const findings = issues.map(({ path: field, message }) => {
    const place = field.length === 0 ? '' : `${field.join('.')}: `;
    return found(codes.invalid, `${place}${message}`, locateField(yaml, field));
  });
  return { value: null, findings };
}
