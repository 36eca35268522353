import { once } from 'node:events';
import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { expect, it } from 'vitest';
import { readMessage } from '../../../src-main/hosts/gateway/read-message.ts';

it('reads nothing of a host that went away before the reading began', async () => {
  const request = new IncomingMessage(new Socket());
  request.headers['content-type'] = 'application/json';
  request.destroy();
  await once(request, 'close');
  await expect(readMessage(request, 100)).rejects.toThrow('went away');
});
