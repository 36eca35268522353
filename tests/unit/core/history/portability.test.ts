import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { nodeFiles } from '#core/files/node-files.ts';
import { readHistoryValue } from '#core/history/read-history.ts';
import { discoveredTools } from '#core/history/search-return.ts';
import { silentLogger } from '#core/logger.ts';
import { simulate } from '#core/planner/scenario/simulate.ts';
import { catalogNames } from '#core/providers/catalog-names.ts';
import { loadWorkspace } from '#core/workspace/load-workspace.ts';
import type { HistoryEntry } from '#shared/domain/history.ts';
import { type ProviderName, providerNameSchema } from '#shared/domain/payload.ts';
import { readScenario, scenarioOf } from '#shared/text/read-scenario.ts';
import { testPayload } from '../../../support/payloads.ts';
import { testCatalog } from '../../../support/planner.ts';
import { openSkills } from '../../../support/run-skills.ts';
import { searchOn, workspaceFolder } from '../../../support/workspace.ts';

const tools = [
  { name: 'tool_a', description: 'Give the letter a.' },
  { name: 'tool_b', description: 'Give the letter b.' },
  { name: 'orders.get', description: 'Show an order.', loading_mode: 'always' },
  { name: 'orders.refund', description: 'Refund an order.' },
];
const toName = catalogNames(testCatalog(tools).catalog);

/** A recorded conversation, fresh: its tests must not share what they change. */
function recorded(provider: ProviderName): Record<string, unknown>[] {
  const path = new URL(`../../../fixtures/providers/${provider}.json`, import.meta.url);
  return JSON.parse(readFileSync(path, 'utf8')) as Record<string, unknown>[];
}

function read(value: unknown) {
  return readHistoryValue(value, 'messages.json', toName);
}

interface Played {
  readonly history?: unknown;
  readonly yaml?: string;
  readonly among?: typeof tools;
}

async function play(scenario: string, { history, yaml = '', among = tools }: Played = {}) {
  const workspace = await loadWorkspace(workspaceFolder(among, `${searchOn}${yaml}`), nodeFiles);
  return simulate(workspace, scenarioOf(readScenario(scenario, 'x.scenario.yaml')), {
    callLive: async () => ({ kind: 'error', message: 'not live' }),
    openSkills,
    fts: 'detect',
    logger: silentLogger,
    ...(history === undefined ? {} : { history: { value: history, path: 'messages.json' } }),
  });
}

/** The run of an agent of ours in which it finds tool_a, as its trace. */
async function ownRun(): Promise<unknown> {
  const { traces } = await play(`config: {tool_search: {history: {enabled: true}}}
query: Find and use tool_a
script:
  - {call: tool_search, args: {query: letter a, search_type: regex}}
  - {call: tool_a, args: {}}
  - {answer: a}
results: {tool_a: {value: a}}
`);
  return { traces };
}

/** Histories of everybody who records one. */
async function histories(): Promise<[string, unknown][]> {
  return [
    ['ours', await ownRun()],
    ...providerNameSchema.options.map((name): [string, unknown] => [name, recorded(name)]),
  ];
}

/** In a request of each provider tool_a is found by reference, is loaded, or is in the list; tool_b is none of these. */
function expectInRequests(who: string, entries: readonly HistoryEntry[]): void {
  const body = (provider: ProviderName) =>
    testPayload(provider, { tools, history: entries, query: 'Use tool_a again' });
  const anthropic = body('anthropic');
  expect(anthropic.discovered, who).toContain('tool_a');
  expect(anthropic.discovered, who).not.toContain('tool_b');
  const messages = JSON.stringify(anthropic.body.messages);
  expect(messages, who).toContain('{"type":"tool_reference","tool_name":"tool_a"}');
  expect(messages, who).not.toContain('"tool_b"');
  const deferred = (anthropic.body.tools as { name: string; defer_loading?: boolean }[]).filter(
    (tool) => tool.defer_loading,
  );
  expect(
    deferred.map(({ name }) => name),
    who,
  ).toEqual(['orders__refund', 'tool_a', 'tool_b']);
  const loaded = (body('openai-responses').body.input as { type?: string; tools?: unknown[] }[]).filter(
    ({ type }) => type === 'tool_search_output',
  );
  expect(JSON.stringify(loaded), who).toContain('"name":"tool_a"');
  expect(JSON.stringify(loaded), who).not.toContain('tool_b');
  const chat = (body('openai-chat').body.tools as { function: { name: string } }[]).map((tool) => tool.function.name);
  expect(chat, who).toContain('tool_a');
  expect(chat, who).not.toContain('tool_b');
  for (const provider of providerNameSchema.options) expect(body(provider).findings, who).toEqual([]);
}

