import { describe, expect, it } from 'vitest';
import { builtinCatalog } from '#core/catalog/builtin-catalog.ts';
import { resultObservation } from '#core/planner/run/observations.ts';
import type { PlannerSkills } from '#core/planner/skills/planner-skills.ts';
import { call, done, testPlanner } from '../../../support/planner.ts';

const tools = [
  { name: 'a.seen', description: 'Seen.', loading_mode: 'always' },
  { name: 'a.hidden', description: 'Hidden.' },
];
const visibility = {
  visibleTools: (all: readonly { name: string }[]) => all.filter(({ name }) => name !== 'a.hidden'),
};

/** Skills that answer from a list, and note what they were asked in which order. */
function listedSkills(log: string[]): PlannerSkills {
  const [template] = builtinCatalog;
  return {
    tools: [{ ...(template as (typeof builtinCatalog)[number]), name: 'skill_get', examples: [] }],
    packs: [],
    prepare: async ({ query, context, view, emit }) => {
      log.push(`prepare ${query} for ${context.tenant_id}`);
      emit('skill_directory_rendered', { count: 1 });
      return { directory: '<skill_directory>\n- s — l\n</skill_directory>', context: view.gate.text('Use a.hidden.') };
    },
    call: async (name, args, { emit }) => {
      log.push(`call ${name}`);
      emit('skill_get', { names: ['s'], returned_count: 1, max_tokens: 1500, final_tokens_est: 3 });
      return { outcome: 'result', observation: resultObservation({ skills: [args] }, 1000) };
    },
  };
}

describe('skills of a run', () => {
  it('are prepared before the model is asked, and listed, called and told (R6.22)', async () => {
    const log: string[] = [];
    const prompts: string[] = [];
    const replies = [call('skill_get', { names: ['s'] }), done];
    const { planner } = await testPlanner({
      tools,
      visibility,
      skills: listedSkills(log),
      model: {
        complete: async ({ messages }) => {
          log.push('model');
          prompts.push(messages[0]?.content ?? '');
          return replies.shift() ?? '';
        },
      },
    });
    const trace = await planner.run({ query: 'log in', tool_context: { tenant_id: 't' } });
    expect(log).toEqual(['prepare log in for t', 'model', 'call skill_get', 'model']);
    expect(prompts[0]).toContain('<skill_discovery>');
    expect(prompts[0]).toContain('- s — l');
    expect(prompts[0]).toContain('Use another tool.');
    expect(trace.steps[0]).toMatchObject({ tool: 'skill_get', observation: '{"result":{"skills":[{"names":["s"]}]}}' });
    expect(trace.steps[0]?.visible).toEqual(['tool_search', 'tool_get', 'skill_get', 'a.seen']);
    expect(trace.steps[0]?.blocks.map(({ name }) => name)).toContain('skill_context');
    expect(trace.events.map(({ event_type }) => event_type)).toEqual(['skill_directory_rendered', 'skill_get']);
  });

  it('are not there without, and a run whose skills fail goes on', async () => {
    const script = [call('skill_get', { names: ['s'] }), done];
    const without = await testPlanner({ tools, script });
    expect((await without.planner.run({ query: 'q' })).steps[0]?.outcome).toBe('tool_not_found');
    const broken = {
      ...listedSkills([]),
      prepare: () => Promise.reject(new Error('db')),
      call: () => Promise.reject(new Error('db')),
    };
    const errors: string[] = [];
    const logger = { info() {}, warn() {}, error: (message: string) => errors.push(message) };
    const { planner } = await testPlanner({ tools, script, skills: broken, logger });
    const trace = await planner.run({ query: 'q' });
    expect(trace.steps.map(({ outcome }) => outcome)).toEqual(['tool_failed', 'final']);
    expect(trace.steps[0]?.blocks.map(({ name }) => name)).not.toContain('skill_discovery');
    expect(errors).toEqual(['Skills could not be prepared.', 'skill_get failed.']);
  });
});
