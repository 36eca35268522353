import { type Document, isMap, isNode, isScalar, isSeq } from 'yaml';
import { parseYaml, type YamlProblem, yamlValues } from './parse-yaml.ts';
import { jsonProblem, type Place, type ReadValues, type Unreadable } from './values.ts';

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
  return { ok: true, values: { value, placeOf: (path) => placeOf(offsetOf(document, path)) } };
}

function unreadableYaml({ kind, ...problem }: YamlProblem): Unreadable {
  return { ...problem, code: kind === 'too_complex' ? 'too_complex' : 'syntax' };
}

function unreadable(code: Unreadable['code'], message: string, place: Place, hint?: string): ReadValues {
  return { ok: false, problem: { code, message, place, ...(hint ? { hint } : {}) } };
}

/** Where the key of a field stands, else the field itself, else the nearest thing around it. */
function offsetOf(document: Document, path: readonly PropertyKey[]): number {
  for (let length = path.length; length > 0; length--) {
    const parent = length === 1 ? document.contents : document.getIn(path.slice(0, length - 1), true);
    const key = path[length - 1];
    const pair = isMap(parent)
      ? parent.items.find((item) => isScalar(item.key) && String(item.key.value) === String(key))
      : undefined;
    const node = pair?.key ?? (isSeq(parent) ? parent.items[Number(key)] : undefined);
    if (isNode(node) && node.range) return node.range[0];
  }
  return isNode(document.contents) && document.contents.range ? document.contents.range[0] : 0;
}
