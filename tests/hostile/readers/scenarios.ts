import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { mutateDocument } from '../mutate/document.ts';
import type { Random } from '../random.ts';
import { projectFolder, runCommand } from '../sandbox/run-command.ts';
import { baseScenario } from '../seeds/base-workspace.ts';
import type { Reader } from './reader.ts';

const human = (random: Random) => (random.chance(0.3) ? ['--format', 'human'] : []);
const scenarioPath = 'scenarios/order.scenario.yaml';

/** A run that waits for somebody, and goes on. */
const turns = `name: Refund
session: s1
tool_context: {session_id: s1}
config: {planner: {max_steps: 5}}
tools:
  - {name: more.ask, description: Ask, inputSchema: {type: object}}
turns:
  - query: Pay it back.
    script: [{call: orders.refund, args: {order_id: "1", cents: 5}}, {answer: Done.}]
  - approve: true
  - query: And this?
    script: [{reply: "{not json"}, {call: more.ask}, {answer: Asked.}]
results:
  orders.refund: {value: {ok: true}, times: 1}
  more.*: {pause: somebody}
expect: {called: [orders.refund]}
`;

export const scenarios: Reader = {
  name: 'scenarios',
  cases: 500,
  make: (random) => {
    const bytes = mutateDocument(random.pick([baseScenario, turns]), 'yaml', { random });
    const more = random.weighted<readonly string[]>([
      [8, []],
      [1, ['--remember']],
      [1, ['--forget']],
      [1, ['--diff', '1,2']],
      [1, ['--live']],
    ]);
    const writes = more.some((option) => option === '--remember' || option === '--forget');
    return {
      files: [{ path: `workspace/${scenarioPath}`, bytes }],
      commands: [{ args: ['simulate', scenarioPath, ...more, ...human(random)], writes }],
    };
  },
};

/** Golden traces beside a scenario. */
export const traces: Reader = {
  name: 'golden traces',
  cases: 100,
  prepare: async (sandbox) => {
    await runCommand(sandbox, ['simulate', scenarioPath, '--update']);
    return { trace: readFileSync(join(sandbox.workspace, 'scenarios/order.trace.json'), 'utf8') };
  },
  make: (random, { prepared }) => ({
    files: [
      {
        path: 'workspace/scenarios/order.trace.json',
        bytes: mutateDocument(prepared.trace ?? '', 'json', { random }),
      },
    ],
    commands: [{ args: ['simulate', scenarioPath, ...human(random)] }],
  }),
};

const own = JSON.stringify({
  schema: 'pegboard.history/1',
  entries: [
    { kind: 'user', text: 'Find it.' },
    { kind: 'search', call_id: '1', args: { query: 'order' } },
    { kind: 'found', call_id: '1', tools: [{ name: 'orders.get', description: 'Read one order.' }] },
    { kind: 'call', call_id: '2', name: 'orders.get', args: { order_id: '1' } },
    { kind: 'result', call_id: '2', name: 'orders.get', text: '{"state": "shipped"}' },
    { kind: 'assistant', text: 'Shipped.' },
  ],
});
const recorded = ['anthropic', 'openai-chat', 'openai-responses'].map((name) =>
  readFileSync(join(projectFolder, `tests/fixtures/providers/${name}.json`), 'utf8'),
);

/** Message histories, ours and those of three providers. */
export const histories: Reader = {
  name: 'histories',
  cases: 200,
  make: (random, { root }) => {
    const file = join(root, 'input/messages.json');
    const args = random.pick([
      ['simulate', scenarioPath, '--history', file],
      ['export', 'payload', '--provider', 'anthropic', '--history', file],
      ['export', 'payload', '--provider', random.pick(['openai-responses', 'openai-chat']), '--history', file],
    ]);
    return {
      files: [
        { path: 'input/messages.json', bytes: mutateDocument(random.pick([own, ...recorded]), 'json', { random }) },
      ],
      commands: [{ args: [...args, ...human(random)] }],
    };
  },
};
