import fc from 'fast-check';
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import type { ModelMessage } from '#core/planner/models/model-client.ts';
import { TextAnalysis } from '#core/search/text-analysis.ts';
import type { WorkspaceConfig } from '#shared/domain/config.ts';
import { casesOf } from '../support/depth.ts';
import { asPackSkill } from '../support/skills.ts';
import { spellingsOf } from '../support/spellings.ts';
import type { TestTool } from '../support/workspace.ts';

/** Names that some runs may not use; some begin like others, some are written oddly, one is in our own examples. */
const canaries = [
  'vault.canary_open',
  'vault.canary_open_all',
  'vault.canary',
  'canary',
  'canary-drop',
  'slack.send_message',
  'odd/canary name',
  'Vault.CanaryUpper',
];
/** Denied by the policy, and of no tool: its source is off. */
const withoutTool = 'vault.canary_away';
const plainNames = ['orders.get', 'orders.refund', 'orders.search'];
const allNames = [...canaries, ...plainNames];
const namedInTexts = [...allNames, withoutTool];

/** Ways in which a text mentions a name. */
const mentions: readonly ((name: string) => string)[] = [
  (name) => `Use ${name} first.`,
  (name) => `See \`${name}\`, then go on`,
  (name) => `(${namedInTexts.includes(name) ? name.toUpperCase() : name})`,
  (name) => `"${name}"/${name}…${name}`,
  (name) => `Before that:${name}; after that ${name}?`,
  (name) => `ends with ${name}.`,
  (name) => `a list: ${name},${name}`,
];
const name = fc.constantFrom(...namedInTexts);
const text = fc
  .array(
    fc.tuple(fc.constantFrom(...mentions), fc.oneof(name, fc.constantFrom(...namedInTexts.flatMap(spellingsOf)))),
    {
      minLength: 1,
      maxLength: 2,
    },
  )
  .map((parts) => parts.map(([mention, one]) => mention(one)).join(' '));

/** A tool with names of others in every place where a text can be. */
const planted = fc.record({
  description: text,
  title: text,
  tags: fc.array(fc.oneof(name, text), { maxLength: 2 }),
  category: text,
  phrases: fc.array(text, { maxLength: 1 }),
  usage_hint: text,
  related_tools: fc.array(name, { maxLength: 2 }),
  loading_mode: fc.constantFrom('always', 'deferred'),
  examples: fc.array(fc.record({ args: fc.record({ q: text }), description: text, tags: fc.constant(['minimal']) }), {
    maxLength: 2,
  }),
  inputSchema: fc.tuple(text, name, text).map(([description, value, note]) => ({
    type: 'object',
    description,
    properties: { q: { type: 'string', description: note, default: value }, kind: { enum: [value, 'other'] } },
  })),
  outputSchema: text.map((description) => ({ type: 'object', description })),
  extra: fc.tuple(name, text).map(([key, value]) => ({ [key]: value, nested: { list: [value, { deep: value }] } })),
});

/** A skill with names of tools in every place where a text can be; some are called as a tool is. */
const plantedSkill = fc.record({
  name: fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom('one', 'two', 'three') },
    fc.constantFrom('canary', 'canary-drop'),
  ),
  title: fc.option(text),
  description: text,
  trigger: text,
  tags: fc.array(fc.oneof(name, text), { maxLength: 2 }),
  steps: fc.array(text, { minLength: 1, maxLength: 2 }),
  preconditions: fc.array(text, { maxLength: 1 }),
  failure_modes: fc.array(text, { maxLength: 1 }),
  body: fc.oneof(fc.constant(''), text),
  derived: fc.constantFrom([], ['steps' as const]),
  extra: fc.tuple(name, text).map(([tool, note]) => ({ tools: [{ tool, note }, tool], [tool]: note })),
});
const skillNames = ['pack.p.one', 'pack.p.two', 'pack.p.three', 'canary', 'canary-drop'];

