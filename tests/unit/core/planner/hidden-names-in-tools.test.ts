import { describe, expect, it } from 'vitest';
import { call, done, testPlanner } from '../../../support/planner.ts';

/** Names of hidden tools: common words of JSON Schema, and one that is nobody's word. */
const hiddenNames = ['string', 'object', 'search', 'Filter', 'date', 'vault.canary'];
const hidden = hiddenNames.map((name) => ({ name, description: 'Hidden.' }));
const visibility = {
  visibleTools: (all: readonly { name: string }[]) => all.filter(({ name }) => !hiddenNames.includes(name)),
};
const inputSchema = {
  type: 'object',
  properties: {
    search: { type: 'string', format: 'date', description: 'As vault.canary does.' },
    filter: { $ref: '#/$defs/Filter' },
    other: { $ref: '#/$defs/vault.canary', description: 'Kept.' },
    free: { type: 'object', default: { 'vault.canary': 1, inner: { 'vault.canary': 2, x: 3 } } },
  },
  required: ['search', 'vault.canary'],
  dependentRequired: { search: ['filter'] },
  $defs: {
    Filter: { type: 'object', properties: { n: { type: 'integer' } }, required: ['n'] },
    'vault.canary': { type: 'integer' },
  },
};
const tool = { name: 'a.find', loading_mode: 'always', inputSchema, extra: { nested: { 'vault.canary': 1, y: 2 } } };

describe('the texts of a tool beside hidden ones', () => {
  const run = async (script: readonly string[]) => {
    const prompts: string[] = [];
    const { planner } = await testPlanner({ tools: [tool, ...hidden], visibility, script });
    const trace = await planner.run({
      query: 'q',
      onPrompt: ({ blocks }) => prompts.push(blocks.find(({ name }) => name === 'available_tools')?.text ?? ''),
    });
    const line = prompts[0]
      ?.split('\n')
      .find((one) => one.startsWith('  args_schema: {"type":"object","properties":{"search"'));
    return { trace, schema: JSON.parse(line?.slice('  args_schema: '.length) ?? 'null') };
  };

  it('keep the words of JSON Schema itself, and which arguments are required', async () => {
    const { schema } = await run([done]);
    expect(schema.type).toBe('object');
    expect(schema.properties.search).toEqual({ type: 'string', format: 'date', description: 'As another tool does.' });
    expect(schema.required).toEqual(['search']);
    expect(schema.dependentRequired).toEqual({ search: ['filter'] });
  });

  it('keep references that a validator can follow, under names that tell nothing', async () => {
    const { schema, trace } = await run([
      call('a.find', { search: 'x', filter: { n: 'no' } }),
      call('a.find', {}),
      done,
    ]);
    expect(JSON.stringify(schema)).not.toMatch(/canary/);
    const key = schema.properties.other.$ref.slice('#/$defs/'.length);
    expect(schema.$defs[key]).toEqual({ type: 'integer' });
    expect(schema.properties.other.description).toBe('Kept.');
    expect(trace.steps[0]?.observation).toContain('filter.n: must be integer');
    expect(trace.steps[1]?.observation).toContain('search: is required');
  });

  it('have no hidden name for a key, however deep', async () => {
    const { schema, trace } = await run([call('tool_get', { names: ['a.find'] }), done]);
    expect(schema.properties.free).not.toHaveProperty('default');
    expect(trace.steps[0]?.observation).not.toContain('canary');
    expect(trace.steps[0]?.observation).toContain('"nested":{"y":2}');
  });

  it('have none that is spelled with characters nobody sees', async () => {
    const sly = { ...tool, description: 'Like vault.\u200bcanary, \u{e0041}or va\u2060ult.canary.' };
    const { planner } = await testPlanner({ tools: [sly, ...hidden], visibility, script: [done] });
    let prompt = '';
    await planner.run({
      query: 'q',
      onPrompt: ({ blocks }) => {
        prompt = blocks.map(({ text }) => text).join();
      },
    });
    expect(prompt).toContain('desc: Like another tool, or another tool.');
  });
});
