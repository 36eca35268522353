import { describe, expect, it } from 'vitest';
import { eras, gatewayOf, hostAt, textOf } from '../../../support/gateway.ts';
import { names, search, servicesWith, type TestTool, write } from '../../../support/workspace.ts';

const issueSchema = {
  type: 'object',
  properties: {
    title: { type: 'string' },
    repo: { type: 'string' },
    labels: { type: 'array', items: { type: 'string' } },
    state: { enum: ['open', 'closed'] },
  },
  required: ['repo', 'title'],
};
const tools: readonly TestTool[] = [
  {
    name: 'github.create_issue',
    description: 'Create an issue. Long story.',
    side_effects: 'write',
    inputSchema: issueSchema,
  },
  { name: 'github.list_issues', description: 'List issues of a repository.', side_effects: 'read' },
  { name: 'github.delete_repo', description: 'Delete a repository.', side_effects: 'write', risk_level: 'destructive' },
  { name: 'mail.send', description: 'Send a letter to someone.', loading_mode: 'always', side_effects: 'external' },
  { name: 'odd.unknown', description: 'Nobody says what it does to stars.' },
  { name: 'vault.open', description: 'Open the vault. See github.list_issues.', side_effects: 'read' },
];
const yaml = `tool_search: {enabled: true, default_loading_mode: deferred}
personas:
  - {name: guest, visible_tools: ["*"], hidden_tools: ["vault.*"]}
`;

async function served(more = '') {
  const services = await servicesWith(tools, { yaml: `${yaml}${more}` });
  return { services, gateway: await gatewayOf(services) };
}

