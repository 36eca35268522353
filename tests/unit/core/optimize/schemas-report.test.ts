import { expect, it } from 'vitest';
import { optimizeSchemasInputSchema, type SchemasReport } from '#shared/domain/optimize-schemas.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';
import { names, search, searchOn, testServices, write } from '../../../support/workspace.ts';

const address = {
  type: 'object',
  title: 'Address',
  properties: {
    street: { type: 'string', title: 'Street', description: 'Street with its number.' },
    town: { type: 'string', title: 'Town', description: 'Town without its code.' },
  },
  required: ['street', 'town'],
};

const tools = [
  {
    name: 'parcel.send',
    description: 'Sends a parcel from one address to another.',
    input_schema: {
      $schema: 'http://json-schema.org/draft-07/schema#',
      type: 'object',
      title: 'parcel.sendArguments',
      properties: { sender: address, receiver: address, note: { type: 'string', title: 'Note', minLength: 0 } },
      required: ['sender', 'receiver'],
      additionalProperties: false,
    },
  },
  { name: 'parcel.list', description: 'Lists parcels.', input_schema: { type: 'object', properties: {} } },
  {
    name: 'parcel.watch',
    description: 'Follows a parcel.',
    input_schema: { type: 'object', properties: { code: { type: 'string', title: 'Code' } } },
  },
];

async function withTools(yaml = '') {
  const root = temporaryFolder();
  write(root, 'sources/test.jsonl', tools.map((tool) => JSON.stringify(tool)).join('\n'));
  write(root, 'evals/golden.jsonl', JSON.stringify({ query: 'send a parcel', relevant: ['parcel.send'] }));
  const source = 'sources:\n  - {name: test, path: sources/test.jsonl, format: tools_jsonl}\n';
  write(root, 'pegboard.yaml', `${searchOn}${source}${yaml}`);
  const services = await testServices();
  await services.workspace.open({ path: root });
  const report = (input: object = {}): Promise<SchemasReport> =>
    services.optimize.schemas(optimizeSchemasInputSchema.parse(input));
  return { services, report };
}

it('proposes schemas that say the same in fewer tokens, by both estimators, with what the searches lose', async () => {
  const { services, report } = await withTools();
  const plain = await report();
  expect(plain).toMatchObject({ verdict: 'shorter', form: 'plain', tools: 3, cost: { queries: 1, worse: 0 } });
  expect(plain.proposals.map(({ tool }) => tool)).toEqual(['parcel.send', 'parcel.watch']);
  expect(plain.proposals[0]).toMatchObject({ steps: { titles: 6, empty: 1, dialect: 1 }, checked: 31 });
  const shared = await report({ references: true, only: ['parcel.send'] });
  expect(shared.proposals[0]?.steps).toEqual({ titles: 6, empty: 1, dialect: 1, references: 1 });
  for (const unit of ['estimate', 'o200k'] as const) {
    expect(plain.after[unit]).toBeLessThan(plain.before[unit]);
    expect(shared.after[unit]).toBeLessThan(plain.proposals[0]?.after[unit] ?? 0);
  }

  await services.config.edit({ changes: [...shared.changes], base: shared.base });
  const sent = await services.catalog.get({ name: 'parcel.send' });
  expect(Object.keys(sent?.tool.input_schema ?? {})).toEqual([
    'type',
    'properties',
    'required',
    'additionalProperties',
    '$defs',
  ]);
  expect(names(await search(services, { query: 'send a parcel' }))[0]).toBe('parcel.send');
  expect((await report({ references: true })).proposals.map((one) => one.tool)).toEqual(['parcel.watch']);
});

it('keeps to the tools of a persona and to those that are named, and says when nothing is left', async () => {
  const personas = 'personas:\n  - {name: guest, visible_tools: [parcel.list, parcel.watch]}\n';
  const { services, report } = await withTools(personas);
  expect((await report({ persona: 'guest' })).proposals.map(({ tool }) => tool)).toEqual(['parcel.watch']);
  expect(await report({ only: ['parcel.list'] })).toMatchObject({ verdict: 'keep', changes: [], cost: null });
  await expect(report({ persona: 'nobody' })).rejects.toMatchObject({ code: 'unknown_persona' });
  const stop = AbortSignal.abort();
  const cancelled = services.optimize.schemas(optimizeSchemasInputSchema.parse({}), { signal: stop });
  await expect(cancelled).rejects.toMatchObject({ code: 'cancelled' });
});

it('leaves the tool of the source as it was approved, and refuses another form', async () => {
  const { services } = await withTools('overlays:\n  parcel.watch: {shorter_schema: plain}\n');
  const detail = await services.catalog.describe({ name: 'parcel.watch' });
  expect(detail?.overlay).toEqual({ shorter_schema: 'plain' });
  expect(detail?.overlaid.map(({ field }) => field)).toEqual(['input_schema']);
  await expect(withTools('overlays:\n  parcel.watch: {shorter_schema: tiny}\n')).rejects.toMatchObject({
    code: 'config_invalid',
  });
});
