import { Worker } from 'node:worker_threads';
import type { WhyNot, WhyNotRequest } from '#shared/domain/why-not.ts';
import { type ErrorValue, fromErrorValue, PegboardError } from '#shared/errors.ts';
import { throwIfCancelled } from '../cancellation.ts';
import type { AskedModel } from '../search/understanding/model-answer.ts';

/** The data that the thread gets when it starts. */
export interface WhyNotThreadData {
  readonly fts: 'detect' | 'off';
}

/** What it is asked. */
export type WhyNotQuestion =
  | {
      readonly type: 'ask';
      readonly id: number;
      readonly root: string;
      readonly revision: string;
      readonly request: WhyNotRequest;
      readonly model?: AskedModel | undefined;
    }
  | { readonly type: 'cancel'; readonly id: number };

/** What it says. */
export type WhyNotReply =
  | { readonly id: number; readonly answer: WhyNot }
  | { readonly id: number; readonly error: ErrorValue };

interface Waiting {
  readonly resolve: (answer: WhyNot) => void;
  readonly reject: (error: unknown) => void;
}

/** Milliseconds without a question after which the thread ends and gives its indexes back. */
const idleMs = 120_000;

/** A thread with what waits for it: when it ends, these fail and no others. */
interface Running {
  readonly worker: Worker;
  readonly waiting: Map<number, Waiting>;
}

/** A thread that is started by the first question and kept for those that follow: its indexes serve them all. */
export class WhyNotThread {
  readonly #script: URL;
  readonly #data: WhyNotThreadData;
  #thread: Running | undefined;
  #idle: NodeJS.Timeout | undefined;
  #count = 0;

  constructor(script: URL, data: WhyNotThreadData) {
    this.#script = script;
    this.#data = data;
  }

  /** Errors: those of `WhyNotQueue.answer`, `config_changed` when the files are not those of the revision. */
  ask(question: Omit<Extract<WhyNotQuestion, { type: 'ask' }>, 'type' | 'id'>, signal?: AbortSignal): Promise<WhyNot> {
    throwIfCancelled(signal);
    clearTimeout(this.#idle);
    this.#thread ??= this.#started();
    const { worker, waiting } = this.#thread;
    const id = ++this.#count;
    const post = (message: WhyNotQuestion) => worker.postMessage(message);
    const cancel = () => post({ type: 'cancel', id });
    signal?.addEventListener('abort', cancel, { once: true });
    return new Promise<WhyNot>((resolve, reject) => {
      waiting.set(id, { resolve, reject });
      post({ type: 'ask', id, ...question });
    }).finally(() => {
      signal?.removeEventListener('abort', cancel);
      waiting.delete(id);
      if (waiting.size === 0 && this.#thread?.worker === worker) this.#endWhenIdle();
    });
  }

  /** Ends the thread; what waits for it fails. Error of that: `cancelled`. */
  async close(): Promise<void> {
    clearTimeout(this.#idle);
    const thread = this.#thread;
    if (!thread) return;
    this.#end(thread, new PegboardError('cancelled', 'The workspace was closed meanwhile.'));
    await thread.worker.terminate();
  }

  #started(): Running {
    const worker = new Worker(this.#script, { workerData: this.#data });
    const thread: Running = { worker, waiting: new Map() };
    worker.on('message', (message: WhyNotReply) => {
      const waiting = thread.waiting.get(message.id);
      if ('answer' in message) waiting?.resolve(message.answer);
      else waiting?.reject(fromErrorValue(message.error));
    });
    worker.on('error', (error) => this.#end(thread, error));
    worker.on('exit', (code) => this.#end(thread, new Error(`The thread of "why not" ended with code ${code}.`)));
    return thread;
  }

  /** The next question starts another. */
  #end(thread: Running, reason: unknown): void {
    if (this.#thread === thread) this.#thread = undefined;
    for (const { reject } of thread.waiting.values()) reject(reason);
    thread.waiting.clear();
  }

  #endWhenIdle(): void {
    clearTimeout(this.#idle);
    this.#idle = setTimeout(() => void this.close(), idleMs).unref();
  }
}
