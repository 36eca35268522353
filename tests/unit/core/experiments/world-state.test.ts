import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { WorldState } from '#core/experiments/world/world-state.ts';
import { type World, worldSchema } from '#shared/domain/task.ts';

const clock = { now: () => Date.UTC(2026, 0, 1) };
const worldOf = (fields: unknown): World => worldSchema.parse(fields);
const shop = worldOf({
  records: {
    orders: [
      { id: 'ORD-1', status: 'paid', city: 'Leeds', cents: 900 },
      { id: 'ORD-2', status: 'shipped', city: 'Lyon', cents: 500 },
    ],
    stock: [{ sku: 'MUG', pieces: 4 }],
    mails: [],
  },
  tools: {
    'orders.get': { get: 'orders', where: { id: '$id' }, fields: ['id', 'status'] },
    'orders.search': {
      list: 'orders',
      where: { status: '$status' },
      text: { words: 'words', fields: ['id', 'city'] },
      limit: 'limit',
    },
    'orders.cancel': [
      {
        update: 'orders',
        where: { id: '$id' },
        set: { status: 'cancelled', reason: '$reason' },
        refuse: [{ when: { status: 'shipped' }, error: 'It was shipped.' }],
      },
      { update: 'stock', where: { sku: '$sku' }, set: { pieces: { $add: 1 } } },
    ],
    'mails.send': {
      insert: 'mails',
      set: { id: { $new: 'MAIL-' }, to: '$to', cost: '$$to', at: { $now: true } },
      refuse: [{ args: { to: 'everyone' }, error: 'Name one person.' }],
    },
    'orders.delete': { remove: 'orders', where: { id: '$id' } },
    'stock.take': { update: 'stock', where: { sku: '$sku' }, set: { pieces: { $add: '$delta' } } },
  },
  results: { 'weather.*': [{ value: 'rain', times: 1 }, { error: 'No more forecasts.' }] },
});

describe('a world', () => {
  it('lists what has one of several values, and gives numbers in turn', () => {
    const world = new WorldState(
      worldOf({
        records: {
          stock: [
            { sku: 'MUG', n: 7 },
            { sku: 'POT', n: 8 },
            { sku: 'CUP', n: 10 },
          ],
        },
        tools: {
          look: { list: 'stock', where: { sku: { $in: '$skus' } }, fields: ['sku'] },
          add: { insert: 'stock', set: { sku: '$sku', n: { $new: 9 } }, fields: ['n'] },
        },
      }),
      clock,
    );
    const skus = (args: Record<string, unknown>) => world.answer('look', args);
    expect(skus({ skus: ['POT', 'CUP', 'JUG'] })).toEqual({ kind: 'result', value: [{ sku: 'POT' }, { sku: 'CUP' }] });
    expect(skus({ skus: 'MUG' })).toEqual({ kind: 'result', value: [{ sku: 'MUG' }] });
    expect(skus({ skus: [] })).toEqual({ kind: 'result', value: [] });
    expect(skus({})).toMatchObject({ value: [{ sku: 'MUG' }, { sku: 'POT' }, { sku: 'CUP' }] });
    expect(world.answer('add', { sku: 'JUG' })).toEqual({ kind: 'result', value: { n: 9 } });
    expect(world.answer('add', { sku: 'JAR' })).toEqual({ kind: 'result', value: { n: 11 } });
  });

  it('answers by its records, and changes them', () => {
    const world = new WorldState(shop, clock);
    const value = (tool: string, args: Record<string, unknown>) => world.answer(tool, args);
    expect(value('orders.get', { id: 'ORD-1' })).toEqual({ kind: 'result', value: { id: 'ORD-1', status: 'paid' } });
    expect(value('orders.search', {})).toMatchObject({ value: [{ id: 'ORD-1' }, { id: 'ORD-2' }] });
    expect(value('orders.search', { limit: 1 })).toMatchObject({ value: [{ id: 'ORD-1' }] });
    expect(value('orders.search', { status: 'shipped' })).toMatchObject({ value: [{ id: 'ORD-2' }] });
    expect(value('orders.search', { words: 'lyon "ord-2"' })).toMatchObject({ value: [{ id: 'ORD-2' }] });
    expect(value('orders.search', { words: 'lyon ord-1' })).toEqual({ kind: 'result', value: [] });
    expect(value('mails.send', { to: 'ana' })).toEqual({
      kind: 'result',
      value: { id: 'MAIL-1', to: 'ana', cost: '$to', at: '2026-01-01T00:00:00.000Z' },
    });
    expect(value('mails.send', { to: 'ben' })).toMatchObject({ value: { id: 'MAIL-2' } });
    expect(value('orders.cancel', { id: 'ORD-1', sku: 'MUG' })).toMatchObject({ value: { status: 'cancelled' } });
    expect(value('orders.delete', { id: 'ORD-2' })).toMatchObject({ value: { city: 'Lyon' } });
    expect(world.snapshot()).toMatchObject({
      orders: [{ id: 'ORD-1', status: 'cancelled', city: 'Leeds', cents: 900 }],
      stock: [{ sku: 'MUG', pieces: 5 }],
      mails: [{ to: 'ana' }, { to: 'ben' }],
    });
    expect(world.start).toEqual(shop.records);
  });

  it('refuses in words, and then nothing of the call has happened', () => {
    const world = new WorldState(shop, clock);
    const message = (tool: string, args: Record<string, unknown>) => world.answer(tool, args);
    expect(message('orders.cancel', { id: 'ORD-2', sku: 'MUG' })).toEqual({
      kind: 'error',
      message: 'It was shipped.',
    });
    expect(message('orders.cancel', { id: 'ORD-1', sku: 'CUP' })).toEqual({
      kind: 'error',
      message: 'Not found in stock: sku "CUP".',
    });
    expect(message('orders.get', {})).toEqual({ kind: 'error', message: 'Not found in orders: id left out.' });
    expect(message('mails.send', { to: 'everyone' })).toEqual({ kind: 'error', message: 'Name one person.' });
    expect(message('stock.take', { sku: 'MUG', delta: 'two' })).toMatchObject({ kind: 'error' });
    let deep: unknown = 1;
    for (let level = 0; level < 50_000; level++) deep = [deep];
    expect(message('mails.send', { to: deep })).toMatchObject({ kind: 'error' });
    expect(world.snapshot()).toEqual(world.start);
  });

  it('answers by its results where a tool has no records, and says when it has no answer', () => {
    const world = new WorldState(shop, clock);
    expect(world.answer('weather.forecast', {})).toEqual({ kind: 'result', value: 'rain' });
    expect(world.answer('weather.forecast', {})).toEqual({ kind: 'error', message: 'No more forecasts.' });
    expect(world.answer('toString', {})).toBeNull();
    expect(world.answer('calendar.list_events', {})).toBeNull();
  });

  it('gives copies: what an agent does to an answer or an argument does not reach the records', () => {
    const world = new WorldState(worldOf({ tools: { add: { insert: 'things', set: { list: '$list' } } } }), clock);
    const list = [1];
    const answer = world.answer('add', { list });
    list.push(2);
    if (answer?.kind === 'result') (answer.value as { list: number[] }).list.push(3);
    expect(world.snapshot()).toEqual({ things: [{ list: [1] }] });
  });
});

