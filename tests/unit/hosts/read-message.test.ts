import { once } from 'node:events';
import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { readMessage } from '../../../src-main/hosts/gateway/read-message.ts';
import { refusalOf } from '../../../src-main/hosts/gateway/serve-stdio.ts';

it('reads nothing of a host that went away before the reading began', async () => {
  const request = new IncomingMessage(new Socket());
  request.headers['content-type'] = 'application/json';
  request.destroy();
  await once(request, 'close');
  await expect(readMessage(request, 100)).rejects.toThrow('went away');
});

it('a message that is no message of the protocol is told in words, not as the issues of a schema', () => {
  const issue = z.union([z.object({ id: z.number() }), z.string()]).safeParse([]).error;
  for (const error of [issue ?? new Error('none'), new SyntaxError('Unexpected token')]) {
    expect(refusalOf(error)[0]).toBe('A message that is not JSON-RPC was ignored.');
    expect(refusalOf(error).join()).not.toContain('invalid_union');
  }
  expect(refusalOf(new Error('The stream ended.'))).toEqual([
    'A message of the host could not be served.',
    'The stream ended.',
  ]);
});
