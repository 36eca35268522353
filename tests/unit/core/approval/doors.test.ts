import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { approvedDigest, readLock } from '#core/approval/lock-text.ts';
import { catalogFormatSchema } from '#shared/domain/export-plan.ts';
import { casesOf } from '../../../support/depth.ts';
import { gatewayOf, hostAt, textOf } from '../../../support/gateway.ts';
import { lockOfTools } from '../../../support/lock.ts';
import { spellingsOf } from '../../../support/spellings.ts';
import { names, search, type TestTool, testServices, workspaceFolder, write } from '../../../support/workspace.ts';

const canaries = ['vault.canary_open', 'vault.canary_drop', 'mail.canary_send', 'canary_solo'];
const groups = [
  { name: 'g', title: `Before ${canaries[0]}`, trigger: `After ${canaries[1]}`, match_namespaces: ['orders', 'vault'] },
  { name: 'canary_solo', tool_names: [...canaries, 'orders.get'] },
];
const searchAll = `tool_search: ${JSON.stringify({
  enabled: true,
  default_loading_mode: 'deferred',
  max_search_results: 20,
  hints: { enabled: true, include_always_loaded: true, top_k: 20 },
  guidance: { hints: true, related_tools: true, workflow: true },
  directory: { enabled: true, groups, max_tools_per_group: 20 },
})}`;
const tools: TestTool[] = [
  ...canaries.map((name, i) => ({
    name,
    description: `Opens a drawer. Before it, call ${canaries[(i + 1) % canaries.length]}.`,
    tags: ['drawer', canaries[(i + 2) % canaries.length] ?? ''],
    aliases: [`${name}_alias`],
    loading_mode: i % 2 === 0 ? 'always' : 'deferred',
    inputSchema: { type: 'object', properties: { q: { type: 'string', description: `As ${canaries[0]} says.` } } },
  })),
  {
    name: 'orders.get',
    description: `Gets an order. See ${canaries.flatMap(spellingsOf).join(', ')}.`,
    loading_mode: 'always',
    title: `Order, then ${canaries[1]}`,
    category: 'orders',
    tags: ['drawer', ...canaries],
    phrases: [`an order by ${canaries[2]}`],
    hypothetical_queries: [`which order did ${canaries[0]} open`],
    usage_hint: `Use ${canaries[0]} first, else ${canaries[3]}; or ${canaries.flatMap(spellingsOf).join(' or ')}.`,
    related_tools: [...canaries],
    examples: [{ args: { q: canaries[0] }, description: `As in ${canaries[1]}` }],
    annotations: { title: `Before ${canaries[2]}` },
    inputSchema: {
      type: 'object',
      properties: { q: { type: 'string', enum: [...canaries, 'x'], default: canaries[0] } },
    },
    outputSchema: { type: 'object', description: `What ${canaries[2]} takes.` },
  },
];
const spelled = (name: string) => [...spellingsOf(name), `${name}_alias`];

/** How a test makes the text of the lock differ from the tool. */
const kinds = ['approved', 'new', 'cosmetic', 'notable', 'breaking', 'rejected', 'damaged'] as const;
type Kind = (typeof kinds)[number];
type Action = 'allow' | 'ask' | 'quarantine';

function approvedAs(tool: TestTool, kind: Kind): TestTool[] {
  switch (kind) {
    case 'approved':
    case 'damaged':
      return [tool];
    case 'new':
    case 'rejected':
      return [];
    case 'cosmetic':
      return [{ ...tool, title: 'Another title' }];
    case 'notable':
      return [{ ...tool, description: `${tool.description} Otherwise.` }];
    case 'breaking':
      return [{ ...tool, inputSchema: { type: 'object', properties: { q: {}, r: {} } } }];
  }
}

