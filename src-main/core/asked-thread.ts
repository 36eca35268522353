import { parentPort, Worker } from 'node:worker_threads';
import { type ErrorValue, fromErrorValue, PegboardError, toErrorValue } from '#shared/errors.ts';
import { throwIfCancelled } from './cancellation.ts';

/** What a thread is told. */
type ToThread<Question> =
  | { readonly type: 'ask'; readonly id: number; readonly question: Question }
  | { readonly type: 'cancel'; readonly id: number };

/** What it says. */
type FromThread<Answer> =
  | { readonly id: number; readonly answer: Answer }
  | { readonly id: number; readonly error: ErrorValue };

interface Waiting<Answer> {
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: unknown) => void;
}

/** A thread with what waits for it: when it ends, these fail and no others. */
interface Running<Answer> {
  readonly worker: Worker;
  readonly waiting: Map<number, Waiting<Answer>>;
}

/** Milliseconds without a question after which a thread ends and gives its memory back. */
const idleMs = 120_000;

/** A thread that is started by the first question and kept for those that follow. Its script calls `answerQuestions`. */
export class AskedThread<Question, Answer> {
  readonly #script: URL;
  /** What its script finds as `workerData`. */
  readonly #data: unknown;
  #thread: Running<Answer> | undefined;
  #idle: NodeJS.Timeout | undefined;
  #count = 0;

  constructor(script: URL, data?: unknown) {
    this.#script = script;
    this.#data = data;
  }

  /** Errors: those of the answer; `cancelled`; the reason why the thread ended. */
  ask(question: Question, signal?: AbortSignal): Promise<Answer> {
    throwIfCancelled(signal);
    clearTimeout(this.#idle);
    this.#thread ??= this.#started();
    const { worker, waiting } = this.#thread;
    const id = ++this.#count;
    const post = (message: ToThread<Question>) => worker.postMessage(message);
    const cancel = () => post({ type: 'cancel', id });
    signal?.addEventListener('abort', cancel, { once: true });
    return new Promise<Answer>((resolve, reject) => {
      waiting.set(id, { resolve, reject });
      post({ type: 'ask', id, question });
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

  #started(): Running<Answer> {
    const worker = new Worker(this.#script, { workerData: this.#data });
    const thread: Running<Answer> = { worker, waiting: new Map() };
    worker.on('message', (message: FromThread<Answer>) => {
      const waiting = thread.waiting.get(message.id);
      if ('answer' in message) waiting?.resolve(message.answer);
      else waiting?.reject(fromErrorValue(message.error));
    });
    worker.on('error', (error) => this.#end(thread, error));
    worker.on('exit', (code) => this.#end(thread, new Error(`A thread ended with code ${code}.`)));
    return thread;
  }

  /** The next question starts another. */
  #end(thread: Running<Answer>, reason: unknown): void {
    if (this.#thread === thread) this.#thread = undefined;
    for (const { reject } of thread.waiting.values()) reject(reason);
    thread.waiting.clear();
  }

  #endWhenIdle(): void {
    clearTimeout(this.#idle);
    this.#idle = setTimeout(() => void this.close(), idleMs).unref();
  }
}

/** In the script of such a thread: answers what it is asked. The signal is that of the asker. */
export function answerQuestions<Question, Answer>(
  answer: (question: Question, signal: AbortSignal) => Answer | Promise<Answer>,
): void {
  const asked = new Map<number, AbortController>();
  const reply = (message: FromThread<Answer>) => parentPort?.postMessage(message);
  parentPort?.on('message', async (message: ToThread<Question>) => {
    const { id } = message;
    if (message.type === 'cancel') {
      asked.get(id)?.abort();
      return;
    }
    const stop = new AbortController();
    asked.set(id, stop);
    try {
      reply({ id, answer: await answer(message.question, stop.signal) });
    } catch (error) {
      reply({ id, error: toErrorValue(error) });
    } finally {
      asked.delete(id);
    }
  });
}