/** What a model does, knowing or guessing names. */
const action = fc.oneof(
  fc
    .tuple(fc.constantFrom('canary', 'use first', 'order', 'vault.*'), fc.constantFrom('fts', 'regex', 'exact'))
    .map(([query, search_type]) => ({
      next_node: 'tool_search',
      args: { query, search_type, include_always_loaded: true },
    })),
  fc.array(name, { minLength: 1, maxLength: 4 }).map((names) => ({ next_node: 'tool_get', args: { names } })),
  fc
    .tuple(fc.oneof(name, fc.constantFrom('use', 'first', '.')), fc.constantFrom('fts', 'regex', 'exact'))
    .map(([query, search_type]) => ({ next_node: 'skill_search', args: { query, search_type } })),
  fc
    .tuple(fc.constantFrom('raw', 'injection'), fc.constantFrom(200, 6000))
    .map(([format, max_tokens]) => ({ next_node: 'skill_get', args: { names: skillNames, format, max_tokens } })),
  fc.constant({ next_node: 'skill_list', args: {} }),
  name.map((next_node) => ({ next_node, args: {} })),
  name.map((next_node) => ({ next_node, args: { kind: 'no such kind' } })),
  fc.nat({ max: allNames.length - 1 }).map((i) => ({ next_node: `alias_${i}`, args: {} })),
);

const scenario = fc.record({
  tools: fc.tuple(...allNames.map(() => planted)),
  aliasOfDenied: fc.nat({ max: allNames.length }),
  denied: fc.subarray([...canaries, withoutTool]),
  hidden: fc.subarray(canaries),
  withheld: fc.subarray(canaries),
  errors: text,
  skills: fc.uniqueArray(plantedSkill, { selector: (skill) => skill.name, maxLength: 3 }),
  labels: fc.constantFrom(['title'], ['trigger']),
  actions: fc.array(action, { maxLength: 6 }),
  query: fc.constantFrom('use first', 'see list', 'refund an order'),
  search: fc.boolean(),
  hints: fc.boolean(),
  directory: fc.boolean(),
  groupTitle: text,
  session: fc.boolean(),
});
type Case = typeof scenario extends fc.Arbitrary<infer Value> ? Value : never;

/** Runs a case and returns the names that the model read though it must not know them, or whose tools it ran. */
async function leaksOf(input: Case): Promise<string[]> {
  const { Planner } = await import('#core/planner/planner.ts');
  const { testCatalog } = await import('../support/planner.ts');
  const { silentLogger } = await import('#core/logger.ts');
  const tools: TestTool[] = input.tools.map((fields, i) => ({
    ...fields,
    name: allNames[i] ?? '',
    // A name that the policy denies stays denied where it is another tool's alias.
    aliases: [`alias_${i}`, ...(i === input.aliasOfDenied ? [withoutTool] : [])],
  }));
  const built = testCatalog(tools, {
    policy: { denied_tools: input.denied },
    tool_search: {
      enabled: input.search,
      activation_scope: input.session ? 'session' : 'run',
      hints: { enabled: input.hints, include_always_loaded: true },
      directory: {
        enabled: input.directory,
        max_groups: 100,
        groups: [
          { name: 'g', title: input.groupTitle, tool_names: allNames },
          { name: input.groupTitle, trigger: input.groupTitle, match_name_patterns: ['*'] },
        ],
      },
    },
  });
  const { config } = built;
  const withheld = { state: 'changed' as const, change: 'suspicious' as const };
  const catalog = built.catalog.map((tool) => (input.withheld.includes(tool.name) ? { ...tool, withheld } : tool));
  const opened = await plantedSkills(input, config);
  const read: string[] = [];
  const ran = new Set<string>();
  const replies = input.actions.map((one) => JSON.stringify(one));
  let next = 0;
  const planner = await Planner.create({
    catalog,
    config,
    visibility: { visibleTools: (all) => all.filter((tool) => !input.hidden.includes(tool.name)) },
    model: {
      complete: async ({ messages }) => {
        read.push(...messages.filter(({ role }) => role !== 'assistant').map(readable));
        return replies[next++] ?? '{"next_node": "final_response", "args": {"answer": "done"}}';
      },
    },
    bind: (tool) => async () => {
      ran.add(tool.name);
      return { kind: 'error', message: input.errors };
    },
    skills: opened.skills,
    concurrency: 'single_thread',
    now: () => 0,
    newId: () => 'id',
    delay: (_milliseconds, signal) => new Promise((resolve) => signal.addEventListener('abort', () => resolve())),
    countTokens: () => ({ estimate: 0, o200k: 0 }),
    logger: silentLogger,
  });
  try {
    // With a filter off, a last check may stop the run: what was read until then counts.
    const { reason } = await planner
      .run({ query: input.query, tool_context: { session_id: 's' } })
      .catch((error: unknown) => ({ reason: String(error) }));
    const forbidden = [...new Set([...input.denied, ...input.hidden, ...input.withheld])];
    // A permitted name stays, also where a forbidden one is a word of it: "canary" of "odd/canary name".
    const phrases = allNames.filter((one) => one.includes(' ') && !forbidden.includes(one));
    const everything = phrases.reduce(
      (all, one) => all.replaceAll(new RegExp(one, 'gi'), '…'),
      [...new Set(read)].join('\n'),
    );
    const isRead = (one: string) => spellingsOf(one).some((spelled) => mentionsWhole(everything, spelled));
    const leaked = forbidden.filter((one) => isRead(one) || ran.has(one));
    if (leaked.length > 0) return leaked;
    expect(reason).toBe('answer');
    // The host is told what the policy took away; nothing above has it.
    const removed = planner.initEvents.flatMap((event) =>
      event.event_type === 'planner_tool_policy_filtered' ? event.payload.removed_tools : [],
    );
    expect(removed).toEqual(expect.arrayContaining(input.denied.filter((one) => one !== withoutTool)));
    expect(everything).not.toContain('planner_tool_policy_filtered');
    return leaked;
  } finally {
    await planner.close();
    opened.close();
  }
}