/** A workspace in which each canary stands to the lock in its own way. */
async function workspaceOf(given: readonly Kind[], policy: Record<string, Action>) {
  const kindOf = (tool: TestTool) => given[canaries.indexOf(tool.name)] ?? 'approved';
  const root = workspaceFolder(tools, `${searchAll}\napprovals: ${JSON.stringify(policy)}\n`);
  let text = lockOfTools(tools.flatMap((tool) => approvedAs(tool, kindOf(tool))));
  for (const tool of tools.filter((one) => kindOf(one) === 'damaged')) {
    const start = text.indexOf(`--- # test ${tool.name}\n`);
    text = text.slice(0, start) + text.slice(start).replace('Opens a drawer.', 'Opens two drawers.');
  }
  for (const tool of tools.filter((one) => kindOf(one) === 'rejected')) text = withRejected(text, tool);
  write(root, 'pegboard.lock', text);
  const services = await testServices();
  await services.workspace.open({ path: root });
  const actionOf = (kind: Kind): Action =>
    kind === 'approved'
      ? 'allow'
      : kind === 'rejected' || kind === 'damaged'
        ? 'quarantine'
        : (policy[kind] ?? 'allow');
  const withheld = canaries.filter((_, i) => actionOf(given[i] ?? 'approved') === 'quarantine');
  const asking = canaries.filter((_, i) => actionOf(given[i] ?? 'approved') === 'ask');
  return { services, withheld, asking };
}

function withRejected(text: string, tool: TestTool): string {
  const approved = lockOfTools([tool]);
  const entry = [...entriesOf(approved)][0];
  const rejected = [entry && approvedDigest(entry)];
  const block = { source: 'test', tool: tool.name, rejected };
  return text.replace('... #', `--- # test ${tool.name}\n${JSON.stringify(block, null, 2)}\n... #`);
}

function entriesOf(text: string) {
  const lock = readLock(text);
  return lock.kind === 'read' ? lock.entries.values() : [];
}

const queries = ['open a drawer', 'canary', 'get an order'];

/** Every text that a model can read of this workspace, by the door. */
async function readable({
  services,
}: Pick<Awaited<ReturnType<typeof workspaceOf>>, 'services'>): Promise<[string, string][]> {
  const texts: [string, string][] = [];
  const { prompt } = await services.prompt.render({ profile: 'workspace', query: 'open a drawer, or get an order' });
  texts.push(['prompt', JSON.stringify(prompt)]);
  for (const query of queries) {
    const { output } = await search(services, { query, limit: 20, include_always_loaded: true });
    // What guidance adds; the descriptions of this search are those that people edit, and runs and hosts get them gated.
    const added = { ...output, query: '', tools: output.tools.map(({ description: _, ...hit }) => hit) };
    texts.push([`guidance of a search: ${query}`, JSON.stringify(added)]);
  }
  for (const as of catalogFormatSchema.options) {
    const { text, names } = await services.exports.document({ kind: 'catalog', as });
    texts.push([`export: ${as}`, text + JSON.stringify(names)]);
  }
  for (const mode of ['search', 'direct'] as const) {
    const host = await hostAt(await gatewayOf(services, { mode }));
    texts.push([`instructions: ${mode}`, host.client.getInstructions() ?? '']);
    texts.push([`list: ${mode}`, JSON.stringify(await host.listTools())]);
    if (mode === 'direct') continue;
    for (const query of queries) {
      const answer = await host.callTool({ name: 'tool_search', arguments: { query, limit: 20 } });
      texts.push(['search', textOf(answer)]);
    }
    const get = async (name: string) => textOf(await host.callTool({ name: 'tool_get', arguments: { names: [name] } }));
    const unknown = await get('vault.unknown');
    for (const name of canaries) {
      // The answer repeats the name that was asked for; whatever else it says, a withheld tool must not make it differ.
      const answer = (await get(name)).replaceAll(name, 'vault.unknown');
      texts.push([`get: ${name}`, answer === unknown ? unknown : answer.replaceAll('vault.unknown', name)]);
      const call = { name: 'tool_call_write', arguments: { name, arguments: {} } };
      texts.push([`call: ${name}`, textOf(await host.callTool(call))]);
    }
  }
  return texts;
}

