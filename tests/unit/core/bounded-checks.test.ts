import { describe, expect, it } from 'vitest';
import { lintTool } from '#core/catalog/lint/lint-tool.ts';
import { checkArguments } from '#core/json/check-arguments.ts';

/** A definition that refers to itself twice: without a bound, each level of a value doubles the work. */
const branching = {
  type: 'object',
  properties: { node: { $ref: '#/$defs/node' } },
  $defs: {
    node: {
      anyOf: [
        { type: 'object', properties: { next: { $ref: '#/$defs/node' } }, required: ['next'] },
        { type: 'object', properties: { next: { $ref: '#/$defs/node' } }, required: ['next', 'other'] },
      ],
    },
  },
};

function nested(depth: number): Record<string, unknown> {
  let value: Record<string, unknown> = {};
  for (let i = 0; i < depth; i++) value = { next: value };
  return { node: value };
}

const tool = (input_schema: Record<string, unknown>) => ({ name: 'x.tool', input_schema });
const notChecked = [expect.objectContaining({ code: 'arguments_not_checked', severity: 'info' })];

describe('checks of what a server sent take bounded work', () => {
  it('ends for a definition that refers to itself twice and a deep value', () => {
    expect(checkArguments(tool(branching), nested(45))).toEqual(notChecked);
  });

  it('still checks the same definition where the value is shallow', () => {
    expect(() => checkArguments(tool(branching), nested(4))).toThrow(/node/);
  });

  it.each([
    [
      '$dynamicRef',
      {
        $dynamicAnchor: 'n',
        anyOf: [
          { properties: { next: { $dynamicRef: '#n' } }, required: ['no'] },
          { properties: { next: { $dynamicRef: '#n' } }, required: ['no'] },
        ],
      },
    ],
    [
      'the root',
      {
        anyOf: [
          { properties: { next: { $ref: '#' } }, required: ['no'] },
          { properties: { next: { $ref: '#' } }, required: ['no'] },
        ],
      },
    ],
  ])('ends for a schema that refers to %s', (_what, schema) => {
    const { node } = nested(60) as { node: Record<string, unknown> };
    expect(checkArguments(tool(schema), node)).toEqual(notChecked);
  });

  it('ends for a chain of definitions that each name the next twice', () => {
    const $defs = Object.fromEntries(
      Array.from({ length: 60 }, (_, i) => [
        `d${i}`,
        i === 59 ? { required: ['no'] } : { anyOf: [{ $ref: `#/$defs/d${i + 1}` }, { $ref: `#/$defs/d${i + 1}` }] },
      ]),
    );
    expect(checkArguments(tool({ $ref: '#/$defs/d0', $defs }), {})).toEqual(notChecked);
  });

  it('ends for a schema that is itself, whatever the value', () => {
    const schema = { $ref: '#/$defs/a', $defs: { a: { properties: { b: {} }, $ref: '#/$defs/a' } } };
    expect(checkArguments(tool(schema), {})).toMatchObject([{ severity: 'info' }]);
    expect(checkArguments(tool({ properties: { a: {} }, $ref: '#' }), {})).toEqual(notChecked);
  });

  it('checks a schema that refers to its own root', () => {
    const schema = { type: 'object', properties: { id: { type: 'string' }, child: { $ref: '#' } } };
    expect(checkArguments(tool(schema), { id: 'a', child: { id: 'b' } })).toEqual([]);
    expect(() => checkArguments(tool(schema), { child: { child: { id: 7 } } })).toThrow(
      /child.child.id: must be string/,
    );
  });

  it('does not compare each of 20,000 objects with each other', () => {
    const schema = { type: 'object', properties: { list: { type: 'array', uniqueItems: true } } };
    const list = Array.from({ length: 20_000 }, (_, i) => ({ id: i }));
    expect(checkArguments(tool(schema), { list })).toEqual(notChecked);
    expect(checkArguments(tool(schema), { list: list.slice(0, 500) })).toEqual([]);
    expect(() => checkArguments(tool(schema), { list: [{ id: 1 }, { id: 1 }] })).toThrow(/duplicate/);
  });

  it('does not run a heavy pattern over a long text', () => {
    const schema = { properties: { a: { type: 'string', pattern: '^(?:[a-z]{500}){2}[a-z]*[0-9]$' } } };
    expect(checkArguments(tool(schema), { a: 'a'.repeat(2_000_000) })).toEqual(notChecked);
    expect(checkArguments(tool(schema), { a: `${'a'.repeat(1000)}1` })).toEqual([]);
  });

  it('takes what one check spent from a budget that several share', () => {
    const budget = { steps: 3_000_000 };
    checkArguments(tool(branching), nested(45), budget);
    expect(budget.steps).toBe(2_000_000);
    const small = { steps: 10 };
    expect(checkArguments(tool(branching), nested(4), small)).toEqual(notChecked);
    expect(small.steps).toBe(0);
  });

  it('checks a usual tool many thousand times within one budget', () => {
    const budget = { steps: 1_000_000 };
    const schema = {
      type: 'object',
      properties: { owner: { type: 'string' }, page: { type: 'integer' } },
      required: ['owner'],
    };
    const usual = tool(schema);
    for (let i = 0; i < 10_000; i++) expect(checkArguments(usual, { owner: 'a', page: i }, budget)).toEqual([]);
  });

  it('lint says which examples it did not check, and goes on with the other rules', () => {
    const found = lintTool({
      name: 'x.tool',
      title: null,
      description: '',
      input_schema: branching,
      output_schema: null,
      examples: Array.from({ length: 20 }, () => ({ args: nested(45) as Record<string, never>, tags: [] })),
    });
    expect(found.map(({ code }) => code)).toContain('description_missing');
    expect(found.filter(({ code }) => code === 'example_not_checked')).toHaveLength(20);
  });
});
