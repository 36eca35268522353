import { z } from 'zod';
import { counted } from './counted.ts';

/**
 * What is wrong with a value, in words that go on after the name of its field: "must be a number, and is a text". Undefined where the schema
 * library's own words are as good.
 */
export const plainIssue: z.core.$ZodErrorMap = (issue) => {
  switch (issue.code) {
    case 'invalid_type': {
      const expected = typeNames[issue.expected] ?? issue.expected;
      if (issue.input === undefined) return `is missing; it must be ${expected}`;
      return `must be ${expected}, and is ${nameOf(issue.input)}`;
    }
    case 'invalid_value':
      return `must be ${issue.values.length > 1 ? 'one of ' : ''}${issue.values.map((value) => JSON.stringify(value)).join(', ')}`;
    case 'too_small':
      return sized(issue.origin, issue.minimum, issue.inclusive === false ? 'more than' : 'at least');
    case 'too_big':
      return sized(issue.origin, issue.maximum, issue.inclusive === false ? 'less than' : 'at most');
    case 'unrecognized_keys':
      return `has no ${issue.keys.length > 1 ? 'fields' : 'field'} ${issue.keys.map((key) => JSON.stringify(key)).join(', ')}`;
    case 'invalid_union':
      return issue.discriminator
        ? `needs ${JSON.stringify(issue.discriminator)} with a value that Pegboard knows`
        : 'has none of the forms that it may have';
    case 'invalid_key':
      return 'has a key that is not allowed';
    case 'not_multiple_of':
      return `must be a multiple of ${issue.divisor}`;
    case 'invalid_format':
      return formats[issue.format];
    default:
      return undefined;
  }
};

/** Gives every schema of this process these words. For programs, not for the library: its caller's schemas would get them too. */
export function setPlainIssues(): void {
  z.config({ customError: plainIssue });
}

const typeNames: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  tuple: 'a list',
  object: 'a group of fields',
  record: 'a group of fields',
  null: 'null',
};

const formats: Readonly<Record<string, string>> = {
  url: 'must be an address, such as https://example.com',
  uuid: 'must be a UUID',
  email: 'must be an email address',
  datetime: 'must be a time, such as 2026-01-31T12:00:00Z',
  date: 'must be a date, such as 2026-01-31',
};

function nameOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'number' && !Number.isFinite(value)) return 'not a finite number';
  if (typeof value === 'number' && !Number.isInteger(value)) return 'a number with a fraction';
  if (typeof value === 'boolean') return String(value);
  return typeNames[typeof value] ?? typeof value;
}

function sized(origin: string, limit: number | bigint, bound: string): string {
  if (origin === 'string') return `must have ${bound} ${counted(Number(limit), 'character')}`;
  if (origin === 'array' || origin === 'set') return `must have ${bound} ${counted(Number(limit), 'entry', 'entries')}`;
  if (origin === 'object' || origin === 'map') return `must have ${bound} ${counted(Number(limit), 'field')}`;
  return `must be ${bound} ${limit}`;
}