const again =
  'query: Use tool_a again\nscript: [{call: tool_a, args: {}}, {call: tool_b, args: {}}, {answer: a}]\nresults: {tool_a: {value: a}}\n';

describe('a history of anybody under anybody else', () => {
  it('in an agent of ours and in a request of each provider: tool_a stays discovered, tool_b stays deferred (R18.05)', async () => {
    for (const [who, history] of await histories()) {
      expectInRequests(who, read(history).history.entries);
      const { steps, findings } = await play(again, { history });
      expect(steps[0]?.visible, who).toContain('tool_a');
      expect(steps[0]?.visible, who).not.toContain('tool_b');
      expect(
        steps.map(({ outcome }) => outcome),
        who,
      ).toEqual(['result', 'tool_not_found', 'final']);
      expect(
        findings.filter(({ severity }) => severity !== 'info'),
        who,
      ).toEqual([]);
    }
  });

  const gone = tools.filter(({ name }) => name !== 'tool_a');
  it.each<[string, Omit<Played, 'history'>]>([
    ['denied', { yaml: 'policy: {denied_tools: [tool_a]}\n' }],
    ['not in the catalog', { among: gone }],
  ])(
    'in an agent of ours: a tool that is %s stays so, and the model reads nothing of it (R18.04)',
    async (_, given) => {
      for (const [who, history] of await histories()) {
        const { steps, findings, traces } = await play(again, { history, ...given });
        expect(steps[0]?.visible, who).not.toContain('tool_a');
        expect(steps[0]?.outcome, who).toBe('tool_not_found');
        expect(
          findings.map(({ code }) => code),
          who,
        ).toContain('history_tool_ignored');
        expect(JSON.stringify(traces[0]?.steps.map(({ observation }) => observation))).not.toContain('tool_a');
      }
    },
  );

  it('in a request of each provider: a denied tool stands nowhere', async () => {
    for (const [who, history] of await histories()) {
      const { entries } = read(history).history;
      for (const provider of providerNameSchema.options) {
        const others = tools.filter(({ name }) => name !== 'tool_a');
        const said = entries.filter(({ kind }) => kind !== 'user' && kind !== 'assistant');
        const { body, discovered, findings } = testPayload(provider, { tools: others, history: said });
        expect(discovered, who).not.toContain('tool_a');
        expect(JSON.stringify(body), who).not.toContain('tool_a');
        expect(
          findings.map(({ code }) => code),
          who,
        ).toEqual(['history_tool_ignored']);
      }
    }
  });
});

