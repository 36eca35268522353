import { PegboardError } from '#shared/errors.ts';
import { parseYaml, yamlValues } from '#shared/text/parse-yaml.ts';
import type { CapturedText } from './captured-text.ts';

/** Keys at the start of a line that show an OpenAPI document in YAML. */
const apiKey = /^["']?(?:openapi|swagger)["']?[ \t]*:/m;
/** A schema that is written once and used in many places by its alias. */
const aliases = 1_000;

/**
 * A YAML file as one value: one whose name says so, or a text with the first key of an OpenAPI document; null for every other
 * text, which may be a log with such a line. Error: `invalid_yaml` with line and column.
 */
export function readYamlText(text: string, file: string): CapturedText | null {
  const isNamed = /\.ya?ml$/i.test(file);
  if (/^\s*[{[]/.test(text) || !(isNamed || apiKey.test(text))) return null;
  const parsed = parseYaml(text);
  if (!parsed.ok) {
    if (!isNamed && !/^(?:---\s+)?["']?(?:openapi|swagger)\b/.test(text.trimStart())) return null;
    const [{ message, place, hint }] = parsed.problems;
    throw new PegboardError('invalid_yaml', `${file}:${place.line}:${place.column}: ${message}`, {
      hint: hint ?? 'Correct the file at this place.',
      data: { file, line: place.line, column: place.column },
    });
  }
  const read = yamlValues(parsed, { aliases });
  if (read.ok) return { values: [{ value: read.value, place: '' }], isLines: false, broken: [], findings: [] };
  throw new PegboardError('invalid_yaml', `${file}: ${read.message}`, {
    hint: 'Write the document without these aliases.',
    data: { file },
  });
}
