import { expect, it } from 'vitest';
import { missingFromBest } from '../../../src-renderer/features/playground/missing-from-best.ts';
import { search, servicesWith } from '../../support/workspace.ts';

const tools = [
  { name: 'orders.refund', description: 'Refund an order.' },
  { name: 'orders.cancel', description: 'Cancel an order.' },
];

it('poor results are those whose best lacks most of the words; it is said which (R15.03)', async () => {
  const services = await servicesWith(tools);
  const missing = async (query: string) => missingFromBest(await search(services, { query }));
  expect(await missing('refund an order')).toBeNull();
  expect(await missing('refund the parcel')).toBeNull();
  expect(await missing('order parcel weather forecast')).toEqual(['parcel', 'weather', 'forecast']);
  expect(await missing('weather forecast')).toBeNull();
});
