import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { MessageChannel } from 'node:worker_threads';
import { type ClientContext, type ClientLink, createORPCClient } from '@orpc/client';
import { RPCLink as MessagePortLink } from '@orpc/client/message-port';
import { RPCLink as WebSocketLink } from '@orpc/client/websocket';
import { WebSocketServer, WebSocket as WsClient } from 'ws';
import type { Logger } from '#core/logger.ts';
import type { Services } from '#core/services.ts';
import type { DesktopWindow } from '#rpc/desktop-window.ts';
import { createRouter } from '#rpc/router.ts';
import { serveMessagePort, serveWebSocket } from '#rpc/serve.ts';
import { createInProcessClient, type PegboardClient } from '../support/in-process-client.ts';

/** The wire under a client; there is none in process. */
export interface Wire {
  /** Sends a frame as it is, past oRPC. */
  sendRaw(frame: string | Uint8Array): void;
  /** Closes the client's end. */
  closeClient(): void;
  /** Closes the server's end. */
  closeServer(): void;
  /** Settles when the client's end is closed, by whoever. */
  readonly closed: Promise<unknown>;
}

export interface Connected {
  readonly client: PegboardClient;
  readonly wire: Wire | null;
  close(): Promise<void>;
}

export interface TransportUnderTest {
  readonly name: string;
  /** Whether two ends exchange frames. */
  readonly isWire: boolean;
  connect(services: Services, logger: Logger, desktop?: DesktopWindow): Promise<Connected>;
}

const clientOver = (link: ClientLink<ClientContext>): PegboardClient => createORPCClient(link);

const inProcess: TransportUnderTest = {
  name: 'in process',
  isWire: false,
  async connect(services, logger, desktop) {
    const client = createInProcessClient(createRouter(services, { logger, desktop }));
    return { client, wire: null, close: async () => undefined };
  },
};

const messagePort: TransportUnderTest = {
  name: 'message port',
  isWire: true,
  async connect(services, logger, desktop) {
    const { port1, port2 } = new MessageChannel();
    serveMessagePort(createRouter(services, { logger, desktop }), port1, { logger });
    const closed = once(port2, 'close');
    const client = clientOver(new MessagePortLink({ port: port2 }));
    return {
      client,
      wire: {
        sendRaw: (frame) => port2.postMessage(frame),
        closeClient: () => port2.close(),
        closeServer: () => port1.close(),
        closed,
      },
      async close() {
        port2.close();
        await closed;
      },
    };
  },
};

const webSocket: TransportUnderTest = {
  name: 'WebSocket',
  isWire: true,
  async connect(services, logger, desktop) {
    const router = createRouter(services, { logger, desktop });
    const server = new WebSocketServer({ host: '127.0.0.1', port: 0 });
    await once(server, 'listening');
    server.on('connection', (socket) => serveWebSocket(router, socket, { logger }));
    const socket = new WsClient(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`);
    const closed = once(socket, 'close');
    const client = clientOver(new WebSocketLink({ websocket: socket as unknown as WebSocket }));
    await once(socket, 'open');
    return {
      client,
      wire: {
        sendRaw: (frame) => socket.send(frame),
        closeClient: () => socket.close(),
        closeServer: () => {
          for (const each of server.clients) each.close();
        },
        closed,
      },
      async close() {
        socket.terminate();
        await closed;
        await new Promise((resolve) => server.close(resolve));
      },
    };
  },
};

/** A new transport is one entry here: the whole suite runs over it. */
export const transports: readonly TransportUnderTest[] = [inProcess, webSocket, messagePort];
