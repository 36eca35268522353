import { parseYaml, type YamlProblem, yamlValues } from './parse-yaml.ts';
import { jsonProblem, type Place, type ReadValues, type Unreadable } from './values.ts';
import { offsetOfField, startOf } from './yaml-places.ts';

/** Longest YAML that is read, UTF-16 units: a skill is prose, not data. */
const maximumLength = 512 * 1024;
const maximumAliases = 50;

/**
 * Values of one YAML 1.2 document, as JSON: no tags, few aliases, bounded depth and size, each key once. `firstLine` is the
 * line of the file that the text starts at. Nothing in it is ever run.
 */
export function readYamlValues(text: string, firstLine = 1): ReadValues {
  const start = { line: firstLine, column: 1 };
  if (text.length > maximumLength)
    return unreadable('too_complex', `more than ${maximumLength} characters of YAML`, start);
  const parsed = parseYaml(text, { firstLine, tags: 'refuse' });
  if (!parsed.ok) return { ok: false, problem: unreadableYaml(parsed.problems[0]) };
  const { document, placeOf } = parsed;
  const read = yamlValues(parsed, { aliases: maximumAliases });
  if (!read.ok) return unreadable('too_complex', 'aliases repeat too much', start, 'Write the values out.');
  const value = read.value ?? null;
  const wrong = jsonProblem(value);
  if (wrong) return unreadable(wrong.code, wrong.message, start);
  return {
    ok: true,
    values: { value, placeOf: (path) => placeOf(offsetOfField(document, path) ?? startOf(document.contents)) },
  };
}

function unreadableYaml({ kind, ...problem }: YamlProblem): Unreadable {
  return { ...problem, code: kind === 'too_complex' ? 'too_complex' : 'syntax' };
}

function unreadable(code: Unreadable['code'], message: string, place: Place, hint?: string): ReadValues {
  return { ok: false, problem: { code, message, place, ...(hint ? { hint } : {}) } };
}
