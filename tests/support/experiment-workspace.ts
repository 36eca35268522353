import { taskSchema } from '#shared/domain/task.ts';
import { type TestTool, workspaceFolder, write } from './workspace.ts';

const tools: readonly TestTool[] = [
  { name: 'orders.get', description: 'Show one order.', loading_mode: 'always', parameters: order() },
  { name: 'orders.cancel', description: 'Cancel an order before it is shipped.', parameters: order() },
  { name: 'orders.refund', description: 'Pay the money of an order back.', parameters: order() },
];

function order() {
  return { type: 'object', properties: { id: { type: 'string' } }, required: ['id'] };
}

const world = `
records:
  orders: [{id: o1, state: open}, {id: o2, state: sent}]
tools:
  orders.get: {get: orders, where: {id: $id}}
  orders.cancel: {update: orders, where: {id: $id}, set: {state: cancelled}}
  orders.refund: {update: orders, where: {id: $id}, set: {state: refunded}}
`;

/** How each task of the workspace is solved. */
export const refundSolution = taskSchema.pick({ solution: true, answer: true }).parse({
  solution: [
    { tool: 'orders.get', args: { id: 'o2' } },
    { tool: 'orders.refund', args: { id: 'o2' }, ask: 'pay money back', mistaken_for: 'orders.cancel' },
  ],
  answer: 'Paid back.',
});

/** A workspace with this many tasks: each asks for the money of an order, which a look-alike would cancel. */
export function experimentWorkspace(tasks: number): string {
  const root = workspaceFolder(tools);
  write(root, 'tasks/shop.world.yaml', world);
  for (let i = 1; i <= tasks; i++) {
    write(
      root,
      `tasks/refund-${i}.task.yaml`,
      `query: Lamp ${i} came broken. Pay it back.
world: shop.world.yaml
tags: [money]
level: ${i === 1 ? 'easy' : 'hard'}
expect:
  state: [{in: orders, where: {id: o2}, has: {state: refunded}}]
solution: ${JSON.stringify(refundSolution.solution)}
answer: ${refundSolution.answer}
`,
    );
  }
  return root;
}
