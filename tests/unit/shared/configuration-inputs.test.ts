import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { economicsReport } from '#core/economics/economics-service.ts';
import { extractEntities } from '#core/memory/extract-entities.ts';
import { parseWorkspaceFile } from '#core/workspace/workspace-file.ts';
import { configFields } from '#shared/config-fields.ts';
import { workspaceConfigSchema } from '#shared/domain/config.ts';
import { economicsInputSchema } from '#shared/domain/economics.ts';
import { extractionSchema } from '#shared/domain/extraction.ts';
import { hybridInputSchema, toolGetInputSchema, toolSearchInputSchema } from '#shared/domain/search-request.ts';
import { skillGetInputSchema, skillListInputSchema, skillSearchInputSchema } from '#shared/domain/skill-tools.ts';
import { testPayload } from '../../support/payloads.ts';

const fileWith = (value: unknown) => parseWorkspaceFile(JSON.stringify(value), 'pegboard.yaml');

/** By field: its type with the limits, its default, values that fit, values that do not. */
type Fields = Readonly<
  Record<string, readonly [type: string, byDefault: unknown, fits: readonly unknown[], not: readonly unknown[]]>
>;

/** The schema has exactly these fields beside those of `required`, which are an input that leaves all others out. */
function has(schema: z.ZodType, required: object, fields: Fields): void {
  const types = new Map(configFields(schema).map(({ path, type }) => [path, type]));
  expect([...types.keys()].toSorted()).toEqual(
    [...new Set([...Object.keys(required), ...Object.keys(fields)])].toSorted(),
  );
  for (const field of Object.keys(required)) {
    const { error } = schema.safeParse({ ...required, [field]: undefined });
    expect(error?.issues[0]?.path, `no ${field}`).toEqual([field]);
  }
  expect(schema.safeParse({ ...required, other: 1 }).success).toBe(false);
  const defaults = Object.entries(fields).flatMap(([field, [, value]]) =>
    value === undefined ? [] : [[field, value]],
  );
  expect(schema.parse(required)).toEqual({ ...required, ...Object.fromEntries(defaults) });
  for (const [field, [type, , fits, not]] of Object.entries(fields)) {
    expect(types.get(field), field).toBe(type);
    for (const value of fits) {
      const input = { ...required, [field]: value };
      expect(schema.parse(input), field).toMatchObject(input);
    }
    for (const value of not) {
      const { error } = schema.safeParse({ ...required, [field]: value });
      expect(error?.issues[0]?.path[0], `${field}: ${JSON.stringify(value)}`).toBe(field);
    }
  }
}

const many = (count: number) => Array.from({ length: count }, (_, i) => `a.${i}`);
const searchType = ['`fts`, `regex`, `exact`', 'fts', ['fts', 'regex', 'exact'], ['bm25', null]] as const;
const limit = ['integer 1–20', 8, [1, 20], [0, 21, 2.5, '8']] as const;
const flag = (byDefault: boolean) => ['boolean', byDefault, [true, false], ['no', 1]] as const;
const names = ['list of string', undefined, [['a'], many(10)], [[], many(11), 'a', [7]]] as const;
const types = ['browser', 'api', 'code', 'domain', 'unknown'];
const oneOf = (values: readonly string[]) =>
  [values.map((value) => `\`${value}\``).join(', '), undefined, values, ['none', null]] as const;
const query = ['string', undefined, ['', 'q'], [7, null]] as const;