describe.each(eras)('the gateway, for a host of the %s era', (era) => {
  it('lists its own tools and the board in search mode, and nothing else', async () => {
    const { gateway } = await served();
    const host = await hostAt(gateway, { era });
    const { tools: listed } = await host.listTools();
    expect(listed.map(({ name }) => name)).toEqual([
      'tool_search',
      'tool_get',
      'tool_call_read',
      'tool_call_write',
      'tool_call_destructive',
      'mail__send',
    ]);
    expect(listed[0]?.description).toContain('- github (3 tools): issue, repo');
    expect(listed.find(({ name }) => name === 'tool_call_read')?.annotations).toMatchObject({ readOnlyHint: true });
  });

  it('lists every permitted tool as itself in direct mode, with hints for a host that searches', async () => {
    const services = await servicesWith(tools, { yaml });
    const host = await hostAt(await gatewayOf(services, { mode: 'direct' }), { era, persona: 'guest' });
    const { tools: listed } = await host.listTools();
    expect(listed.map(({ name }) => name)).toEqual([
      'github__create_issue',
      'github__delete_repo',
      'github__list_issues',
      'mail__send',
      'odd__unknown',
    ]);
    expect(listed[3]?._meta).toEqual({ 'anthropic/alwaysLoad': true });
    expect(listed[1]?.annotations).toMatchObject({ readOnlyHint: false, destructiveHint: true });
  });

  it('answers a search with one line for each hit: name, arguments, what calls it, one sentence', async () => {
    const { gateway } = await served();
    const host = await hostAt(gateway, { era });
    const answer = await host.callTool({ name: 'tool_search', arguments: { query: 'create an issue' } });
    expect(textOf(answer).split('\n')[0]).toBe(
      '- github__create_issue(title: string, repo: string, labels?: string[], state?: "open"|"closed") [tool_call_write]: Create an issue.',
    );
    expect(answer.structuredContent).toBeUndefined();
  });

  it('finds what the playground finds, in its order, for a persona too', async () => {
    const { services, gateway } = await served();
    for (const persona of [null, 'guest']) {
      const host = await hostAt(gateway, { era, persona });
      for (const query of ['create an issue', 'repository', 'vault', 'letter stars']) {
        const text = textOf(await host.callTool({ name: 'tool_search', arguments: { query } }));
        const lines = [...text.matchAll(/^- (\w+)\(/gm)].map(([, name]) => name?.replace('__', '.'));
        expect(lines).toEqual(names(await search(services, { query }, persona === null ? {} : { persona })));
      }
    }
  });

  it('says what to try when nothing is found, and names groups of the caller alone', async () => {
    const { gateway } = await served();
    const host = await hostAt(gateway, { era, persona: 'guest' });
    const text = textOf(await host.callTool({ name: 'tool_search', arguments: { query: 'repositry zzz' } }));
    expect(text).toContain('"zzz"');
    const none = textOf(await host.callTool({ name: 'tool_search', arguments: { query: 'qqqq' } }));
    expect(none).toContain('Nothing was found.');
    expect(none).toContain('github');
    expect(none).not.toContain('vault');
  });

  it('gives hidden, denied and unknown names one and the same answer at every door', async () => {
    const { gateway } = await served('policy: {denied_tools: ["odd.unknown"]}\n');
    const host = await hostAt(gateway, { era, persona: 'guest' });
    const answers = await Promise.all(
      ['vault.open', 'vault__open', 'odd.unknown', 'nobody.knows'].flatMap((name) => [
        host.callTool({ name: 'tool_call_read', arguments: { name } }),
        host.callTool({ name, arguments: {} }),
      ]),
    );
    expect(new Set(answers.map((answer) => JSON.stringify([answer.isError, answer.content]))).size).toBe(1);
  });

  it('refuses a call through the wrong call tool with the name of the right one', async () => {
    const { gateway } = await served();
    const host = await hostAt(gateway, { era });
    const through = (tool: string, name: string) => host.callTool({ name: tool, arguments: { name, arguments: {} } });
    expect(textOf(await through('tool_call_read', 'github.create_issue'))).toContain('tool_call_write');
    expect(textOf(await through('tool_call_write', 'github.delete_repo'))).toContain('tool_call_destructive');
    expect(textOf(await through('tool_call_write', 'odd.unknown'))).toContain('tool_call_destructive');
    expect(textOf(await host.callTool({ name: 'github__list_issues' }))).toContain('tool_call_read');
  });

  it('reads arguments that are a text with an object, and refuses everything else with the schema', async () => {
    const { gateway } = await served();
    const host = await hostAt(gateway, { era });
    const call = (given: unknown) =>
      host.callTool({ name: 'tool_call_write', arguments: { name: 'github.create_issue', arguments: given } });
    for (const wrong of ['[]', 'title', [], 3, { repo: 1 }, '{"repo": 1}']) {
      const answer = await call(wrong);
      expect([answer.isError, textOf(answer).includes('"required":["repo","title"]')]).toEqual([true, true]);
    }
    // The source is a file: arguments that fit get as far as its server, which there is none of.
    expect(textOf(await call('{"repo": "a", "title": "b"}'))).toContain('come from a file');
  });

  it.each([
    ['split', 'tool_call_destructive'],
    ['single', 'tool_call'],
  ])('refuses fields beside name and arguments, in the form %s, and calls nothing', async (form, name) => {
    const { gateway } = await served(`gateway: {call_tools: ${form}}\n`);
    const host = await hostAt(gateway, { era });
    for (const field of ['args', 'parameters', 'sure']) {
      for (const more of [{}, { arguments: {} }]) {
        const given = { name: 'odd.unknown', [field]: { sure: false }, ...more };
        const answer = await host.callTool({ name, arguments: given });
        expect(textOf(answer)).toBe(
          `Nothing was called. There is no field "${field}" beside "name" and "arguments". Put every argument of the tool into "arguments", an object.`,
        );
        expect(answer.isError).toBe(true);
      }
    }
    const nameless = await host.callTool({ name, arguments: { tool: 'odd.unknown', arguments: {} } });
    expect(textOf(nameless)).toContain('There is no field "tool" beside "name" and "arguments".');
  });

  it('asks a person through the host before a tool that wants it, and refuses where it cannot', async () => {
    const confirmed = 'overlays: {mail.send: {requires_confirmation: true}}\n';
    const { gateway } = await served(confirmed);
    const mute = await hostAt(gateway, { era });
    expect(textOf(await mute.callTool({ name: 'mail__send' }))).toContain('this host cannot ask');

    const host = await hostAt(gateway, { era, capabilities: { elicitation: { form: {} } } });
    const asked: string[] = [];
    let confirm = false;
    const { ElicitRequestSchema } = await import('@modelcontextprotocol/sdk/types.js');
    const onAsked = async ({ params }: { params: { message: string } }) => {
      asked.push(params.message);
      return { action: 'accept', content: { confirm } };
    };
    const client = host.client as unknown as { setRequestHandler(method: unknown, handler: unknown): void };
    client.setRequestHandler(era === 'modern' ? 'elicitation/create' : ElicitRequestSchema, onAsked);
    expect(textOf(await host.callTool({ name: 'mail__send', arguments: { to: 'x' } }))).toContain('The user refused');
    confirm = true;
    expect(textOf(await host.callTool({ name: 'mail__send', arguments: { to: 'x' } }))).toContain('come from a file');
    expect(asked).toEqual(['Run mail.send? Arguments: {"to":"x"}', 'Run mail.send? Arguments: {"to":"x"}']);
  });
});

describe('the list', () => {
  it('is the same bytes over many requests, from another gateway, and while tools are called', async () => {
    const { gateway } = await served();
    const host = await hostAt(gateway);
    const first = JSON.stringify((await host.listTools()).tools);
    for (let i = 0; i < 200; i++) {
      if (i % 20 === 0) await host.callTool({ name: 'tool_search', arguments: { query: `issue ${i}` } });
      expect(JSON.stringify((await host.listTools()).tools)).toBe(first);
    }
    const again = await served();
    expect(JSON.stringify((await (await hostAt(again.gateway)).listTools()).tools)).toBe(first);
  });

  it('is another at the next request after the workspace was tuned, and hosts are told', async () => {
    const services = await servicesWith(tools, { yaml, watch: true, warmIndex: false });
    const gateway = await gatewayOf(services);
    let told = 0;
    gateway.onListChanged(() => told++);
    const host = await hostAt(gateway);
    expect((await host.listTools()).tools.map(({ name }) => name)).not.toContain('github__list_issues');
    const { path } = (await services.workspace.current()) ?? { path: '' };
    const { readFileSync } = await import('node:fs');
    const before = readFileSync(`${path}/pegboard.yaml`, 'utf8');
    write(path, 'pegboard.yaml', before.replace('deferred}', 'deferred, always_loaded_patterns: ["github.list_*"]}'));
    await expect
      .poll(async () => (await host.listTools()).tools.map(({ name }) => name), { timeout: 30_000 })
      .toContain('github__list_issues');
    expect(told).toBe(1);
  });

  it('keeps every name within 64 characters with the prefix of a host, by a hash that stays', async () => {
    const long = `s.${'long_'.repeat(30)}name`;
    const services = await servicesWith([
      { name: long, loading_mode: 'always' },
      { name: 's.tool_search', loading_mode: 'always' },
    ]);
    const host = await hostAt(await gatewayOf(services));
    const listed = (await host.listTools()).tools.map(({ name }) => name);
    for (const name of listed) expect(`mcp__pegboard__${name}`).toMatch(/^[\w-]{1,64}$/);
    const alone = await servicesWith([{ name: long, loading_mode: 'always' }]);
    const other = await hostAt(await gatewayOf(alone));
    expect(listed).toContain((await other.listTools()).tools.at(-1)?.name);
  });
});
