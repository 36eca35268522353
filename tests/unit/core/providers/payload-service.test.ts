import { describe, expect, it } from 'vitest';
import { type ProviderName, providerNameSchema } from '#shared/domain/payload.ts';
import { searchOn, servicesWith } from '../../../support/workspace.ts';

const tools = [
  { name: 'orders.get', description: 'Show an order. See orders.refund.', loading_mode: 'always' },
  { name: 'orders.refund', description: 'Refund an order.' },
  { name: 'orders.list', description: 'List orders.' },
];
const yaml = `tool_search: {enabled: true, default_loading_mode: deferred}
personas:
  - {name: clerk, hidden_tools: [orders.refund]}
`;
const found = (...names: string[]) => ({
  path: 'm.json',
  text: JSON.stringify([
    { role: 'assistant', content: '{"next_node":"tool_search","args":{"query":"money"}}' },
    { role: 'user', content: `Observation: ${JSON.stringify({ result: { tools: names.map((name) => ({ name })) } })}` },
  ]),
});

describe('the request for a workspace', () => {
  it('tells a persona’s model nothing of a hidden tool, in no provider’s words', async () => {
    const services = await servicesWith(tools, { yaml });
    const history = found('orders.refund', 'orders__refund', 'orders.list');
    for (const provider of providerNameSchema.options) {
      const all = await services.providers.payload({ provider, profile: 'workspace', cache: true, history });
      expect(all.discovered, provider).toEqual(['orders.refund', 'orders.list']);
      const clerk = await services.providers.payload({
        provider,
        profile: 'workspace',
        persona: 'clerk',
        cache: true,
        history,
      });
      expect(clerk.discovered, provider).toEqual(['orders.list']);
      expect(JSON.stringify([clerk.body, clerk.names]), provider).not.toMatch(/refund/i);
      expect(clerk.findings.map(({ code }) => code)).toContain('history_tool_ignored');
    }
  });

  it('has no hidden name in the examples of our own tools, nor in what a search said of another', async () => {
    const hidden = 'personas: [{name: clerk, hidden_tools: [orders.refund, slack.send_message]}]\n';
    const services = await servicesWith([...tools, { name: 'slack.send_message', description: 'Write.' }], {
      yaml: `${searchOn}providers: {anthropic: {native_search: false}, openai_responses: {native_search: false}}\n${hidden}`,
    });
    const said = found('orders.list').text.replace(
      '\\"name\\":\\"orders.list\\"',
      '$&,\\"description\\":\\"After orders.refund.\\"',
    );
    expect(said).toContain('After orders.refund');
    for (const provider of providerNameSchema.options) {
      const request = { provider, profile: 'workspace', cache: true, history: { path: 'm.json', text: said } };
      const all = JSON.stringify((await services.providers.payload(request)).body);
      expect(all, provider).toContain('After orders.refund');
      const clerk = JSON.stringify((await services.providers.payload({ ...request, persona: 'clerk' })).body);
      expect(clerk, provider).toContain('After another tool');
      expect(clerk, provider).not.toMatch(/refund|slack/);
    }
    const anthropic = await services.providers.payload({ provider: 'anthropic', profile: 'workspace', cache: true });
    expect(JSON.stringify(anthropic.body)).toContain('slack.send_message');
  });

  it('says in its hints and directory what the request calls the tools', async () => {
    const services = await servicesWith(tools, {
      yaml: 'tool_search: {enabled: true, default_loading_mode: deferred, hints: {enabled: true}, directory: {enabled: true}}',
    });
    const request = {
      provider: 'anthropic' as ProviderName,
      profile: 'workspace',
      cache: true,
      query: 'refund an order',
    };
    const { body } = await services.providers.payload(request);
    const [{ text = '' } = {}] = body.system as { text: string }[];
    expect(text).toContain('orders__refund: Refund an order.');
    expect(text).not.toContain('orders.refund');
  });

  it('names tools alike for everybody, whoever may see what', async () => {
    const services = await servicesWith([...tools, { name: 'orders__get', description: 'Other.' }], { yaml });
    const names = async (persona?: string) => {
      const request = { provider: 'anthropic' as ProviderName, profile: 'workspace', cache: true, persona };
      return (await services.providers.payload(request)).names;
    };
    const all = await names();
    for (const [sent, name] of Object.entries(await names('clerk'))) expect(all[sent]).toBe(name);
  });

  it('has our search tool’s name and algorithm as history mode says', async () => {
    const services = await servicesWith(tools, {
      yaml: `tool_search:
  enabled: true
  default_loading_mode: deferred
  history: {enabled: true, tool_name: pai_tool_search_tool, algorithm: regex}
`,
    });
    const ask = (provider: ProviderName) => services.providers.payload({ provider, profile: 'workspace', cache: true });
    const chat = (await ask('openai-chat')).body.tools as { function: { name: string } }[];
    expect(chat.map((tool) => tool.function.name)).toEqual(['pai_tool_search_tool', 'orders__get']);
    expect(JSON.stringify((await ask('openai-chat')).body)).not.toContain('`tool_search`');
    const anthropic = (await ask('anthropic')).body.tools as { name: string }[];
    expect(anthropic[0]?.name).toBe('tool_search_tool_regex');
  });
});
