import { EventEmitter } from 'node:events';

/** Where the messages for a port go once it has been handed to a page. */
export interface RemoteEnd {
  post(data: unknown): void;
  close(): void;
}

/**
 * An end of a channel in the main process. As with the real one, messages wait for `start`, and `close` is emitted when the
 * other end goes, never at the end that was closed.
 */
export class MessagePortMain extends EventEmitter {
  peer: MessagePortMain | undefined;
  #remote: RemoteEnd | undefined;
  #waiting: unknown[] | undefined = [];

  start(): void {
    const waiting = this.#waiting ?? [];
    this.#waiting = undefined;
    for (const data of waiting) this.emit('message', { data, ports: [] });
  }
  postMessage(data: unknown): void {
    this.peer?.receive(data);
  }
  close(): void {
    const { peer } = this;
    this.peer = undefined;
    peer?.disconnected();
  }

  /** Hands this end to a page. */
  transfer(remote: RemoteEnd): void {
    this.#remote = remote;
  }
  private receive(data: unknown): void {
    if (this.#remote) this.#remote.post(data);
    else if (this.#waiting) this.#waiting.push(data);
    else this.emit('message', { data, ports: [] });
  }
  private disconnected(): void {
    this.peer = undefined;
    this.#remote?.close();
    this.emit('close');
  }
}

export class MessageChannelMain {
  readonly port1 = new MessagePortMain();
  readonly port2 = new MessagePortMain();
  constructor() {
    this.port1.peer = this.port2;
    this.port2.peer = this.port1;
  }
}
