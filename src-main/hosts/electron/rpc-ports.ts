import { ipcMain, MessageChannelMain, type MessagePortMain, type WebContents } from 'electron';
import type { Logger } from '#core/logger.ts';
import type { PegboardRouter } from '#rpc/router.ts';
import { serveMessagePort } from '#rpc/serve.ts';
import { portGoodbye } from '#shared/port-goodbye.ts';
import { isTrustedSender } from './security.ts';

interface RpcPortsOptions {
  readonly router: PegboardRouter;
  /** The web contents of our own windows. */
  readonly windows: ReadonlySet<WebContents>;
  readonly logger: Logger;
}

/** Gives a page of ours that asks for it a message port on which the router is served. The only IPC there is. */
export function servePorts({ router, windows, logger }: RpcPortsOptions): void {
  const connections = new WeakMap<WebContents, () => void>();
  ipcMain.on('pegboard:connect', (event) => {
    if (!isTrustedSender(event, windows)) {
      logger.warn('Refused a connection.', { reason: 'not a page of ours' });
      return;
    }
    // A page has one connection: that of the page before a reload ends here, and its calls with it.
    connections.get(event.sender)?.();
    const { port1, port2 } = new MessageChannelMain();
    connections.set(event.sender, serveMessagePort(router, sayingGoodbye(port1), { logger }));
    event.sender.postMessage('pegboard:port', null, [port2]);
  });
}

/** The port, which from now on tells its page before it closes. */
function sayingGoodbye(port: MessagePortMain): MessagePortMain {
  const close = port.close.bind(port);
  port.close = () => {
    port.postMessage(portGoodbye);
    close();
  };
  return port;
}
