import { RPCLink } from '@orpc/client/message-port';
import { portGoodbye } from '#shared/port-goodbye.ts';
import type { PegboardBridge } from './host.ts';
import { callHeaders, type OpenTransport, type Transport } from './transport.ts';

const portMessage = 'pegboard:port';
const timeoutMs = 5_000;

/** Connects over a message port that the preload asks of the main process. */
export function electronTransport(bridge: PegboardBridge): OpenTransport {
  return async (signal) => {
    const port = await receivePort(bridge, signal);
    port.addEventListener('message', (event) => {
      if (event.data !== portGoodbye) return;
      // Not a frame of a call. Whoever waits for the end of the port, the link among them, waits for its event.
      event.stopImmediatePropagation();
      port.close();
      port.dispatchEvent(new Event('close'));
    });
    const closed = new Promise<void>((resolve) => port.addEventListener('close', () => resolve(), { once: true }));
    const transport: Transport = {
      link: new RPCLink({ port, headers: callHeaders }),
      closed,
      close: () => port.close(),
    };
    port.start();
    return transport;
  };
}

function receivePort(bridge: PegboardBridge, signal: AbortSignal): Promise<MessagePort> {
  return new Promise((resolve, reject) => {
    const giveUp = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
    const listening = new AbortController();
    window.addEventListener(
      'message',
      (event) => {
        const port = event.ports[0];
        if (event.source !== window || event.data !== portMessage || !port) return;
        listening.abort();
        resolve(port);
      },
      { signal: listening.signal },
    );
    giveUp.addEventListener('abort', () => {
      listening.abort();
      reject(giveUp.reason);
    });
    bridge.connect();
  });
}
