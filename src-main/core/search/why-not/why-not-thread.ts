import { Worker } from 'node:worker_threads';
import type { WhyNot, WhyNotRequest } from '#shared/domain/why-not.ts';
import { type ErrorValue, fromErrorValue } from '#shared/errors.ts';
import { throwIfCancelled } from '../../cancellation.ts';

/** What the thread is told when it starts. */
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

/** A thread that is started by the first question and kept for those that follow: its indexes serve them all. */
export class WhyNotThread {
  readonly #script: URL;
  readonly #data: WhyNotThreadData;
  readonly #waiting = new Map<number, Waiting>();
  #worker: Worker | undefined;
  #idle: NodeJS.Timeout | undefined;
  #count = 0;

  constructor(script: URL, data: WhyNotThreadData) {
    this.#script = script;
    this.#data = data;
  }

  /** Errors: those of `WhyNotDesk.answer`, `config_changed` when the files are not those of the revision. */
  ask(
    question: { readonly root: string; readonly revision: string; readonly request: WhyNotRequest },
    signal?: AbortSignal,
  ): Promise<WhyNot> {
    throwIfCancelled(signal);
    const worker = this.#running();
    const id = ++this.#count;
    const post = (message: WhyNotQuestion) => worker.postMessage(message);
    const cancel = () => post({ type: 'cancel', id });
    signal?.addEventListener('abort', cancel, { once: true });
    return new Promise<WhyNot>((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      post({ type: 'ask', id, ...question });
    }).finally(() => {
      signal?.removeEventListener('abort', cancel);
      this.#waiting.delete(id);
      if (this.#waiting.size === 0) this.#endWhenIdle();
    });
  }

  async close(): Promise<void> {
    clearTimeout(this.#idle);
    const worker = this.#worker;
    this.#worker = undefined;
    await worker?.terminate();
  }

  #running(): Worker {
    clearTimeout(this.#idle);
    if (this.#worker) return this.#worker;
    const worker = new Worker(this.#script, { workerData: this.#data });
    this.#worker = worker;
    const fail = (error: unknown) => {
      if (this.#worker === worker) this.#worker = undefined;
      for (const { reject } of this.#waiting.values()) reject(error);
    };
    worker.on('message', (message: WhyNotReply) => {
      const waiting = this.#waiting.get(message.id);
      if ('answer' in message) waiting?.resolve(message.answer);
      else waiting?.reject(fromErrorValue(message.error));
    });
    worker.on('error', fail);
    worker.on('exit', (code) => fail(new Error(`The thread of "why not" ended with code ${code}.`)));
    return worker;
  }

  #endWhenIdle(): void {
    clearTimeout(this.#idle);
    this.#idle = setTimeout(() => void this.close(), idleMs).unref();
  }
}
