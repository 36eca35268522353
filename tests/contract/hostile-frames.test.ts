import { setImmediate as nextTurn } from 'node:timers/promises';
import { MessageChannel } from 'node:worker_threads';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createRouter } from '#rpc/router.ts';
import { serveMessagePort } from '#rpc/serve.ts';
import { recordingLogger } from './recording-logger.ts';
import { scriptedServices } from './scripted-services.ts';

/** Mostly what belongs there, so that frames get far, and now and then any value at all. */
const mostly = <T>(expected: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 9, arbitrary: expected as fc.Arbitrary<unknown> }, { weight: 1, arbitrary: fc.jsonValue() });

const paths = ['/catalog/list', '/search/toolSearch', '/search/toolSearch', '/catalog/syncIndex', '/constructor', '/%'];
const types = ['text/event-stream', 'multipart/form-data', 'application/x-www-form-urlencoded', 'text/plain'];
const headers = fc.dictionary(
  fc.constantFrom('content-type', 'content-disposition', 'last-event-id', '__proto__'),
  mostly(fc.constantFrom(...types)),
  { maxKeys: 2 },
);
const meta = fc.array(fc.tuple(fc.integer({ min: 0, max: 8 }), fc.constantFrom('query', '__proto__', '0')), {
  maxLength: 2,
});
const body = fc.record({
  json: mostly(fc.dictionary(fc.constantFrom('input', 'query', '__proto__'), fc.jsonValue())),
  meta,
});
const call = fc.record(
  { u: mostly(fc.constantFrom(...paths)), b: mostly(body), h: mostly(headers), m: fc.constantFrom('GET', 'POST', 'X') },
  { requiredKeys: ['u'] },
);
const event = fc.record({ e: fc.constantFrom('message', 'error', 'done', 'x'), d: mostly(body) });
const id = mostly(fc.constantFrom('1', '2', '3', '4'));
const frame = fc
  .oneof(
    { weight: 6, arbitrary: fc.record({ i: id, p: mostly(call) }) },
    { weight: 2, arbitrary: fc.record({ i: id, t: fc.constant(3), p: mostly(event) }) },
    { weight: 1, arbitrary: fc.record({ i: id, t: fc.constantFrom(1, 2, 4, 5, 'x') }) },
  )
  .map((value) => JSON.stringify(value));
const hostile = fc.oneof({ weight: 30, arbitrary: frame }, fc.string(), fc.uint8Array());

describe('frames that no client of ours sends', () => {
  const unhandled = vi.fn();
  beforeEach(() => {
    unhandled.mockClear();
    process.on('unhandledRejection', unhandled);
  });
  afterEach(() => process.off('unhandledRejection', unhandled));

  it('neither fail outside of their connection nor reach a service with input that breaks the contract', async () => {
    const toolSearch = vi.fn().mockRejectedValue(new Error('not for this test'));
    await fc.assert(
      fc.asyncProperty(fc.array(hostile, { minLength: 1, maxLength: 6 }), async (frames) => {
        const { services, calls } = scriptedServices({ search: { toolSearch } });
        const logger = recordingLogger();
        const { port1, port2 } = new MessageChannel();
        serveMessagePort(createRouter(services, { logger }), port1, { logger });
        for (const each of frames) port2.postMessage(each);
        await nextTurn();
        await nextTurn();
        port2.close();
        await nextTurn();
        expect(unhandled.mock.calls).toEqual([]);
        expect(calls).not.toContain('search.toolSearch');
      }),
      { numRuns: 500 },
    );
  }, 60_000);
});
