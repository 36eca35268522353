import type { MessagePort } from 'node:worker_threads';
import { RequestHeadersPlugin } from '@orpc/server/plugins';
import { type MinimalWebsocket, RPCHandler } from '@orpc/server/websocket';
import type { WebSocket } from 'ws';
import type { Logger } from '#core/logger.ts';
import type { PegboardRouter } from './router.ts';

/** A MessagePortMain of Electron, as far as it is used here. */
export interface MessagePortMainLike {
  on(event: 'message', listener: (event: { data: unknown }) => void): unknown;
  on(event: 'close', listener: () => void): unknown;
  postMessage(message: unknown): void;
  start(): void;
  close(): void;
}

interface ServeOptions {
  readonly logger: Logger;
}

/**
 * Serves the router to one message port: of worker threads, or Electron's MessagePortMain. When the other end closes it, or
 * by the function that is returned, the calls under way are aborted. A malformed frame closes it.
 */
export function serveMessagePort(
  router: PegboardRouter,
  port: MessagePort | MessagePortMainLike,
  { logger }: ServeOptions,
): () => void {
  const connection = serveFrames(router, {
    send: (frame) => port.postMessage(frame),
    close: () => port.close(),
    logger,
  });
  if ('addEventListener' in port) {
    port.on('message', (data: unknown) => connection.receive(data));
  } else {
    port.on('message', (event) => connection.receive(event.data));
  }
  port.on('close', connection.closed);
  port.start();
  return () => {
    // Electron's port emits `close` only when it was the other end.
    connection.closed();
    port.close();
  };
}

/**
 * Serves the router to one WebSocket that is already accepted. Closing it aborts the calls under way. A malformed frame
 * closes it with 1007, a frame over the server's limit (ws does that) with 1009.
 */
export function serveWebSocket(router: PegboardRouter, socket: WebSocket, { logger }: ServeOptions): void {
  const connection = serveFrames(router, {
    send: (frame) => socket.send(frame),
    close: () => socket.close(1007, 'malformed frame'),
    logger,
  });
  socket.on('message', (data, isBinary) => connection.receive(isBinary ? data : String(data)));
  socket.on('close', connection.closed);
  socket.on('error', (error) => logger.warn('A connection failed.', { error: error.message }));
}

type Frame = Parameters<MinimalWebsocket['send']>[0];

/** Both transports carry the same frames, so oRPC's handler for sockets serves either. */
function serveFrames(
  router: PegboardRouter,
  transport: { send(frame: Frame): void; close(): void; readonly logger: Logger },
): { receive(frame: unknown): void; closed(): void } {
  const handler = new RPCHandler(router, { plugins: [new RequestHeadersPlugin()] });
  let open = true;
  // Answers of calls that end after the connection did have nowhere to go.
  const peer: MinimalWebsocket = {
    send: (frame) => {
      if (open) transport.send(frame);
    },
    addEventListener: () => undefined,
  };

  const closed = () => {
    if (!open) return;
    open = false;
    handler.close(peer);
  };
  const refuse = (error?: unknown) => {
    if (!open) return;
    // Only the kind of error: the text of a syntax error quotes the frame.
    const kind = error instanceof Error ? error.name : 'not a frame';
    transport.logger.warn('Closed a connection after a frame that could not be handled.', { kind });
    closed();
    transport.close();
  };

  return {
    receive(frame) {
      if (!open) return;
      if (!isFrame(frame)) return refuse();
      // It rejects for a frame that is not a call; errors of calls are answers.
      handler.message(peer, frame).catch(refuse);
    },
    closed,
  };
}

function isFrame(value: unknown): value is string | ArrayBuffer {
  return typeof value === 'string' || value instanceof ArrayBuffer || value instanceof Uint8Array;
}
