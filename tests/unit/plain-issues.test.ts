import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { plainIssue } from '#shared/plain-issues.ts';

const schema = z.strictObject({
  name: z.string().min(1).max(3),
  count: z.int().min(2).lt(5).multipleOf(2),
  isOn: z.boolean(),
  mode: z.enum(['all', 'none']),
  kind: z.literal('tool'),
  list: z.array(z.string()).min(1).max(2),
  group: z.object({}),
  address: z.url(),
  own: z.string().regex(/^[a-z]+$/, 'small letters only'),
  either: z.union([z.string(), z.number()]),
  form: z.discriminatedUnion('type', [z.object({ type: z.literal('a') }), z.object({ type: z.literal('b') })]),
});
const right = {
  name: 'abc',
  count: 4,
  isOn: true,
  mode: 'all',
  kind: 'tool',
  list: ['x'],
  group: {},
  address: 'https://example.com',
  own: 'abc',
  either: 1,
  form: { type: 'a' },
};

function said(value: unknown): string[] {
  return schema.safeParse(value, { error: plainIssue }).error?.issues.map(({ message }) => message) ?? [];
}

describe('what is wrong with a value', () => {
  it.each([
    ['name', undefined, 'is missing; it must be a text'],
    ['name', 3, 'must be a text, and is a number'],
    ['name', '', 'must have at least 1 character'],
    ['name', 'abcd', 'must have at most 3 characters'],
    ['count', 2.5, 'must be a whole number, and is a number with a fraction'],
    ['count', 1, 'must be at least 2'],
    ['count', 6, 'must be less than 5'],
    ['count', 3, 'must be a multiple of 2'],
    ['isOn', 'yes', 'must be true or false, and is a text'],
    ['isOn', null, 'must be true or false, and is null'],
    ['mode', 'some', 'must be one of "all", "none"'],
    ['mode', undefined, 'must be one of "all", "none"'],
    ['kind', 'skill', 'must be "tool"'],
    ['list', {}, 'must be a list, and is a group of fields'],
    ['list', [], 'must have at least 1 entry'],
    ['list', ['a', 'b', 'c'], 'must have at most 2 entries'],
    ['group', [], 'must be a group of fields, and is a list'],
    ['group', true, 'must be a group of fields, and is true'],
    ['address', 'example', 'must be an address, such as https://example.com'],
    ['own', 'ABC', 'small letters only'],
    ['either', true, 'has none of the forms that it may have'],
    ['form', { type: 'c' }, 'needs "type" with a value that Pegboard knows'],
  ])('is said of %s: %j', (field, value, message) => {
    expect(said(right)).toEqual([]);
    expect(said({ ...right, [field]: value })).toContain(message);
  });

  it('names the fields that nobody knows', () => {
    expect(said({ ...right, more: 1, most: 2 })).toEqual(['has no fields "more", "most"']);
  });
});
