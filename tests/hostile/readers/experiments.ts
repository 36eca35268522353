import { mutateDocument } from '../mutate/document.ts';
import type { Random } from '../random.ts';
import type { Reader } from './reader.ts';

const task = `name: Pay back
level: easy
tags: [money]
query: Order 1 came broken. Pay it back.
world: shop.world.yaml
records: {notes: [{id: n1, text: broken}]}
results: {"slack.*": [{value: {sent: true}, times: 1}, {error: Too many., latency_ms: 10}]}
expect:
  state: [{in: orders, where: {order_id: "1"}, has: {state: refunded}, count: 1}]
  only_changes: [orders]
  called: [orders.refund]
  never_called: ["files.*"]
  answer_contains: [paid]
solution:
  - {tool: orders.get, args: {order_id: "1"}}
  - {tool: orders.refund, args: {order_id: "1", cents: 5}, ask: pay money back, mistaken_for: orders.get}
answer: It is paid back.
`;

const world = `name: Shop
records:
  orders: [{order_id: "1", state: sent, cents: 5}, {order_id: "2", state: open, cents: 7}]
tools:
  orders.get: {get: orders, where: {order_id: $order_id}, fields: [order_id, state]}
  orders.refund:
    update: orders
    where: {order_id: $order_id}
    set: {state: refunded, cents: {$add: -5}, at: {$now: true}}
    refuse: [{when: {state: open}, error: It is not sent.}]
`;

const experiment = `name: Which board
tasks: ["**", "level:easy", "tag:mon*"]
arms:
  - {name: all, always_loaded: all}
  - {name: hints, config: {tool_search: {hints: {enabled: true}}}}
  - {name: gateway, through: gateway, always_loaded: none}
model: {provider: scripted, habits: {careful: 2, wrong_arguments: 1}}
repetitions: 2
limits: {requests: 50, minutes: 1}
prices: {input: 1, cached: 0.1, output: 2}
`;

const benchmark = JSON.stringify([
  { task_id: 'one', Question: 'Where is it?', answers: 'There.', 'Annotator Metadata': { Tools: '1. get\n2. refund' } },
]);

const human = (random: Random) => (random.chance(0.3) ? ['--format', 'human'] : []);

/** Tasks, worlds, experiments and files of benchmarks, one of them with something wrong in it. */
export const experiments: Reader = {
  name: 'experiments',
  cases: 200,
  make: (random, { root }) => {
    const files = [
      { path: 'workspace/tasks/pay.task.yaml', text: task, format: 'yaml' },
      { path: 'workspace/tasks/shop.world.yaml', text: world, format: 'yaml' },
      { path: 'workspace/which.experiment.yaml', text: experiment, format: 'yaml' },
      { path: 'input/benchmark.json', text: benchmark, format: 'json' },
    ] as const;
    const changed = random.pick(files);
    const args = {
      'workspace/which.experiment.yaml': ['run', 'which.experiment.yaml', '--plan'],
      'input/benchmark.json': ['import', `${root}/input/benchmark.json`],
      'workspace/tasks/pay.task.yaml': random.pick([['check'], ['run', '--plan']]),
      'workspace/tasks/shop.world.yaml': ['check'],
    }[changed.path];
    return {
      files: files.map(({ path, text, format }) => ({
        path,
        bytes: path === changed.path ? mutateDocument(text, format, { random }) : Buffer.from(text),
      })),
      commands: [{ args: ['experiment', ...args, ...human(random)] }],
    };
  },
};
