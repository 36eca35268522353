import type { ValidateFunction } from 'ajv';
import { Ajv } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { RE2JS } from 're2js';
import { type Finding, finding } from '#shared/domain/finding.ts';
import { asRecord, walkJson, walkLimits } from '../../json/json-walk.ts';
import type { LintRule } from './lint-rule.ts';

/** Depth at which a schema counts as too deep to check: the checks call themselves once a level. */
const maximumDepth = 60;
const maximumCharacters = 1_000_000;

type Dialect = '2020-12' | 'draft-07';

/**
 * Whether the schemas are JSON Schema: checked as data against the meta-schema of their dialect (2020-12 and draft-07; without
 * a `$schema` either will do). The schemas themselves are never compiled, their patterns never run, nothing is fetched.
 */
export const validSchema: LintRule = (tool) =>
  (['input_schema', 'output_schema'] as const).flatMap((field) => {
    const schema: unknown = tool[field];
    return schema === null || schema === undefined ? [] : [...checkSchema(field, schema)];
  });

function checkSchema(field: 'input_schema' | 'output_schema', schema: unknown): Finding[] {
  const size = tooLarge(schema);
  if (size !== null) {
    return [
      finding('schema_too_large', {
        message: `The schema ${size}, so it was not checked.`,
        path: field,
        hint: 'A schema is part of the prompt: flatten it, or split the tool.',
      }),
    ];
  }
  const type = asRecord(schema)?.type;
  if (field === 'input_schema' && type !== undefined && type !== 'object') {
    return [invalid(field, '/type', `must be "object": the arguments of a call are an object`)];
  }
  const dialects = dialectsOf(asRecord(schema)?.$schema);
  if (dialects === null) {
    return [
      finding('schema_dialect_unknown', {
        message: 'The schema names a $schema that Pegboard does not know, so it was not checked.',
        path: `${field}/$schema`,
        hint: 'MCP expects JSON Schema 2020-12; Pegboard also knows draft-07.',
      }),
    ];
  }
  const mistakes = dialects.map((dialect) => firstMistake(dialect, schema));
  const mistake = mistakes[0];
  return mistake && mistakes.every(Boolean) ? [invalid(field, mistake.path, mistake.message)] : [];
}

function invalid(field: string, path: string, message: string): Finding {
  return finding('schema_invalid', {
    message: `Not a valid JSON Schema: ${path === '' ? 'the schema' : path.slice(0, 200)} ${message}.`,
    path: `${field}${path}`,
    hint: 'A provider refuses the whole request because of one such tool. Correct it at the source.',
  });
}

/** In words, or null when the schema may be checked. */
function tooLarge(schema: unknown): string | null {
  let nodes = 0;
  let characters = 0;
  for (const { value, key, depth } of walkJson(schema)) {
    nodes++;
    characters += key.length + (typeof value === 'string' ? value.length : 0);
    if (depth > maximumDepth) return `is nested more than ${maximumDepth} levels deep`;
    if (characters > maximumCharacters) return 'has more than a million characters';
  }
  return nodes >= walkLimits.nodes ? `has more than ${walkLimits.nodes.toLocaleString('en-US')} values` : null;
}

function dialectsOf(declared: unknown): readonly Dialect[] | null {
  if (typeof declared !== 'string') return ['2020-12', 'draft-07'];
  if (/^https?:\/\/json-schema\.org\/draft\/2020-12\/schema#?$/.test(declared)) return ['2020-12'];
  if (/^https?:\/\/json-schema\.org\/draft-0[67]\/schema#?$/.test(declared)) return ['draft-07'];
  if (/^https?:\/\/json-schema\.org\/schema#?$/.test(declared)) return ['2020-12', 'draft-07'];
  return null;
}

function firstMistake(dialect: Dialect, schema: unknown): { path: string; message: string } | null {
  const validate = metaSchema(dialect);
  try {
    if (validate(schema)) return null;
  } catch {
    // Comparing the values of an enum, ajv calls their `valueOf`, which objects without a prototype lack.
    return { path: '', message: 'has values that cannot be compared' };
  }
  const error = validate.errors?.[0];
  return { path: error?.instancePath ?? '', message: error?.message ?? 'does not fit its meta-schema' };
}

const validators = new Map<Dialect, ValidateFunction>();

/** The validator of a dialect's own meta-schema, made when first needed. */
function metaSchema(dialect: Dialect): ValidateFunction {
  const known = validators.get(dialect);
  if (known) return known;
  const options = { strict: false, validateFormats: false, code: { regExp: linearRegExp } } as const;
  const validate =
    dialect === '2020-12'
      ? new Ajv2020(options).getSchema('https://json-schema.org/draft/2020-12/schema')
      : new Ajv(options).getSchema('http://json-schema.org/draft-07/schema');
  if (!validate) throw new Error(`ajv has no meta-schema for ${dialect}.`);
  validators.set(dialect, validate);
  return validate;
}

/** The engine of all patterns that ajv itself runs: linear in the text. */
const linearRegExp = Object.assign((pattern: string) => RE2JS.compile(pattern), { code: 're2js' });