/** The same semantics in the plainest way: one list of pairs, searched from the front. */
class PlainModel {
  pairs: { key: string; n: number }[];
  constructor(pairs: { key: string; n: number }[]) {
    this.pairs = structuredClone(pairs);
  }
  call(tool: string, { key, n }: { key: string; n?: number | undefined }): unknown {
    const found = this.pairs.filter((pair) => pair.key === key);
    if (tool === 'put') return this.pairs.push({ key, n: n ?? 0 }) && { key, n: n ?? 0 };
    if (tool === 'all') return structuredClone(found.filter((pair) => n === undefined || pair.n === n));
    if (found.length === 0 || (tool !== 'get' && found.some((pair) => pair.n === 3))) return 'error';
    const [first] = structuredClone(found);
    if (tool === 'get') return first;
    if (tool === 'drop') {
      this.pairs = this.pairs.filter((pair) => pair.key !== key);
      return first;
    }
    // move: adds to the pairs, then removes those of the key "x": all of it or nothing.
    const isX = (pair: { key: string }) => pair.key === 'x';
    if (n === undefined || !this.pairs.some(isX)) return 'error';
    for (const pair of found) pair.n += n;
    const moved = structuredClone(found[0]);
    this.pairs = this.pairs.filter((pair) => !isX(pair));
    return moved;
  }
}

const plainTools = {
  get: { get: 'pairs', where: { key: '$key' } },
  all: { list: 'pairs', where: { key: '$key', n: '$n' } },
  put: { insert: 'pairs', set: { key: '$key', n: '$n' } },
  drop: { remove: 'pairs', where: { key: '$key' }, refuse: [{ when: { n: 3 }, error: 'Three stays.' }] },
  move: [
    {
      update: 'pairs',
      where: { key: '$key' },
      set: { n: { $add: '$n' } },
      refuse: [{ when: { n: 3 }, error: 'Three stays.' }],
    },
    { remove: 'pairs', where: { key: 'x' } },
  ],
};

describe('a random world', () => {
  it('does what the plain model does, call by call', () => {
    const key = fc.constantFrom('x', 'y', 'z');
    const pair = fc.record({ key, n: fc.integer({ min: 0, max: 4 }) });
    const call = fc.oneof(
      fc.record({
        tool: fc.constantFrom('get', 'all', 'drop', 'move'),
        key,
        n: fc.option(fc.integer({ min: 0, max: 4 }), { nil: undefined }),
      }),
      fc.record({ tool: fc.constant('put'), key, n: fc.integer({ min: 0, max: 4 }) }),
    );
    fc.assert(
      fc.property(fc.array(pair, { maxLength: 8 }), fc.array(call, { maxLength: 25 }), (pairs, calls) => {
        const world = new WorldState(worldOf({ records: { pairs }, tools: plainTools }), clock);
        const model = new PlainModel(pairs);
        for (const { tool, key, n } of calls) {
          const args = { key, ...(n === undefined ? {} : { n }) };
          const answer = world.answer(tool, args);
          const expected = model.call(tool, { key, n });
          expect(answer?.kind === 'result' ? answer.value : answer?.kind).toEqual(expected);
          expect(world.snapshot().pairs).toEqual(model.pairs);
        }
      }),
      { numRuns: 300 },
    );
  });
});
