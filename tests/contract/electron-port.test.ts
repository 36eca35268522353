import { createORPCClient } from '@orpc/client';
import { RPCLink } from '@orpc/client/message-port';
import { expect, it } from 'vitest';
import { createRouter } from '#rpc/router.ts';
import { serveMessagePort } from '#rpc/serve.ts';
import { MessageChannelMain } from '../e2e/electron/stand-in/message-ports.ts';
import type { PegboardClient } from '../support/in-process-client.ts';
import { recordingLogger } from './recording-logger.ts';
import { scriptedServices } from './scripted-services.ts';
import { searchRequest, untilAborted } from './suite-helpers.ts';

it('a port like that of Electron, silent when closed from its own end, ends its calls all the same', async () => {
  const called = Promise.withResolvers<AbortSignal | undefined>();
  const { services } = scriptedServices({
    search: {
      toolSearch: (_, options) => {
        called.resolve(options?.signal);
        return untilAborted(options?.signal);
      },
    },
  });
  const logger = recordingLogger();
  const { port1, port2 } = new MessageChannelMain();
  const close = serveMessagePort(createRouter(services, { logger }), port1, { logger });
  const client: PegboardClient = createORPCClient(new RPCLink({ port: port2 }));
  port2.start();
  const answer = client.search.toolSearch(searchRequest);
  answer.catch(() => undefined);
  const signal = await called.promise;
  expect(signal?.aborted).toBe(false);
  close();
  await expect.poll(() => signal?.aborted).toBe(true);
  await expect(answer).rejects.toThrow();
});
