import fc from 'fast-check';
import { expect, it } from 'vitest';
import { casesOf } from '../../../support/depth.ts';
import { gatewayOf, hostAt, type TestHost, textOf } from '../../../support/gateway.ts';
import { spellingsOf } from '../../../support/spellings.ts';
import { servicesWith, type TestTool } from '../../../support/workspace.ts';

/** Names that the guest may not use: hidden from the persona, denied by the policy with a tool, denied without one. */
const hidden = ['vault.canary_open', 'vault.canary_open_all', 'odd/canary name', 'ops.canary_drop', 'ops.canary_away'];
const visible = ['orders.get', 'orders.refund', 'mail.send'];
const yaml = `tool_search:
  enabled: true
  default_loading_mode: deferred
  guidance: {hints: true, related_tools: true}
  directory: {groups: [{name: g, title: "After vault.canary_open", match_namespaces: [orders]}]}
policy: {denied_tools: ["ops.canary_drop", "ops.canary_away"]}
personas:
  - {name: guest, hidden_tools: ["vault.*", "odd/*"]}
`;

const name = fc.constantFrom(...[...hidden, ...visible].flatMap(spellingsOf));
const text = fc
  .array(
    fc.tuple(
      name,
      fc.constantFrom('Use NAME first.', '(NAME)', '`NAME`, then', 'NAME/NAME…', 'ends with NAME', 'a:NAME;'),
    ),
    { minLength: 1, maxLength: 2 },
  )
  .map((parts) => parts.map(([one, way]) => way.replaceAll('NAME', one)).join(' '));

/** A tool with names of others in every place where a text can be. */
const planted = fc.record({
  description: text,
  title: text,
  tags: fc.array(fc.oneof(name, text), { maxLength: 2 }),
  category: text,
  phrases: fc.array(text, { maxLength: 2 }),
  hypothetical_queries: fc.array(text, { maxLength: 1 }),
  usage_hint: text,
  related_tools: fc.array(name, { maxLength: 2 }),
  aliases: fc.constantFrom([], ['orders.old']),
  loading_mode: fc.constantFrom('always', 'deferred'),
  side_effects: fc.constantFrom('read', 'write'),
  requires_confirmation: fc.boolean(),
  annotations: text.map((title) => ({ title })),
  examples: fc.array(fc.record({ args: fc.record({ q: text }), description: text }), { maxLength: 1 }),
  inputSchema: fc.tuple(text, name, text).map(([description, value, note]) => ({
    type: 'object',
    description,
    properties: { q: { type: 'string', description: note, default: value }, kind: { enum: [value, 'other'] } },
    required: ['q'],
  })),
  outputSchema: text.map((description) => ({ type: 'object', description })),
  extra: fc.tuple(name, text).map(([key, value]) => ({ [key]: value, _meta: { note: value } })),
});

/** Everything that a host reads at any door, asked for every name there is. */
async function everythingRead(host: TestHost): Promise<string[]> {
  const read = [JSON.stringify(await host.listTools())];
  const ask = async (tool: string, args: Record<string, unknown>) => {
    const answer = await host.callTool({ name: tool, arguments: args });
    // What the host itself asked for may be said back to it.
    const asked = JSON.stringify(args).match(/[\w./ -]{4,}/g) ?? [];
    read.push(asked.reduce((said, word) => said.replaceAll(word, ''), textOf(answer)));
  };
  for (const query of ['order refund', 'send', 'zzz', 'after first then']) {
    await ask('tool_search', { query, include_always_loaded: true });
    await ask('tool_search', { query, search_type: 'regex' });
  }
  await ask('tool_get', { names: [...visible] });
  for (const one of [...visible, ...hidden]) {
    await ask('tool_get', { names: [one] });
    for (const door of ['tool_call_read', 'tool_call_write', 'tool_call_destructive'])
      for (const args of [{}, { q: 1 }, { q: 'x', kind: 'nope' }, { q: 'x' }])
        await ask(door, { name: one, arguments: args });
    await ask(one, {});
    await ask(one.replace('.', '__'), { q: 1 });
  }
  return read;
}

it('lets a persona read no name that is hidden from it at any door, whatever the texts of its tools say', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(planted, { minLength: 3, maxLength: 3 }), async (fields) => {
      const tools: TestTool[] = [
        ...visible.map((tool, i) => ({ ...fields[i], name: tool, aliases: i === 0 ? fields[i]?.aliases : [] })),
        ...hidden.slice(0, 4).map((tool) => ({ name: tool, description: 'A canary.', loading_mode: 'always' })),
      ];
      const services = await servicesWith(tools, { yaml });
      for (const mode of ['search', 'direct'] as const) {
        const host = await hostAt(await gatewayOf(services, { mode }), { persona: 'guest' });
        for (const said of await everythingRead(host)) expect(said.toLowerCase()).not.toContain('canary');
      }
    }),
    { numRuns: casesOf(40) },
  );
}, 300_000);
