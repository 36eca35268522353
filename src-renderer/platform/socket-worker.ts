import { Mailbox } from './mailbox.ts';

/** What the page says to the worker. */
export type SocketOrder =
  | { readonly type: 'open'; readonly url: string; readonly protocols: string[]; readonly memory: SharedArrayBuffer }
  | { readonly type: 'send'; readonly data: Parameters<WebSocket['send']>[0] }
  | { readonly type: 'close' };

/** What the worker says to the page; `mail` is a message that lies in the mailbox. */
export type SocketReport =
  | { readonly type: 'open' | 'close' | 'mail' }
  | { readonly type: 'message'; readonly data: unknown };

const report = (what: SocketReport) => postMessage(what);

let socket: WebSocket | undefined;

addEventListener('message', ({ data: order }: MessageEvent<SocketOrder>) => {
  if (order.type === 'open') socket = open(order.url, order.protocols, new Mailbox(order.memory));
  else if (order.type === 'send') socket?.send(order.data);
  else socket?.close();
});

function open(url: string, protocols: string[], mailbox: Mailbox): WebSocket {
  const opened = new WebSocket(url, protocols);
  opened.addEventListener('open', () => report({ type: 'open' }));
  opened.addEventListener('close', () => report({ type: 'close' }));
  opened.addEventListener('message', ({ data }) =>
    report(mailbox.put(data) ? { type: 'mail' } : { type: 'message', data }),
  );
  return opened;
}
