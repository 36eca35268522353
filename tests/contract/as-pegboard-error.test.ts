import { ORPCError } from '@orpc/client';
import { createRouterClient } from '@orpc/server';
import { expect, it } from 'vitest';
import { silentLogger } from '#core/logger.ts';
import { createRouter } from '#rpc/router.ts';
import { PegboardError } from '#shared/errors.ts';
import { asPegboardError } from '../support/as-pegboard-error.ts';
import { scriptedServices } from './scripted-services.ts';

const data = { code: 'disk_full', message: 'No space left.' };

it.each([
  ['a PegboardError is itself', new PegboardError('disk_full', 'No space left.'), 'disk_full'],
  ['PEGBOARD is what its data says', new ORPCError('PEGBOARD', { data }), 'disk_full'],
  [
    'PEGBOARD with a code that is unknown here is internal',
    new ORPCError('PEGBOARD', { data: { code: 'x' } }),
    'internal',
  ],
  ['NOT_FOUND is an unknown procedure', new ORPCError('NOT_FOUND'), 'unknown_procedure'],
  [
    'an abort that nobody here asked for is a lost connection',
    new DOMException('closed', 'AbortError'),
    'disconnected',
  ],
  ['any other error is internal', new Error('hunter2'), 'internal'],
  ['what is no error is internal', 'hunter2', 'internal'],
])('%s', (_, error, code) => {
  expect(asPegboardError(error).code).toBe(code);
  expect(asPegboardError(error).message).not.toContain('hunter2');
});

it('whatever ends an aborted call, it was cancelled', () => {
  const signal = AbortSignal.abort();
  for (const error of [signal.reason, new Error('Queue was closed'), new ORPCError('NOT_FOUND')]) {
    expect(asPegboardError(error, signal).code).toBe('cancelled');
  }
});

it('an error that came before the abort was seen stays what it is', () => {
  expect(asPegboardError(new ORPCError('PEGBOARD', { data }), AbortSignal.abort()).code).toBe('disk_full');
});

it('the TypeError of a router client of oRPC is an unknown procedure', async () => {
  const { services } = scriptedServices({});
  const client = createRouterClient(createRouter(services, { logger: silentLogger }));
  const call = (area: string, name: string) => {
    try {
      return Reflect.get(Reflect.get(client, area), name)();
    } catch (error) {
      return error;
    }
  };
  expect(asPegboardError(call('catalog', 'nothing')).code).toBe('unknown_procedure');
});
