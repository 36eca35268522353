import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { skillFiles } from './skills.ts';

/** Tools that fit each other, with everything that a line can say. */
export const baseTools = [
  {
    name: 'orders.get',
    description: 'Read one order by its number, with its state and its parcels.',
    inputSchema: {
      type: 'object',
      properties: { order_id: { type: 'string', description: 'Number of the order' } },
      required: ['order_id'],
    },
    tags: ['orders', 'read'],
    side_effects: 'read',
    examples: [{ args: { order_id: '1' }, description: 'One order', tags: ['minimal'] }],
    phrases: ['where is my order'],
  },
  {
    name: 'orders.refund',
    description: 'Pay money back for an order.',
    inputSchema: {
      type: 'object',
      properties: { order_id: { type: 'string' }, cents: { type: 'integer', minimum: 1 } },
      required: ['order_id', 'cents'],
    },
    side_effects: 'write',
    risk_level: 'destructive',
    requires_confirmation: true,
    related_tools: ['orders.get'],
  },
  { name: 'files.read', description: 'Read a text file.', aliases: ['open_file'], category: 'pages' },
  { name: 'files.write', description: 'Write a text file.', usage_hint: 'After reading it.', loading_mode: 'always' },
  {
    name: 'slack.send_message',
    description: 'Send a message to a channel.',
    inputSchema: { $defs: { c: { type: 'string' } }, type: 'object', properties: { channel: { $ref: '#/$defs/c' } } },
    annotations: { title: 'Send', readOnlyHint: false, openWorldHint: true },
  },
];

export const baseConfig = `tool_search:
  enabled: true
  default_loading_mode: deferred
  always_loaded_patterns: ["files.*"]
  preferred_namespaces: [orders]
  guidance: {hints: true, related_tools: true, workflow: true}
tool_examples:
  max_examples_per_tool: 2
planner:
  max_steps: 8
skills:
  enabled: true
  scope_mode: global
  top_k: 2
  max_tokens: 400
  skill_packs:
    - {name: house, path: packs/house}
sources:
  - name: shop
    path: sources/shop.jsonl
    format: tools_jsonl
  - name: remote
    path: sources/remote.json
    format: tools_list
    enabled: true
    always_loaded_tools: ["remote.a*"]
    mcp: {command: no-such-program-anywhere, args: ["--stdio"], env: {KEY: "\${env:PB_HOSTILE_TOKEN}"}}
overlays:
  orders.get:
    tags: [extra]
    phrases: ["find an order"]
    examples: [{args: {order_id: "2"}, tags: [common]}]
  files.read: {description: "Read any text file.", aliases: [cat], risk_level: safe}
policy:
  denied_tools: ["remote.never"]
personas:
  - name: support
    tool_context: {tenant_id: t1, session_id: s1}
    visible_tools: ["orders.*", "files.*"]
    hidden_tools: ["orders.refund"]
profiles:
  - {name: small, description: few tokens, planner: {max_steps: 3}}
`;

export const goldenQueries = [
  '{"query": "money back for the customer", "relevant": ["orders.refund"]}',
  '{"query": "open a file", "relevant": ["files.read"], "tags": ["easy"]}',
  '{"query": "tell the channel", "relevant_groups": [["slack.send_message", "orders.get"]]}',
  '',
].join('\n');

export const baseScenario = `name: Where is it
description: An order is looked up.
persona: support
query: Where is order 1?
script:
  - {call: tool_search, args: {query: find an order}}
  - {call: orders.get, args: {order_id: "1"}}
  - {when: {contains: shipped}, answer: It is on its way.}
  - {answer: I cannot tell.}
results:
  orders.get:
    - {when: {order_id: "1"}, value: {state: shipped}, latency_ms: 300}
    - {error: no such order}
expect: {called: [tool_search, orders.get], never_called: ["orders.refund"], answer_contains: way, max_tokens: 20000}
`;

/** A workspace with something of everything that is read. */
export function writeBaseWorkspace(root: string): void {
  const remote = {
    tools: [{ name: 'ask', description: 'Ask something.', inputSchema: { type: 'object' } }, { name: 'never' }],
  };
  const files: Readonly<Record<string, string>> = {
    'pegboard.yaml': baseConfig,
    'sources/shop.jsonl': `${baseTools.map((tool) => JSON.stringify(tool)).join('\n')}\n`,
    'sources/remote.json': JSON.stringify(remote, null, 2),
    'evals/golden.jsonl': goldenQueries,
    'scenarios/order.scenario.yaml': baseScenario,
    'guidance/pages.md': 'Read a page before you change it.\n',
    ...Object.fromEntries(Object.entries(skillFiles).map(([name, { text }]) => [`packs/house/${name}`, text])),
    'packs/house/pack.yaml': 'name: house\nversion: "1"\ndescription: Recipes of the house.\n',
  };
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
}
