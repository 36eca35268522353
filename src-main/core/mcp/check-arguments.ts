import { Ajv, type AnySchema, type ErrorObject, type Options, type ValidateFunction } from 'ajv';
import { Ajv2019 } from 'ajv/dist/2019.js';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { RE2JS } from 're2js';
import type { Finding } from '#shared/domain/finding.ts';
import { PegboardError } from '#shared/errors.ts';

/**
 * `pattern` in linear time; what that engine cannot read, such as a look-ahead, is left to the server to check. Ajv tells
 * patterns apart by their `toString`.
 */
const linearRegExp: NonNullable<NonNullable<Options['code']>['regExp']> = Object.assign(
  (pattern: string) => {
    const named = { toString: () => pattern };
    try {
      const regex = RE2JS.compile(pattern);
      return { test: (text: string) => regex.test(text), ...named };
    } catch {
      return { test: () => true, ...named };
    }
  },
  { code: 'linearRegExp' },
);

/**
 * Checks arguments against the schema of a tool. The schema is the server's, so data: patterns run in linear time, `$ref`
 * never leaves the document, nothing is fetched (architecture §7). A schema that cannot be used is an info finding, and the
 * server has the last word. Error: `invalid_arguments`, with the path of each field.
 */
export function checkArguments(
  tool: { readonly name: string; readonly input_schema: Record<string, unknown> },
  args: Record<string, unknown>,
): readonly Finding[] {
  let check: ValidateFunction;
  try {
    check = compiled(tool.input_schema);
  } catch (error) {
    return [
      {
        code: 'schema_not_checked',
        severity: 'info',
        message: `The arguments of ${tool.name} were not checked, since its schema cannot be used: ${error instanceof Error ? error.message : String(error)}`,
      },
    ];
  }
  if (check(args)) return [];
  const issues = (check.errors ?? []).map(describeIssue);
  const shown = issues.slice(0, 10).map(({ path, message }) => `${path}: ${message}`);
  const more = issues.length > shown.length ? ` (and ${issues.length - shown.length} more)` : '';
  throw new PegboardError('invalid_arguments', `${tool.name}: ${shown.join('; ')}${more}`, {
    hint: `Its schema: pegboard get ${tool.name}`,
    data: { tool: tool.name, issues: issues.slice(0, 100) },
  });
}

/** Compiling takes many times as long as checking; a catalog's schemas stay the same objects as long as it is open. */
const checks = new WeakMap<object, ValidateFunction>();

function compiled(schema: Record<string, unknown>): ValidateFunction {
  const known = checks.get(schema);
  if (known) return known;
  const check = validatorFor(schema).compile(schema as AnySchema);
  checks.set(schema, check);
  return check;
}

function validatorFor(schema: Record<string, unknown>): Ajv {
  const options: Options = {
    strict: false,
    allErrors: true,
    validateFormats: false,
    logger: false,
    addUsedSchema: false,
    code: { regExp: linearRegExp },
  };
  const dialect = typeof schema.$schema === 'string' ? schema.$schema : '';
  if (dialect.includes('draft-07') || dialect.includes('draft-06')) return new Ajv(options);
  return dialect.includes('2019-09') ? new Ajv2019(options) : new Ajv2020(options);
}

function describeIssue({ instancePath, message, keyword, params }: ErrorObject): { path: string; message: string } {
  const path = instancePath === '' ? 'arguments' : instancePath.slice(1).replaceAll('/', '.');
  if (keyword === 'additionalProperties') return { path, message: `"${params.additionalProperty}" is not an argument` };
  if (keyword === 'enum') return { path, message: `must be one of ${JSON.stringify(params.allowedValues)}` };
  return { path, message: message ?? 'is not valid' };
}
