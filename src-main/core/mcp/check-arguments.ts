import { Ajv, type AnySchema, type ErrorObject, type Options, type ValidateFunction } from 'ajv';
import { Ajv2019 } from 'ajv/dist/2019.js';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { RE2JS } from 're2js';
import type { Finding } from '#shared/domain/finding.ts';
import type { ArgumentIssue } from '#shared/domain/live-source.ts';
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
  const dialect = dialectOf(schema);
  metaschemas[dialect] ??= new dialects[dialect](options);
  metaschemas[dialect].validateSchema(schema as AnySchema, true);
  // One for each schema: an `$id` inside of one would be known to the next.
  const check = new dialects[dialect]({ ...options, validateSchema: false }).compile(schema as AnySchema);
  checks.set(schema, check);
  return check;
}

const options: Options = {
  strict: false,
  allErrors: true,
  validateFormats: false,
  // An argument may be called "constructor": what an object inherits is none of its arguments.
  ownProperties: true,
  logger: false,
  addUsedSchema: false,
  code: { regExp: linearRegExp },
};

const dialects = { 'draft-07': Ajv, '2019-09': Ajv2019, '2020-12': Ajv2020 } as const;

/** What a schema itself must be: compiled once a dialect, since that takes ten times as long as most schemas of tools. */
const metaschemas: Partial<Record<keyof typeof dialects, Ajv>> = {};

function dialectOf({ $schema }: Record<string, unknown>): keyof typeof dialects {
  const named = typeof $schema === 'string' ? $schema : '';
  if (named.includes('draft-07') || named.includes('draft-06')) return 'draft-07';
  return named.includes('2019-09') ? '2019-09' : '2020-12';
}

function describeIssue({ instancePath, message, keyword, params }: ErrorObject): ArgumentIssue {
  const at = (pointer: string, words: string): ArgumentIssue => ({ path: pathOf(pointer), pointer, message: words });
  const below = (name: unknown) => `${instancePath}/${String(name).replaceAll('~', '~0').replaceAll('/', '~1')}`;
  if (keyword === 'required') return at(below(params.missingProperty), 'is required');
  if (keyword === 'additionalProperties') return at(below(params.additionalProperty), 'is not an argument');
  if (keyword === 'enum') return at(instancePath, `must be one of ${shortened(JSON.stringify(params.allowedValues))}`);
  return at(instancePath, shortened(message ?? 'is not valid'));
}

/** A JSON pointer as people write a path: `address.street`; the root is `arguments`. */
function pathOf(pointer: string): string {
  const parts = pointer.split('/').slice(1);
  return parts.length === 0
    ? 'arguments'
    : parts.map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~')).join('.');
}

/** A schema's own words, patterns and lists of values among them, may be of any length. */
function shortened(text: string): string {
  return text.length > 300 ? `${text.slice(0, 300)}…` : text;
}
