import { RPCLink } from '@orpc/client/websocket';
import { callHeaders, type OpenTransport } from './transport.ts';
import { WorkerSocket } from './worker-socket.ts';

/**
 * Connects to `pegboard serve`. The token travels as a subprotocol: a browser cannot set headers on a WebSocket, and a URL
 * would put it into logs.
 */
export function websocketTransport({ host, token }: { host: string; token: string }): OpenTransport {
  return (signal) =>
    new Promise((resolve, reject) => {
      const scheme = window.location.protocol === 'https:' ? 'wss' : 'ws';
      const Socket = window.crossOriginIsolated ? WorkerSocket : WebSocket;
      const websocket = new Socket(`${scheme}://${host}/rpc`, ['pegboard', `token.${token}`]);
      const closed = new Promise<void>((done) => websocket.addEventListener('close', () => done(), { once: true }));
      const abandon = () => websocket.close();
      signal.addEventListener('abort', abandon, { once: true });
      websocket.addEventListener('close', () => reject(new Error('The WebSocket closed before it was open.')));
      websocket.addEventListener('open', () => {
        signal.removeEventListener('abort', abandon);
        resolve({ link: new RPCLink({ websocket, headers: callHeaders }), closed, close: () => websocket.close() });
      });
    });
}
