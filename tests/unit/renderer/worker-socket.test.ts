import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Mailbox } from '../../../src-renderer/platform/mailbox.ts';
import type { SocketOrder, SocketReport } from '../../../src-renderer/platform/socket-worker.ts';
import { WorkerSocket } from '../../../src-renderer/platform/worker-socket.ts';

/** The worker's side, whose reports wait until the page has a task for them. */
class HeldWorker extends EventTarget {
  static last: HeldWorker;
  readonly sent: unknown[] = [];
  readonly #reports: SocketReport[] = [];
  isEnded = false;
  #mailbox = new Mailbox();

  constructor() {
    super();
    HeldWorker.last = this;
  }

  postMessage(order: SocketOrder): void {
    if (order.type === 'open') this.#mailbox = new Mailbox(order.memory);
    else this.sent.push(order.type === 'send' ? order.data : order.type);
  }

  terminate(): void {
    this.isEnded = true;
  }

  /** The server sent a message. Whether it lies in the shared memory. */
  receive(data: unknown): boolean {
    const lies = this.#mailbox.put(data);
    this.report(lies ? { type: 'mail' } : { type: 'message', data });
    return lies;
  }

  report(report: SocketReport): void {
    this.#reports.push(report);
  }

  /** One task of the page. Whether there was one. */
  runTask(): boolean {
    const report = this.#reports.shift();
    if (report) this.dispatchEvent(new MessageEvent('message', { data: report }));
    return report !== undefined;
  }
}

let frames: (() => void)[] = [];
const drawFrame = () => {
  for (const look of frames.splice(0)) look();
};

function openSocket() {
  const socket = new WorkerSocket('ws://127.0.0.1/rpc', ['pegboard']);
  const heard: unknown[] = [];
  socket.addEventListener('message', (event) => heard.push((event as MessageEvent).data));
  return { socket, heard, worker: HeldWorker.last };
}

beforeEach(() => {
  frames = [];
  vi.stubGlobal('Worker', HeldWorker);
  vi.stubGlobal('requestAnimationFrame', (look: () => void) => frames.push(look));
});

afterEach(() => vi.unstubAllGlobals());

describe('a socket that a worker holds', () => {
  it('gives an answer to the frame that comes before the task', () => {
    const { socket, heard, worker } = openSocket();
    socket.send('a key');
    expect(worker.sent).toEqual(['a key']);
    worker.receive('its answer');
    expect(heard).toEqual([]);
    drawFrame();
    expect(heard).toEqual(['its answer']);
    worker.runTask();
    expect(heard).toEqual(['its answer']);
  });

  it('keeps every message, once and in order, whenever the server speaks and the page draws or has a task', () => {
    const longest = 256 * 1024;
    const texts = fc.oneof(
      { weight: 6, arbitrary: fc.string({ unit: 'binary', maxLength: 40 }) },
      // As long as the memory in UTF-16, and longer in UTF-8; around what fits; nothing; bytes.
      { weight: 2, arbitrary: fc.constantFrom('é'.repeat(longest), 'e'.repeat(longest), 'e'.repeat(longest + 1), '') },
      { weight: 1, arbitrary: fc.uint8Array({ maxLength: 4 }) },
    );
    const steps = fc.array(
      fc.oneof(
        { weight: 3, arbitrary: texts.map((says) => ({ says })) },
        { weight: 4, arbitrary: fc.constantFrom('task', 'frame', 'send') },
      ),
      { maxLength: 60 },
    );
    let shared = 0;
    fc.assert(
      fc.property(steps, (steps) => {
        const { socket, heard, worker } = openSocket();
        const said: unknown[] = [];
        for (const step of steps) {
          if (step === 'task') worker.runTask();
          else if (step === 'frame') drawFrame();
          else if (step === 'send') socket.send('x');
          else {
            // What a socket gets is text of whole characters.
            const message = typeof step.says === 'string' ? step.says.toWellFormed() : step.says;
            said.push(message);
            if (worker.receive(message)) shared++;
          }
        }
        while (worker.runTask());
        expect(heard).toEqual(said);
      }),
      { numRuns: 300 },
    );
    expect(shared).toBeGreaterThan(50);
  });

  it('opens and closes as the one of the worker, and hears what came before the end', () => {
    const { socket, heard, worker } = openSocket();
    const events: string[] = [];
    for (const type of ['open', 'close']) socket.addEventListener(type, () => events.push(type));
    expect(socket.readyState).toBe(WebSocket.CONNECTING);
    worker.report({ type: 'open' });
    worker.runTask();
    expect(socket.readyState).toBe(WebSocket.OPEN);
    socket.close();
    expect([socket.readyState, worker.sent]).toEqual([WebSocket.CLOSING, ['close']]);
    worker.receive('the last words');
    worker.report({ type: 'close' });
    while (worker.runTask());
    expect([socket.readyState, heard, events]).toEqual([WebSocket.CLOSED, ['the last words'], ['open', 'close']]);
    expect(worker.isEnded).toBe(true);
  });

  it('is closed when its worker cannot run', () => {
    const { socket, worker } = openSocket();
    const closed = vi.fn();
    socket.addEventListener('close', closed);
    worker.dispatchEvent(new Event('error'));
    expect(closed).toHaveBeenCalledOnce();
    expect(socket.readyState).toBe(WebSocket.CLOSED);
  });
});
