import { expect, it } from 'vitest';
import { type BoardReport, optimizeBoardInputSchema } from '#shared/domain/optimize.ts';
import { useReadInputSchema } from '#shared/domain/use-report.ts';
import { testServices } from '../../../support/workspace.ts';

it('the month of use of the demo proves a better board on sessions that it was not chosen from, and then keeps it', async () => {
  const services = await testServices();
  await services.workspace.openDemo();
  await services.use.allow({ origin: 'jsonl' });
  for await (const event of services.use.read(useReadInputSchema.parse({}))) {
    if (event.type === 'done') expect(event.origins).toMatchObject([{}, { origin: 'jsonl', broken: 0 }]);
  }
  const boardOf = async (): Promise<BoardReport> => {
    for await (const event of services.optimize.board(optimizeBoardInputSchema.parse({}))) {
      if (event.type === 'done') return event.report;
    }
    throw new Error('The stream ended without a report.');
  };
  const report = await boardOf();
  expect(report).toMatchObject({ verdict: 'better', sessions: 420 });
  expect(report.held_out.interval[0]).toBeGreaterThan(0);
  expect(report.best.tools).toContain('customers.find');
  expect(report.best.tools.filter((name) => name.startsWith('tasks.'))).toEqual([]);
  await services.config.edit({ changes: [...report.changes], base: report.base });
  expect((await boardOf()).verdict).toBe('keep');
});