describe('inputs', () => {
  it('R13.62, R13.63, R13.64: the input of tool_search has its fields, defaults and limits', () => {
    has(
      toolSearchInputSchema,
      { query: 'q' },
      { query, search_type: searchType, limit, include_always_loaded: flag(false) },
    );
  });

  it('R13.65, R13.66: the input of tool_get has its fields, defaults and limits', () => {
    has(toolGetInputSchema, { names: ['a'] }, { names, include_schemas: flag(true), include_examples: flag(true) });
  });

  it('R13.67: the input of skill_search has its fields, defaults and limits', () => {
    has(skillSearchInputSchema, { query: 'q' }, { query, search_type: searchType, limit, task_type: oneOf(types) });
  });

  it('R13.68, R13.69, R13.70: the input of skill_get has its fields, defaults and limits', () => {
    has(
      skillGetInputSchema,
      { names: ['a'] },
      {
        names,
        format: ['`raw`, `injection`', 'injection', ['raw', 'injection'], ['text', null]],
        max_tokens: ['integer 200–6000', 1500, [200, 6000], [199, 6001, 200.5, '300']],
      },
    );
  });

  it('R13.71, R13.72: the input of skill_list has its fields, defaults and limits', () => {
    has(
      skillListInputSchema,
      {},
      {
        page: ['integer', 1, [1, 1000], [0, -1, 1.5, '1']],
        page_size: ['integer 1–100', 20, [1, 100], [0, 101, 1.5, '20']],
        task_type: oneOf(types),
        origin: oneOf(['pack', 'learned']),
        scope: oneOf(['project', 'tenant', 'global']),
      },
    );
  });

  it('R13.80: a hybrid search gives 5 tools, 1 to 20', () => {
    has(
      hybridInputSchema,
      { query: 'q' },
      {
        query,
        limit: ['integer 1–20', 5, [1, 20], [0, 21, 2.5, '5']],
        include_always_loaded: flag(false),
      },
    );
  });

  it('R13.78: the model of a request is a label alone, gpt-4o-mini where Chat Completions are spoken', () => {
    expect(workspaceConfigSchema.parse({}).providers.openai_chat.model).toBe('gpt-4o-mini');
    const providers = { openai_chat: { model: 'any/label' } };
    expect(fileWith({ providers }).config.providers.openai_chat.model).toBe('any/label');
    for (const model of ['', 7, null])
      expect(() => fileWith({ providers: { openai_chat: { model } } })).toThrow('providers.openai_chat.model');

    const tools = [{ name: 'a.b', description: 'Does.', loading_mode: 'always' }];
    const usual = testPayload('openai-chat', { tools });
    expect(usual.body.model).toBe('gpt-4o-mini');
    expect(testPayload('openai-chat', { tools, providers })).toEqual({
      ...usual,
      body: { ...usual.body, model: 'any/label' },
    });
  });

  it('R13.88: an extraction reads the id from `id`, of one thing', () => {
    const given = { path: '$root', type: 'page', nameField: 'name' };
    has(extractionSchema, given, {
      idField: ['string', 'id', ['id', 'key'], ['', 7, null]],
      isArray: flag(false),
    });
    for (const [field, value] of Object.entries({ idField: '', isArray: 'yes', path: '', type: 7, nameField: null }))
      expect(() => fileWith({ overlays: { t: { extraction: { ...given, [field]: value } } } }), field).toThrow(
        `overlays.t.extraction.${field}`,
      );
    const ids = (result: unknown, extraction: object) =>
      extractEntities(result, { extraction: { ...given, ...extraction }, extractor: undefined }).map(({ id }) => id);
    const page = { id: '1', key: 'k', name: 'n' };
    expect([ids(page, {}), ids([page], {})]).toEqual([['1'], []]);
    expect(ids([page, page], { idField: 'key', isArray: true })).toEqual(['k', 'k']);
  });

  it('R13.90, R13.91: the economics begin with the figures of the seed, and each can be replaced', () => {
    const figures = {
      all_tools_tokens: 18_200,
      first_tokens: 500,
      later_tokens: 1650,
      history_tokens: 200,
      savings_rate: 0.88,
      implementation_cost: 600,
    };
    const usual = economicsInputSchema.parse({});
    expect(usual).toMatchObject(figures);
    const { inputs: _, ...results } = economicsReport(usual);
    for (const field of Object.keys(figures)) {
      for (const value of [-101, 'many', 1e13])
        expect(economicsInputSchema.safeParse({ [field]: value }).error?.issues[0]?.path, field).toEqual([field]);
      const value = field === 'savings_rate' ? 0.5 : 7;
      const replaced = economicsInputSchema.parse({ [field]: value });
      expect(replaced).toEqual({ ...usual, [field]: value });
      const { inputs: __, ...others } = economicsReport(replaced);
      expect(others, field).not.toEqual(results);
    }
    // A share of what is spent, which is at most all of it; a cost is not negative.
    expect(economicsInputSchema.safeParse({ savings_rate: 1.01 }).success).toBe(false);
    expect(economicsInputSchema.safeParse({ implementation_cost: -1 }).success).toBe(false);
  });
});