describe('a recorded conversation', () => {
  it('of Anthropic comes back as it was (server tool use, tool references, errors)', () => {
    const history = recorded('anthropic');
    const { body } = testPayload('anthropic', { tools, history: read(history).history.entries, query: null });
    expect(body.messages).toEqual(history.map(({ role, content }) => ({ role, content })));
  });

  it('of Responses comes back as it was, but for ids and thoughts (tool search calls, outputs, errors)', () => {
    const { history, findings } = read(recorded('openai-responses'));
    expect(findings.map(({ code, severity }) => [code, severity])).toEqual([['history_entry_not_carried', 'info']]);
    const { body } = testPayload('openai-responses', { tools, history: history.entries, query: null });
    const items = recorded('openai-responses').flatMap((item) => (Array.isArray(item.output) ? item.output : [item]));
    const expected = items
      .filter(({ type }) => type !== 'reasoning')
      .map(({ id: _, ...item }) => {
        const { status, ...rest } = item;
        if (item.type === 'message') return { role: item.role, content: item.content[0].text };
        return item.type === 'function_call' ? rest : item;
      });
    expect(body.input).toEqual(expected);
  });

  it('of Chat Completions comes back as it was', () => {
    const history = recorded('openai-chat');
    const { body } = testPayload('openai-chat', {
      tools,
      system: null,
      history: read(history).history.entries,
      query: null,
    });
    expect(body.messages).toEqual(history);
  });

  it('reads the same whatever holds it, and again from what was written (R18.19)', () => {
    for (const provider of providerNameSchema.options) {
      const { history } = read(recorded(provider));
      const payload = testPayload(provider, { tools, history: history.entries, system: null, query: null });
      for (const other of providerNameSchema.options) {
        const { body } = testPayload(other, { tools, history: history.entries, system: null, query: null });
        const moved = read(body).history.entries.filter(({ kind }) => kind === 'found');
        expect(moved.length, `${provider} to ${other}`).toBeGreaterThan(0);
        expect(discoveredTools(moved, () => true)).toEqual(discoveredTools(history.entries, () => true));
      }
      const from = read(payload.body).history.entries.map(({ ...entry }) => ({ ...entry, call_id: '' }));
      expect(from).toEqual(history.entries.map((entry) => ({ ...entry, call_id: '' })));
      expect(read(history).history).toEqual(history);
      // Whoever searched, a result is the same kind of record.
      expect(
        discoveredTools(history.entries, () => true),
        provider,
      ).toContain('tool_a');
    }
  });
});

describe('a history that is malformed', () => {
  const found = (value: unknown) => discoveredTools(read(value).history.entries, () => true);
  const search = { role: 'assistant', content: '{"next_node":"tool_search","args":{"query":"x"}}' };
  const chatCall = (name: string) => ({
    ...{ id: name, type: 'function' },
    function: { name, arguments: '{"query":"x"}' },
  });
  const observed = (value: unknown) => ({ role: 'user', content: `Observation: ${JSON.stringify(value)}` });

  it('loses only what is malformed, and says so (R18.06)', () => {
    const bad = [
      7,
      { role: 'tool', tool_call_id: 'nobody', content: '{"tools":[{"name":"tool_b"}]}' },
      search,
      observed({ result: 'tool_b' }),
      search,
      observed({ result: { tools: [{ title: 'tool_b' }, { name: 'tool_a' }] } }),
      { role: 'assistant', content: [{ type: 'tool_use', id: 'x' }] },
      { type: 'tool_search_output', tools: 'tool_b' },
      { kind: 'found', tools: 'tool_b' },
      { hello: 'tool_b' },
    ];
    const { findings } = read(bad);
    expect(found(bad)).toEqual(['tool_a']);
    expect(findings.map(({ message }) => message.split(':')[0])).toEqual([
      'messages[0]',
      'messages[1]',
      'messages[3]',
      'messages[5].tools[0]',
      'messages[6].content[0]',
      'messages[7]',
      'messages[8]',
      'messages[9]',
    ]);
    expect(new Set(findings.map(({ code }) => code))).toEqual(new Set(['history_entry_skipped']));
  });

  it('counts only what a search returned: other results name what they like (R18.02)', () => {
    const call = { role: 'assistant', content: '{"next_node":"tool_b","args":{}}' };
    expect(found([call, observed({ result: { tools: [{ name: 'tool_a' }] } })])).toEqual([]);
    expect(found([{ role: 'user', content: '{"tools":[{"name":"tool_a"}]}' }])).toEqual([]);
    const called = { role: 'assistant', content: '', tool_calls: [chatCall('orders__get'), chatCall('tool_search')] };
    const answers = ['orders__get', 'tool_search'].map((name) => ({
      ...{ role: 'tool', tool_call_id: name },
      content: JSON.stringify({ tools: [{ name: name === 'tool_search' ? 'tool_b' : 'tool_a' }] }),
    }));
    expect(found([called, ...answers])).toEqual(['tool_b']);
    const both = {
      message: 'tool_c',
      tools: [{ name: 'tool_b', title: 'tool_d' }, { name: 'tool_a' }, { name: 'tool_b' }],
    };
    expect(found([search, observed({ result: both })])).toEqual(['tool_b', 'tool_a']);
  });

  it('that holds no messages is an error that says what to give', () => {
    expect(() => read({ hello: 1 })).toThrow('messages.json holds no messages.');
    expect(() => read('text')).toThrow('messages.json holds no messages.');
  });
});
