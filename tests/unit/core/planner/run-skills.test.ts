import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { nodeFiles } from '#core/files/node-files.ts';
import { silentLogger } from '#core/logger.ts';
import { simulate } from '#core/planner/scenario/simulate.ts';
import { loadWorkspace } from '#core/workspace/load-workspace.ts';
import { workspaceConfigSchema } from '#shared/domain/config.ts';
import type { RenderedPrompt } from '#shared/domain/prompt-block.ts';
import { readScenario, scenarioOf } from '#shared/text/read-scenario.ts';
import { estimateTokens } from '#shared/tokens.ts';
import { openSkills } from '../../../support/run-skills.ts';
import { type SkillWorkspace, skillServices, skillWorkspaceFolder } from '../../../support/skill-workspace.ts';
import { testServices, workspaceFolder, write } from '../../../support/workspace.ts';

const skill = (name: string, trigger: string, rest = '') =>
  `name: pack.p.${name}\ntrigger: ${trigger}\nsteps: [First step of ${name}., Second step.]\n${rest}`;
const workspace: SkillWorkspace = {
  skills: '  skill_packs: [{name: p, path: packs/p, pinned_skill_names: [pack.p.ship]}]\n',
  yaml: `tool_search: {enabled: true, default_loading_mode: deferred}
personas:
  - {name: guest, hidden_tools: ["git.*"]}
  - {name: other, tool_context: {tenant_id: elsewhere}}
`,
  tools: [
    { name: 'git.push', description: 'Push.' },
    { name: 'shop.buy', description: 'Buy.' },
  ],
  files: {
    'packs/p/a.skill.yaml': skill('login', 'Log in to a site.', 'title: Log in safely\n'),
    'packs/p/b.skill.yaml': skill(
      'ship',
      'Ship a release.',
      'tags: [git.push]\npreconditions: [Call git.push first.]\n',
    ),
    'packs/p/c.skill.yaml': skill('refund', 'Refund an order.'),
  },
};
const query = 'How do I log in to the site?';
const base = `query: ${query}\nscript: [{answer: done}]\n`;

async function play(scenario: string, given: SkillWorkspace | string = workspace) {
  const root = typeof given === 'string' ? given : skillWorkspaceFolder(given);
  const prompts: RenderedPrompt[] = [];
  const simulation = await simulate(
    await loadWorkspace(root, nodeFiles),
    scenarioOf(readScenario(scenario, 'x.scenario.yaml')),
    {
      callLive: async () => ({ kind: 'error', message: 'not live' }),
      openSkills,
      fts: 'detect',
      logger: silentLogger,
      onPrompt: (prompt) => prompts.push(prompt),
    },
  );
  const block = (step: number, name: string) => prompts[step]?.blocks.find((one) => one.name === name)?.text;
  return { simulation, prompts, block, root };
}