/** One for all cases: opening it takes longer than a case. */
const analysis = new TextAnalysis();
afterAll(() => analysis.close());

/** The skills of a case as a run has them. */
async function plantedSkills({ skills, labels, search }: Case, config: WorkspaceConfig) {
  const { SkillStore } = await import('#core/skills/store/skill-store.ts');
  const { ScopedSkills } = await import('#core/skills/scoped-skills.ts');
  const { RunSkills } = await import('#core/planner/skills/run-skills.ts');
  const { packContentHash } = await import('#core/skills/read/content-hash.ts');
  const { skillsConfigSchema } = await import('#shared/domain/skills-config.ts');
  let ids = 0;
  const options = { fts: 'detect' as const, now: () => 0, newId: () => String(++ids) };
  const store = new SkillStore({ path: null, ...options });
  const placed = skills.map((fields) => {
    const named = fields.name.startsWith('canary') ? fields.name : `pack.p.${fields.name}`;
    const skill = { ...fields, name: named, task_type: 'unknown' as const, derived: [...fields.derived] };
    return asPackSkill(skill);
  });
  const pack = { name: 'p', manifest: {}, skills: placed, findings: [], pack_content_hash: packContentHash(placed) };
  const scope = { scope_mode: 'project' as const, tenant_id: null, project_id: null };
  store.applyPack({ pack, scope, updateExisting: true, prune: true });
  const skillsConfig = skillsConfigSchema.parse({
    enabled: true,
    skill_packs: [{ name: 'p', path: 'p' }],
    directory: { include_fields: ['name', ...labels] },
  });
  const shelf = new ScopedSkills({
    store,
    config: skillsConfig,
    pinned: ['canary'],
    analysis: () => analysis,
    ...options,
  });
  const merged = { ...config, tool_search: { ...config.tool_search, enabled: search } };
  return {
    skills: new RunSkills({ shelf, packs: [], config: merged, countUses: true }),
    close: () => shelf.close(),
  };
}

/** A message without what the model itself sent: tool_search repeats its query. */
function readable({ content }: ModelMessage): string {
  return content.replace(/"query":"(?:[^"\\]|\\.)*","search_type":"\w+"\}\}$/, '');
}

