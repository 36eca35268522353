import { Mailbox } from './mailbox.ts';
import type { SocketOrder, SocketReport } from './socket-worker.ts';

/**
 * A WebSocket that a worker holds, with the events and methods that a link of oRPC needs. After a key, Chromium draws a frame
 * before it gives the page its messages, so an answer that came in time would be drawn one frame late. The worker gets
 * it at once and lays it into memory that the page looks at right before it draws (`Mailbox`). The page must be cross-origin isolated.
 */
export class WorkerSocket extends EventTarget {
  readonly #worker = new Worker(new URL('./socket-worker.ts', import.meta.url), { type: 'module' });
  readonly #mailbox = new Mailbox();
  #readyState: WebSocket['readyState'] = WebSocket.CONNECTING;
  #looks = false;

  constructor(url: string, protocols: string[]) {
    super();
    this.#worker.addEventListener('message', ({ data }: MessageEvent<SocketReport>) => this.#hear(data));
    this.#worker.addEventListener('error', () => this.#hear({ type: 'close' }));
    this.#order({ type: 'open', url, protocols, memory: this.#mailbox.memory });
  }

  get readyState(): WebSocket['readyState'] {
    return this.#readyState;
  }

  send(data: Parameters<WebSocket['send']>[0]): void {
    this.#order({ type: 'send', data });
    if (this.#looks) return;
    this.#looks = true;
    requestAnimationFrame(() => {
      this.#looks = false;
      this.#readMail();
    });
  }

  close(): void {
    this.#readyState = WebSocket.CLOSING;
    this.#order({ type: 'close' });
  }

  #order(order: SocketOrder): void {
    this.#worker.postMessage(order);
  }

  #hear(report: SocketReport): void {
    // What lies in the mailbox came before whatever is posted.
    this.#readMail();
    if (report.type === 'message') {
      this.#mailbox.countPosted();
      this.#deliver(report.data);
    } else if (report.type === 'open') {
      this.#readyState = WebSocket.OPEN;
      this.dispatchEvent(new Event('open'));
    } else if (report.type === 'close') {
      this.#readyState = WebSocket.CLOSED;
      this.#worker.terminate();
      this.dispatchEvent(new Event('close'));
    }
  }

  #readMail(): void {
    const text = this.#mailbox.take();
    if (text !== undefined) this.#deliver(text);
  }

  #deliver(data: unknown): void {
    this.dispatchEvent(new MessageEvent('message', { data }));
  }
}