describe('tools that wait for approval', () => {
  it('are named in no text that a model can read, whatever the lock and the policy say', async () => {
    const action = fc.constantFrom<Action>('allow', 'ask', 'quarantine');
    const policies = fc.record({ new: action, cosmetic: action, notable: action, breaking: action });
    const states = fc.tuple(...canaries.map(() => fc.constantFrom(...kinds)));
    await fc.assert(
      fc.asyncProperty(states, policies, async (given, policy) => {
        const workspace = await workspaceOf(given, policy);
        const { services, withheld, asking } = workspace;
        for (const name of canaries) {
          const described = await services.catalog.describe({ name });
          expect(described?.tool.withheld !== undefined).toBe(withheld.includes(name));
          if (asking.includes(name)) expect(described?.tool.requires_confirmation).toBe(true);
        }
        for await (const event of services.leaks.check({ profile: 'workspace', persona: undefined })) {
          if (event.type !== 'done') continue;
          expect(event.report.found).toBe(0);
          const hidden = event.report.hidden.map(({ name }) => name);
          expect(hidden).toEqual(expect.arrayContaining(withheld));
        }
        const found = names(await search(services, { query: 'canary', search_type: 'regex', limit: 20 }));
        expect(found.filter((name) => withheld.includes(name))).toEqual([]);
        for (const [door, text] of await readable(workspace)) {
          const leaked = withheld.filter((name) => spelled(name).some((one) => text.includes(one)));
          expect([door, leaked]).toEqual([door, []]);
        }
      }),
      { numRuns: casesOf(40) },
    );
  }, 300_000);

  it('are not named as their server names them either; a plain word, or a name that another tool has, stays', async () => {
    const root = workspaceFolder([], '');
    const named = 'Drop a line, then get_page or `canary_drop`; or canaryOpen.';
    const offered = (name: string, description: string) => ({ name, description, inputSchema: { type: 'object' } });
    const list = (end: string) => ({
      tools: [
        ...['canary_drop', 'canaryOpen', 'drop', 'get_page'].map((name) => offered(name, `Drawers.${end}`)),
        { ...offered('tell', named), title: named, outputSchema: { type: 'object', description: named } },
      ],
    });
    const sources = ['vault', 'other'].map((name) => ({ name, path: `sources/${name}.json`, format: 'tools_list' }));
    const yaml = `${searchAll}\nsources: ${JSON.stringify(sources)}\napprovals: {notable: quarantine}\n`;
    write(root, 'pegboard.yaml', yaml);
    write(root, 'sources/vault.json', JSON.stringify(list('')));
    write(root, 'sources/other.json', JSON.stringify({ tools: [offered('get_page', 'Gets a page.')] }));
    const services = await testServices();
    await services.workspace.open({ path: root });
    const nothing = { approve: [], keep_text: [], reject: [], all_cosmetic: false };
    await services.approvals.decide({ ...nothing, create_lock: true });
    const before = JSON.stringify(await readable({ services }));
    expect(before).toContain('canary_drop');
    write(root, 'sources/vault.json', JSON.stringify(list(' They are all of wood.')));
    await services.workspace.open({ path: root });
    for (const [door, text] of await readable({ services })) {
      const leaked = ['canary_drop', 'canaryOpen'].filter((name) => text.includes(name));
      expect([door, leaked]).toEqual([door, []]);
    }
    const host = await hostAt(await gatewayOf(services, { mode: 'direct' }));
    expect(JSON.stringify(await host.listTools())).toContain('Drop a line, then get_page or `another tool`');
    for await (const event of services.leaks.check({ profile: 'workspace', persona: undefined })) {
      if (event.type === 'done') expect(event.report.found).toBe(0);
    }
  });

  it('are explained to people, and unknown to callers', async () => {
    const { services } = await workspaceOf(['breaking', 'new', 'approved', 'approved'], {
      new: 'quarantine',
      breaking: 'quarantine',
    });
    const input = { query: 'canary', search_type: 'fts', limit: 8, include_always_loaded: true } as const;
    const why = (tool: string) => services.search.whyNot({ input, caller: {}, tool, suggest: false } as never);
    expect((await why('vault.canary_open')).reason).toEqual({
      kind: 'not_approved',
      withheld: { state: 'changed', change: 'breaking' },
    });
    expect((await why('vault.canary_drop_alias')).reason).toMatchObject({ withheld: { state: 'pending' } });
    const call = services.sources.call({ tool: 'vault.canary_open', args: {} } as never);
    await expect(call).rejects.toMatchObject({
      code: 'approval_required',
      message: 'vault.canary_open cannot be called. Its text changed (breaking) and nobody has approved the change.',
    });
    const waiting = async () => {
      const { findings } = (await services.workspace.current()) ?? { findings: [] };
      return findings.find(({ code }) => code === 'tool_withheld')?.message;
    };
    expect(await waiting()).toContain('2 tools wait');
    // What a reviewer rejected is decided, and is served no more than before.
    const decisions = { approve: [], keep_text: [], all_cosmetic: false, create_lock: false };
    await services.approvals.decide({ ...decisions, reject: ['vault.canary_open'] });
    expect(await waiting()).toContain('1 tool waits');
    await expect(services.sources.call({ tool: 'vault.canary_open', args: {} } as never)).rejects.toMatchObject({
      code: 'approval_required',
      message: 'vault.canary_open cannot be called. A reviewer rejected its present text.',
    });
  });

  it('are named with what changed to whoever may ask a person for a call', async () => {
    const policy = { new: 'ask', breaking: 'ask', notable: 'ask' } as const;
    const { services } = await workspaceOf(['breaking', 'new', 'notable', 'approved'], policy);
    const host = await hostAt(await gatewayOf(services));
    const call = async (name: string) => {
      const through = textOf(await host.callTool({ name: 'tool_call_read', arguments: { name } }));
      const tool = /through (tool_call\w*)/.exec(through)?.[1] ?? 'tool_call_read';
      return textOf(await host.callTool({ name: tool, arguments: { name } }));
    };
    const listed = async (name: string) => textOf(await host.callTool({ name: name.replace('.', '__') }));
    const end =
      'It runs only when a person agrees, and this host cannot ask one. Ask the user to look at the change, or to run it another way.';
    expect(await listed('vault.canary_open')).toBe(
      `vault__canary_open changed since it was approved (arguments). "pegboard review" shows it. ${end}`,
    );
    expect(await call('vault.canary_drop')).toBe(
      `vault__canary_drop is new, nobody has approved it. "pegboard review" shows it. ${end}`,
    );
    expect(await listed('mail.canary_send')).toContain('changed since it was approved (description).');
    const byHand = services.sources.call({ tool: 'vault.canary_open', args: {}, confirmed: false, consent: false });
    await expect(byHand).rejects.toMatchObject({ code: 'source_not_live' });
  });

  it('are all tools of all sources while the lock is damaged, and the message names the line and the fix', async () => {
    const root = workspaceFolder(tools, searchAll);
    write(
      root,
      'pegboard.lock',
      lockOfTools(tools).replace('--- # test orders.get', '<<<<<<< HEAD\n--- # test orders.get'),
    );
    const services = await testServices();
    const { findings } = await services.workspace.open({ path: root });
    const line = lockOfTools(tools).split('\n').indexOf('--- # test orders.get') + 1;
    expect(findings).toContainEqual(
      expect.objectContaining({ code: 'lock_damaged', message: expect.stringContaining(`pegboard.lock:${line}:`) }),
    );
    expect(names(await search(services, { query: 'order drawer', include_always_loaded: true }))).toEqual([]);
  });
});
