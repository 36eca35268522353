import { expect, it } from 'vitest';
import type { Services } from '#core/services.ts';
import { optimizeTextsInputSchema, type TextsReport } from '#shared/domain/optimize.ts';
import { manyTools } from '../../../support/many-tools.ts';
import { names, search, searchOn, testServices, workspaceFolder, write } from '../../../support/workspace.ts';

const tools = manyTools(12);
const [first = '', second = ''] = tools.map(({ name }) => name);
const others = [
  'albor',
  'brimel',
  'dastor',
  'fluven',
  'gorpin',
  'hestal',
  'jumrik',
  'kelvot',
  'lorbin',
  'mastuk',
  'norfel',
];

async function textsOf(queries: readonly object[], yaml = searchOn) {
  const services = await testServices();
  const root = workspaceFolder(tools, yaml);
  write(root, 'evals/golden.jsonl', queries.map((line) => JSON.stringify(line)).join('\n'));
  await services.workspace.open({ path: root });
  return { services, report: await reportOf(services) };
}

async function reportOf(services: Services): Promise<TextsReport> {
  for await (const event of services.optimize.texts(optimizeTextsInputSchema.parse({ from: 'evals' }))) {
    if (event.type === 'done') return event.report;
  }
  throw new Error('The stream ended without a report.');
}

it('proposes the words that agents say for tools, as a change that makes the searches find them', async () => {
  const queries = others.flatMap((other) => [
    { query: `zwiebel the ${other}`, relevant: [first] },
    { query: `quastel the un${other}`, relevant: [second] },
  ]);
  const { services, report } = await textsOf(queries);
  expect(report).toMatchObject({ verdict: 'better', queries: 22 });
  expect(report.changes.map(({ path }) => path[1]).sort()).toEqual([first, second].sort());
  await services.config.edit({ changes: [...report.changes], base: report.base });
  expect(names(await search(services, { query: 'quastel for somebody else' }))[0]).toBe(second);
});

it('proposes nothing from few queries, or where search is off', async () => {
  const few = await textsOf([{ query: 'zwiebel the albor', relevant: [first] }]);
  expect(few.report).toMatchObject({ verdict: 'too_little_use', changes: [], edits: [] });
  const off = await textsOf([{ query: 'zwiebel', relevant: [first] }], 'tool_search: {enabled: false}');
  expect(off.report).toMatchObject({ verdict: 'search_off', changes: [] });
});
