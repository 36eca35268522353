import { strings } from '../../strings/simulator.ts';
import { ownValue, recordOf, sameJson } from '../../ui/json-value.ts';
import { resolveSchema } from '../../ui/resolve-schema.ts';

/** What the schema of a tool says against arguments: missing and unknown names, and values of another type or not listed. */
export function argumentProblems(schema: unknown, args: unknown): readonly string[] {
  const object = resolveSchema(schema, schema)?.schema;
  const given = recordOf(args);
  if (!given) return [strings.argumentProblems.argumentsMustBeObject];
  if (!object) return [];
  const properties = recordOf(object.properties) ?? {};
  const required = Array.isArray(object.required) ? object.required.filter((name) => typeof name === 'string') : [];
  const missing = required
    .filter((name) => !Object.hasOwn(given, name))
    .map((name) => strings.argumentProblems.missing(name));
  const wrong = Object.entries(given).flatMap(([name, value]) => {
    if (!Object.hasOwn(properties, name)) {
      return object.additionalProperties === false ? [strings.argumentProblems.thisTool(name)] : [];
    }
    return valueProblem(name, value, resolveSchema(ownValue(properties, name), schema));
  });
  return [...missing, ...wrong];
}

function valueProblem(name: string, value: unknown, resolved: ReturnType<typeof resolveSchema>): readonly string[] {
  if (!resolved || (value === null && resolved.isNullable)) return [];
  const { type, enum: listed } = resolved.schema;
  if (Array.isArray(listed) && !listed.some((one) => sameJson(one, value))) {
    return [strings.argumentProblems.mustBeOne(name, listed.map((one) => JSON.stringify(one)).join(', '))];
  }
  const types = [type].flat().filter((one) => typeof one === 'string');
  const fits = types.length === 0 || types.some((one) => isOfType(value, one));
  return fits ? [] : [strings.argumentProblems.mustHaveType(name, types.join(' or '))];
}

function isOfType(value: unknown, type: string): boolean {
  if (type === 'null') return value === null;
  if (type === 'array') return Array.isArray(value);
  if (type === 'object') return recordOf(value) !== null;
  if (type === 'integer') return typeof value === 'number' && Number.isInteger(value);
  return typeof value === type;
}