/** Whether a text holds a name as a whole word, in any case. Written apart from the gate, on purpose. */
function mentionsWhole(haystack: string, needle: string): boolean {
  const hay = haystack.toLowerCase();
  const low = needle.toLowerCase();
  const isWord = (character: string | undefined) => character !== undefined && /[\p{L}\p{N}_]/u.test(character);
  for (let at = hay.indexOf(low); at >= 0; at = hay.indexOf(low, at + 1)) {
    const [before, beforeThat] = [hay[at - 1], hay[at - 2]];
    const [after, afterThat] = [hay[at + low.length], hay[at + low.length + 1]];
    const joinedBefore = isWord(before) || ((before === '.' || before === '-') && isWord(beforeThat));
    const joinedAfter = isWord(after) || ((after === '.' || after === '-') && isWord(afterThat));
    if (!joinedBefore && !joinedAfter) return true;
  }
  return false;
}

/** As many find what each filter keeps out, which the tests without a filter show. */
const runs = casesOf(500);

const noLeak = fc.asyncProperty(scenario, async (input) => {
  const leaked = await leaksOf(input);
  if (leaked.length > 0) throw new Error(`The model read, or ran, ${leaked.join(', ')}.`);
});

afterEach(() => {
  vi.doUnmock('#core/planner/permitted/execution-registry.ts');
  vi.doUnmock('#core/planner/permitted/visibility.ts');
  vi.doUnmock('#core/planner/permitted/permitted-catalog.ts');
  vi.doUnmock('#core/planner/permitted/gate-tool.ts');
  vi.doUnmock('#core/skills/retrieval/gate-skill.ts');
  vi.doUnmock('#core/skills/retrieval/tool-gate.ts');
  vi.doUnmock('#core/prompt/tool-directory.ts');
  vi.resetModules();
});

describe('names that a run may not use', () => {
  it('are in nothing that its model reads, whatever the policies, tools and runs (R5.06, R12.17)', async () => {
    await fc.assert(noLeak, { numRuns: runs, seed: 20260101 });
  });

  it('are found by the test when they are there', () => {
    expect(mentionsWhole('see `vault.canary`.', 'vault.canary')).toBe(true);
    expect(mentionsWhole('see vault.canary_open', 'vault.canary')).toBe(false);
    expect(mentionsWhole('my vault.canary.x', 'vault.canary')).toBe(false);
  });
});