describe('skills in a run', () => {
  it('are in the prompt before the model is asked: how to find them, a directory, those that fit (R6.15, R6.22)', async () => {
    const { simulation, prompts, block } = await play(base);
    expect(prompts[0]?.blocks.map(({ name }) => name)).toEqual([
      'instructions',
      'tool_discovery',
      'skill_discovery',
      'skill_directory',
      'available_tools',
      'skill_context',
    ]);
    expect(block(0, 'skill_directory')?.split('\n')).toEqual([
      '<skill_directory>',
      'Known skills (use skill_get by name; use skill_search for discovery):',
      '- pack.p.ship — Ship a release.',
      '- pack.p.login — Log in safely',
      '- pack.p.refund — Refund an order.',
      '</skill_directory>',
    ]);
    const context = block(0, 'skill_context') ?? '';
    expect(context).toContain('1. First step of login.');
    expect(context).not.toContain('refund');
    expect(simulation.steps[0]?.visible.slice(0, 5)).toEqual([
      'tool_search',
      'tool_get',
      'skill_search',
      'skill_get',
      'skill_list',
    ]);
    expect(simulation.events.map(({ event_type, payload }) => [event_type, payload])).toEqual([
      ['skill_pack_loaded', { pack_name: 'p', skill_count: 3, updated_count: 3 }],
      ['tool_search_cache_ready', expect.anything()],
      ['skill_directory_rendered', { count: 3 }],
      [
        'skills_retrieved',
        {
          skill_count: 1,
          top_k_used: 6,
          raw_tokens_est: estimateTokens(context),
          final_tokens_est: estimateTokens(context),
          was_summarized: false,
        },
      ],
    ]);
  });

  it('are read when the planner is made, and when a host asks for it: each has what the files say then (R8.40)', async () => {
    const scenario = `query: ${query}\nscript: [{call: skill_list, args: {}}, {answer: done}]\n`;
    const first = await play(scenario);
    write(first.root, 'packs/p/d.skill.yaml', skill('audit', 'Audit an order.'));
    const second = await play(scenario, first.root);
    const seen = [first, second].map(({ simulation: { events, steps } }) => [
      events[0],
      JSON.parse(steps[0]?.observation ?? '').result.total,
    ]);
    expect(seen).toMatchObject([
      [{ event_type: 'skill_pack_loaded', payload: { pack_name: 'p', skill_count: 3 } }, 3],
      [{ event_type: 'skill_pack_loaded', payload: { pack_name: 'p', skill_count: 4 } }, 4],
    ]);
    const { skills, workspace: opened } = await testServices();
    await opened.open({ path: first.root });
    expect((await skills.load({ reload: true })).packs).toMatchObject([{ skills: 4 }]);
    write(first.root, 'packs/p/e.skill.yaml', skill('restock', 'Restock an item.'));
    expect((await skills.load({ reload: true })).packs).toMatchObject([{ added: ['pack.p.restock'], unchanged: 4 }]);
  });

  it('are searched, fetched and listed by the model, each with its event (R12.15)', async () => {
    const { simulation } = await play(`query: Hello
script:
  - {call: skill_search, args: {query: release, limit: 3}}
  - {call: skill_get, args: {names: [pack.p.ship, pack.p.ship, pack.p.none]}}
  - {call: skill_list, args: {page_size: 2, task_type: unknown}}
  - {call: skill_search, args: {query: x, limit: 21}}
  - {call: skill_get, args: {names: []}}
  - {call: skill_list, args: {page: 0}}
  - {answer: done}
`);
    const seen = simulation.steps.slice(0, 6).map(({ observation }) => JSON.parse(observation ?? ''));
    expect(seen[0].result).toMatchObject({ query: 'release', search_type: 'fts', skills: [{ name: 'pack.p.ship' }] });
    expect(seen[1].result.skills.map(({ name }: { name: string }) => name)).toEqual(['pack.p.ship']);
    expect(seen[1].result.formatted_context).toContain(
      "If tool git.push is not visible, use tool_search for 'git.push'.",
    );
    expect(seen[2].result).toMatchObject({ page: 1, page_size: 2, total: 3 });
    expect(simulation.steps.map(({ outcome }) => outcome).slice(3)).toEqual([
      'invalid_arguments',
      'invalid_arguments',
      'invalid_arguments',
      'final',
    ]);
    expect([seen[3], seen[4], seen[5]].map(({ error }) => error.message.split(':').slice(0, 2).join(':'))).toEqual([
      'skill_search: limit',
      'skill_get: names',
      'skill_list: page',
    ]);
    expect(simulation.events.slice(-3).map(({ event_type, payload }) => [event_type, payload])).toEqual([
      [
        'skill_search_query',
        { query: 'release', requested_search_type: 'fts', effective_search_type: 'fts', results_count: 1 },
      ],
      [
        'skill_get',
        {
          names: ['pack.p.ship', 'pack.p.ship', 'pack.p.none'],
          returned_count: 1,
          max_tokens: 1500,
          final_tokens_est: estimateTokens(seen[1].result.formatted_context),
        },
      ],
      ['skill_list', { filters: { task_type: 'unknown' }, returned_count: 2 }],
    ]);
    expect(simulation.steps.every(({ activated }) => activated === null)).toBe(true);
  });

  it('are those of the caller’s scope, and name none of the tools it may not use (R10.14, R11.12, R11.17)', async () => {
    const get = (persona: string, config = '') =>
      play(`query: Ship a release
persona: ${persona}
${config}script: [{call: skill_get, args: {names: [pack.p.ship]}}, {call: skill_search, args: {query: git.push}}, {answer: done}]
`);
    const guest = await get('guest');
    expect(guest.block(0, 'skill_context')).toContain(
      '- Call a suitable tool (use tool_search for the needed capability) first.',
    );
    expect(guest.simulation.steps[0]?.observation).not.toContain('git.push');
    expect(JSON.parse(guest.simulation.steps[1]?.observation ?? '').result.skills).toEqual([]);
    const off = await get('guest', 'config: {tool_search: {enabled: false}}\n');
    expect(off.block(0, 'skill_context')).toContain('- Call a suitable tool first.');
    expect(JSON.stringify(off.simulation.steps[0]?.observation)).toContain('- Call a suitable tool first.');
    const unmatched = await play('query: Xylophone\nscript: [{answer: done}]\n');
    expect(unmatched.block(0, 'skill_directory')).toContain('pack.p.ship');
    expect(unmatched.block(0, 'skill_context')).toBeUndefined();
    const elsewhere = await get('other');
    expect(elsewhere.prompts[0]?.blocks.map(({ name }) => name)).toEqual([
      'instructions',
      'tool_discovery',
      'skill_discovery',
      'available_tools',
    ]);
    expect(elsewhere.simulation.steps[0]?.observation).toBe('{"result":{"skills":[],"formatted_context":""}}');

    const everywhere = {
      ...workspace,
      files: {
        'packs/p/b.skill.yaml':
          'name: pack.p.ship\ntitle: Ship by git.push\ntrigger: Ship a release, as git.push does.\n' +
          'steps: [First step of ship., Then git.push.]\ntags: [git.push]\npreconditions: [Call git.push first.]\n' +
          'failure_modes: [git.push fails.]\ndescription: More of git.push.\n',
      },
    };
    const allowed = await play('query: Ship a release\nscript: [{call: skill_list}, {answer: done}]\n', everywhere);
    const shown = [allowed.block(0, 'skill_directory'), allowed.block(0, 'skill_context')];
    for (const text of [...shown, allowed.simulation.steps[0]?.observation]) expect(text).toContain('git.push');
    for (const forbids of ['persona: guest', 'config: {policy: {denied_tools: [git.push]}}']) {
      const scenario = `query: Ship a release
${forbids}
script:
  - {call: skill_get, args: {names: [pack.p.ship]}}
  - {call: skill_get, args: {names: [pack.p.ship], format: raw}}
  - {call: skill_search, args: {query: release}}
  - {call: skill_list}
  - {answer: done}
`;
      const { prompts, simulation } = await play(scenario, everywhere);
      expect(simulation.steps.map(({ outcome }) => outcome)).toEqual([...Array(4).fill('result'), 'final']);
      expect(prompts[0]?.blocks.map(({ name }) => name)).toContain('skill_directory');
      expect(simulation.steps[1]?.observation).toContain('First step of ship.');
      expect(JSON.stringify(prompts)).toContain('First step of ship.');
      expect(JSON.stringify([prompts, simulation.steps.map(({ observation }) => observation)])).not.toContain(
        'git.push',
      );
    }
  });

  it('stay within their budget, wrapper included (R10.05)', async () => {
    const files = Object.fromEntries(
      Array.from({ length: 8 }, (_, i) => [
        `packs/p/${i}.skill.yaml`,
        skill(`s${i}`, `Log in to site ${i}.`, `failure_modes: [${'long '.repeat(200)}]\n`),
      ]),
    );
    const { block, simulation } = await play(base, {
      ...workspace,
      files,
      skills: '  max_tokens: 300\n  top_k: 4\n  skill_packs: [{name: p, path: packs/p}]\n',
    });
    const context = block(0, 'skill_context') ?? '';
    expect(estimateTokens(context)).toBeLessThanOrEqual(300);
    expect(context).toContain('(truncated: failure modes left out)');
    const retrieved = simulation.events.find(({ event_type }) => event_type === 'skills_retrieved')?.payload;
    expect(retrieved).toMatchObject({ skill_count: 4, top_k_used: 4, final_tokens_est: estimateTokens(context) });

    // To the token: what just fits stays, and with one less something goes. Without a budget it is that of the configuration.
    const sizeWithin = async (budget: number | null) => {
      const skills = `${budget === null ? '' : `  max_tokens: ${budget}\n`}  top_k: 8\n  skill_packs: [{name: p, path: packs/p}]\n`;
      return estimateTokens((await play(base, { ...workspace, files, skills })).block(0, 'skill_context') ?? '');
    };
    const size = await sizeWithin(300);
    expect(await sizeWithin(size)).toBe(size);
    expect(await sizeWithin(size - 1)).toBeLessThan(size);
    expect(workspaceConfigSchema.parse({}).skills.max_tokens).toBe(2000);
    expect(await sizeWithin(null)).toBe(await sizeWithin(2000));
    expect(await sizeWithin(10_000)).toBeGreaterThan(2000);
  });

  it('come in the order of their last use in the turns before', async () => {
    const { block } = await play(`turns:
  - query: Hello
    script: [{call: skill_get, args: {names: [pack.p.refund]}}, {answer: Hi.}]
  - query: Hello again
    script: [{answer: Hi.}]
`);
    const names = (step: number) => block(step, 'skill_directory')?.match(/pack\.p\.\w+/g);
    expect(names(0)).toEqual(['pack.p.ship', 'pack.p.login', 'pack.p.refund']);
    expect(names(2)).toEqual(['pack.p.ship', 'pack.p.refund', 'pack.p.login']);
  });

  it('give the same prompts and the same simulation each time, and leave the store of the workspace alone (R6.24)', async () => {
    const calls =
      '{call: tool_search, args: {query: buy}}, {call: shop.buy, args: {}}, {call: skill_get, args: {names: [pack.p.refund]}}, {call: git.pull}';
    const scenario = `query: ${query}\nscript: [${calls}, {answer: done}]\nresults: {shop.buy: {value: 1, latency_ms: 5}}\ntool_context: {session_id: s}\n`;
    const first = await play(scenario);
    expect(first.prompts).toHaveLength(5);
    expect(first.simulation.steps.map(({ outcome }) => outcome)).toEqual([
      ...['result', 'result', 'result', 'tool_not_found', 'final'],
    ]);
    // In the same workspace, where the skill that the first run fetched was used last, and in another one that is equal.
    for (const again of [await play(scenario, first.root), await play(scenario)]) {
      expect(JSON.stringify(again.prompts)).toBe(JSON.stringify(first.prompts));
      expect(JSON.stringify(again.simulation)).toBe(JSON.stringify(first.simulation));
    }
    expect(existsSync(join(first.root, '.pegboard/skills.db'))).toBe(false);
  });

  it('that are off leave no byte in the prompt, and no tool; that are on are introduced to the letter (R6.14)', async () => {
    const off = `${base}config: {skills: {enabled: false}}\n`;
    const without = await play(base, workspaceFolder(workspace.tools ?? [], workspace.yaml));
    const { prompts, simulation } = await play(
      off.replace('{answer: done}', '{call: skill_get, args: {names: [a]}}, {answer: done}'),
    );
    expect(prompts[0]).toEqual(without.prompts[0]);
    expect(JSON.stringify(prompts)).not.toContain('skill');
    expect((await play(base)).block(0, 'skill_discovery')).toBe(`<skill_discovery>
You can discover and fetch skills:
- Use \`skill_search\` to find skills by capability (returns skill names).
- Use \`skill_get\` with a skill name for the full playbook.
</skill_discovery>`);
    expect(simulation.steps[0]?.outcome).toBe('tool_not_found');
    expect(simulation.events.map(({ event_type }) => event_type)).toEqual([
      'tool_search_cache_ready',
      'tool_activation_denied',
    ]);
  });

  it('of a pack that cannot be read are missing, and the simulation says so', async () => {
    const { simulation } = await play(base, { ...workspace, skills: '  skill_packs: [{name: p, path: packs/none}]\n' });
    expect(simulation.reason).toBe('answer');
    expect(simulation.findings).toMatchObject([{ code: 'pack_unreadable', severity: 'error' }]);
  });
});

