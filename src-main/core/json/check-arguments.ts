import { Ajv, type AnySchema, type ErrorObject, type ValidateFunction } from 'ajv';
import { Ajv2019 } from 'ajv/dist/2019.js';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { type Finding, finding } from '#shared/domain/finding.ts';
import type { ArgumentIssue } from '#shared/domain/live-source.ts';
import { PegboardError } from '#shared/errors.ts';
import {
  BudgetUsedUp,
  boundedOptions,
  type CheckBudget,
  countSteps,
  spend,
  stepsOfOneCheck,
  withinBudget,
} from './bounded-schema.ts';
import { walkJson } from './json-walk.ts';

/**
 * Checks arguments against the schema of a tool. The schema is the server's, so data: patterns run in linear time, `$ref`
 * never leaves the document, nothing is fetched, and the work is bounded. What could not be checked is an
 * info finding, and the server has the last word: `schema_not_checked`, `arguments_not_checked`. A `budget` may be shared
 * by several checks; none takes more than `stepsOfOneCheck` of it. Error: `invalid_arguments`, with the path of each field.
 */
export function checkArguments(
  tool: { readonly name: string; readonly input_schema: Record<string, unknown> },
  args: Record<string, unknown>,
  budget: CheckBudget = { steps: stepsOfOneCheck },
): readonly Finding[] {
  const own: CheckBudget = { steps: Math.min(budget.steps, stepsOfOneCheck) };
  const granted = own.steps;
  try {
    return withinBudget(own, () => checkWithin(tool, args));
  } catch (error) {
    if (error instanceof BudgetUsedUp) return [notChecked(tool.name, 'the check takes too long')];
    // A schema that refers to itself without end, or a value that is nested without end.
    if (error instanceof RangeError) return [notChecked(tool.name, 'the check nests too deep')];
    throw error;
  } finally {
    budget.steps -= granted - Math.max(0, own.steps);
  }
}

function notChecked(tool: string, reason: string): Finding {
  return finding('arguments_not_checked', {
    message: `The arguments of ${tool} were not checked: ${reason}.`,
    hint: 'The server checks them. Pegboard checks a schema unless a definition refers to itself several times.',
  });
}

function checkWithin(
  tool: { readonly name: string; readonly input_schema: Record<string, unknown> },
  args: Record<string, unknown>,
): readonly Finding[] {
  let check: ValidateFunction;
  try {
    check = compiled(tool.input_schema);
  } catch (error) {
    if (error instanceof BudgetUsedUp) throw error;
    return [
      finding('schema_not_checked', {
        message: `The arguments of ${tool.name} were not checked, since its schema cannot be used: ${error instanceof Error ? error.message : String(error)}`,
      }),
    ];
  }
  if (check(args)) return [];
  const found = check.errors ?? [];
  const issues = found.slice(0, 100).map(describeIssue);
  const shown = issues.slice(0, 10).map(({ path, message }) => `${path}: ${message}`);
  const more = found.length > shown.length ? ` (and ${found.length - shown.length} more)` : '';
  throw new PegboardError('invalid_arguments', `${tool.name}: ${shown.join('; ')}${more}`, {
    hint: `Its schema: pegboard get ${tool.name}`,
    data: { tool: tool.name, issues },
  });
}

/**
 * Compiling takes many times as long as checking; a catalog's schemas stay the same objects as long as it is open. What
 * cannot be compiled is kept as its error.
 */
const checks = new WeakMap<object, ValidateFunction | Error>();

/** Values of a schema that is compiled: compiling takes up to a tenth of a millisecond for each. */
const maximumValues = 10_000;

/** The check of a schema. Errors: those of the compiler, `BudgetUsedUp`. */
function compiled(schema: Record<string, unknown>): ValidateFunction {
  const known = checks.get(schema);
  if (known instanceof Error) throw known;
  if (known) return known;
  try {
    const check = compile(schema);
    checks.set(schema, check);
    return check;
  } catch (error) {
    // With a larger budget it may do.
    if (error instanceof Error && !(error instanceof BudgetUsedUp)) checks.set(schema, error);
    throw error;
  }
}

function compile(schema: Record<string, unknown>): ValidateFunction {
  spend(stepsToCompile(schema));
  const dialect = dialectOf(schema);
  metaschemas[dialect] ??= countSteps(new dialects[dialect](boundedOptions));
  metaschemas[dialect].validateSchema(schema as AnySchema, true);
  // One for each schema: an `$id` inside of one would be known to the next.
  const ajv = countSteps(new dialects[dialect]({ ...boundedOptions, validateSchema: false }));
  return ajv.compile(schema as AnySchema);
}

/** Cheap for a usual schema, dear for a very large one. Error: `BudgetUsedUp` where it is too large to be compiled at all. */
function stepsToCompile({ examples: _data, ...schema }: Record<string, unknown>): number {
  let values = 0;
  for (const _node of walkJson(schema)) {
    values += 1;
    if (values > maximumValues) throw new BudgetUsedUp(`The schema has more than ${maximumValues} values.`);
  }
  return 20 * values + 80 * Math.max(0, values - 500);
}

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