describe('the test of leaks fails when a filter is switched off', () => {
  /** Runs the property on modules of which one is another; it must find a leak. */
  async function withoutFilter(): Promise<boolean> {
    const { failed, errorInstance } = await fc.check(noLeak, { numRuns: runs, seed: 20260101, endOnFailure: true });
    if (failed) expect(String(errorInstance)).toContain('The model read');
    return failed;
  }

  it('the policy of the registry', async () => {
    vi.doMock('#core/planner/permitted/execution-registry.ts', async (original) => {
      const real = await original<typeof import('#core/planner/permitted/execution-registry.ts')>();
      const createExecutionRegistry: typeof real.createExecutionRegistry = (catalog, _policies, bind) =>
        real.createExecutionRegistry(catalog, [], bind);
      return { ...real, createExecutionRegistry };
    });
    expect(await withoutFilter()).toBe(true);
  });

  it('visibility', async () => {
    vi.doMock('#core/planner/permitted/visibility.ts', async (original) => ({
      ...(await original<object>()),
      visibleNames: async (registry: ReadonlyMap<string, unknown>) => new Set(registry.keys()),
    }));
    expect(await withoutFilter()).toBe(true);
  });

  it('the tools of the view', async () => {
    vi.doMock('#core/planner/permitted/permitted-catalog.ts', async (original) => {
      const real = await original<typeof import('#core/planner/permitted/permitted-catalog.ts')>();
      const permittedCatalog: typeof real.permittedCatalog = (catalog, permitted, denied) => ({
        ...real.permittedCatalog(catalog, permitted, denied),
        tools: real.permittedCatalog(catalog, new Set(catalog.map((tool) => tool.name)), []).tools,
      });
      return { ...real, permittedCatalog };
    });
    expect(await withoutFilter()).toBe(true);
  });

  it('names that the policy denies and no tool has', async () => {
    vi.doMock('#core/planner/permitted/permitted-catalog.ts', async (original) => {
      const real = await original<typeof import('#core/planner/permitted/permitted-catalog.ts')>();
      const permittedCatalog: typeof real.permittedCatalog = (catalog, permitted) =>
        real.permittedCatalog(catalog, permitted, []);
      return { ...real, permittedCatalog };
    });
    expect(await withoutFilter()).toBe(true);
  });

  it('texts of tools', async () => {
    vi.doMock('#core/planner/permitted/gate-tool.ts', () => ({ gateTool: <Tool>(tool: Tool) => tool }));
    expect(await withoutFilter()).toBe(true);
  });

  it.each(['description', 'input_schema', 'output_schema', 'tags', 'examples', 'extra'])(
    'texts of tools, in %s only',
    async (field) => {
      vi.doMock('#core/planner/permitted/gate-tool.ts', async (original) => {
        const real = await original<typeof import('#core/planner/permitted/gate-tool.ts')>();
        const gateTool: typeof real.gateTool = (tool, gate) => ({
          ...real.gateTool(tool, gate),
          [field]: tool[field as keyof typeof tool],
        });
        return { ...real, gateTool };
      });
      expect(await withoutFilter()).toBe(true);
    },
  );

  it('texts of skills', async () => {
    vi.doMock('#core/skills/retrieval/gate-skill.ts', () => ({ gateSkill: <Skill>(skill: Skill) => skill }));
    expect(await withoutFilter()).toBe(true);
  });

  it.each(['title', 'description', 'trigger', 'steps', 'preconditions', 'failure_modes', 'body', 'extra'])(
    'texts of skills, in %s only',
    async (field) => {
      vi.doMock('#core/skills/retrieval/gate-skill.ts', async (original) => {
        const real = await original<typeof import('#core/skills/retrieval/gate-skill.ts')>();
        const gateSkill: typeof real.gateSkill = (skill, gate) => {
          const gated = real.gateSkill(skill, gate);
          return gated && { ...gated, [field]: skill[field as keyof typeof skill] };
        };
        return { ...real, gateSkill };
      });
      expect(await withoutFilter()).toBe(true);
    },
  );

  it('skills that are called as a tool is', async () => {
    vi.doMock('#core/skills/retrieval/gate-skill.ts', async (original) => {
      const real = await original<typeof import('#core/skills/retrieval/gate-skill.ts')>();
      const gateSkill: typeof real.gateSkill = (skill, gate) => {
        const gated = real.gateSkill({ ...skill, name: '.' }, gate);
        return gated && { ...gated, name: skill.name };
      };
      return { ...real, gateSkill };
    });
    expect(await withoutFilter()).toBe(true);
  });

  it('the gate of skills', async () => {
    vi.doMock('#core/skills/retrieval/tool-gate.ts', async (original) => {
      const real = await original<typeof import('#core/skills/retrieval/tool-gate.ts')>();
      const createToolGate: typeof real.createToolGate = (gate, options) =>
        real.createToolGate({ ...gate, text: (given) => given, mentions: () => false }, options);
      return { ...real, createToolGate };
    });
    expect(await withoutFilter()).toBe(true);
  });

  it('errors of tools', async () => {
    vi.doMock('#core/planner/permitted/permitted-catalog.ts', async (original) => ({
      ...(await original<object>()),
      readableError: (message: string) => message,
    }));
    expect(await withoutFilter()).toBe(true);
  });

  it('titles of groups', async () => {
    vi.doMock('#core/prompt/tool-directory.ts', async (original) => {
      const real = await original<typeof import('#core/prompt/tool-directory.ts')>();
      const directoryGroups: typeof real.directoryGroups = (tools, config) =>
        real.directoryGroups(tools, config, (title) => title);
      return { ...real, directoryGroups };
    });
    expect(await withoutFilter()).toBe(true);
  });
});