describe('the prompt of a workspace with skills', () => {
  it('shows their blocks with tokens, by profile and persona, and what they cost', async () => {
    const services = await skillServices(workspace);
    const render = (request: object) => services.prompt.render({ profile: 'workspace', query, ...request });
    const { prompt } = await render({});
    const context = prompt.blocks.find(({ name }) => name === 'skill_context');
    expect(context?.text).toContain('First step of login.');
    expect(context?.tokens.estimate).toBe(estimateTokens(context?.text ?? ''));
    const { diff } = await render({ compare: 'baseline' });
    const removed = diff?.blocks.filter(({ change }) => change === 'removed').map(({ name }) => name);
    expect(removed).toEqual(['tool_discovery', 'skill_discovery', 'skill_directory', 'skill_context']);
    const guest = await render({ persona: 'guest', query: 'Ship a release' });
    expect(JSON.stringify(guest)).not.toContain('git.push');
    const names = async (profile: string) => (await render({ profile })).prompt.blocks.map(({ name }) => name);
    expect(await names('skills')).not.toContain('skill_directory');
    expect(await names('skills')).toContain('skill_context');
    expect(await names('skills-directory')).toContain('skill_directory');
    expect(existsSync(join(services.root, '.pegboard/skills.db'))).toBe(false);
  });
});
