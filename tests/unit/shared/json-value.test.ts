import { describe, expect, it } from 'vitest';
import { jsonValueSchema } from '#shared/domain/json-value.ts';

const nested = (depth: number, [open, close] = ['[', ']']): unknown =>
  JSON.parse(`${open?.repeat(depth)}1${close?.repeat(depth)}`);

describe('a JSON value of a call', () => {
  it.each([0, 1, 200])('may nest %i deep, and comes back as it was', (depth) => {
    for (const value of [nested(depth), nested(depth, ['{"a":', '}'])])
      expect(jsonValueSchema.parse(value)).toEqual(value);
  });

  it.each([201, 3000, 20_000])('is refused when it nests %i deep, in lists and in objects', (depth) => {
    for (const value of [nested(depth), nested(depth, ['{"a":', '}'])])
      expect(jsonValueSchema.safeParse(value).error?.issues).toMatchObject([
        { message: 'is nested more than 200 levels deep' },
      ]);
  });

  it('is refused when it is none of JSON', () => {
    for (const value of [undefined, () => 1, 1n, Symbol('x')])
      expect(jsonValueSchema.safeParse(value).success).toBe(false);
  });
});
