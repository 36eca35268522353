import { setImmediate } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { fromErrorValue, PegboardError } from '#shared/errors.ts';
import { throwIfCancelled } from '../cancellation.ts';
import type { FromEngineWorker, ToEngineWorker } from './engine-messages.ts';
import { type EngineAudience, type EngineRunner, type JobOptions, LoadedAudiences } from './engine-runner.ts';
import type { EngineTool } from './scored-engine.ts';

/** Tools of one message: copying them takes a few milliseconds. */
const slice = 100;

type Answer = Exclude<FromEngineWorker, { type: 'progress' | 'error' }>;

interface Waiting {
  resolve(answer: Answer): void;
  reject(error: unknown): void;
  readonly onProgress: JobOptions['onProgress'];
}

/** Runs engines in a thread of its own, started at the first call. When the thread dies, its calls fail and the next starts another. */
export class EngineThread implements EngineRunner {
  readonly #script: URL;
  #worker: Worker | undefined;
  #audiences = new LoadedAudiences();
  #loading: Promise<void> = Promise.resolve();
  #waiting = new Map<number, Waiting>();
  #lastId = 0;

  constructor(script: URL) {
    this.#script = script;
  }

  async search(...[audience, query, signal]: Parameters<EngineRunner['search']>) {
    const answer = await this.#ask(audience, (id) => ({ type: 'search', id, key: audience.key, ...query }), {
      signal,
      onProgress: () => {},
    });
    return answer.type === 'columns' ? answer.columns : [];
  }

  async confusable(...[audience, job, options]: Parameters<EngineRunner['confusable']>) {
    const answer = await this.#ask(audience, (id) => ({ type: 'confusable', id, key: audience.key, ...job }), options);
    if (answer.type === 'report') return answer.report;
    throw new Error('The engine worker answered another question.');
  }

  close(): void {
    this.#end(new PegboardError('cancelled', 'The workspace was closed meanwhile.'));
  }

  async #ask(
    audience: EngineAudience,
    messageOf: (id: number) => ToEngineWorker,
    { signal, onProgress }: JobOptions,
  ): Promise<Answer> {
    // One audience after the other: slices of two must not mix, and a question follows its tools.
    const loaded = this.#loading.then(() => this.#load(audience));
    this.#loading = loaded.catch(() => {});
    await loaded;
    throwIfCancelled(signal);
    const id = ++this.#lastId;
    const stop = () => this.#post({ type: 'cancel', id });
    signal?.addEventListener('abort', stop, { once: true });
    return new Promise<Answer>((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject, onProgress });
      this.#post(messageOf(id));
    }).finally(() => {
      this.#waiting.delete(id);
      signal?.removeEventListener('abort', stop);
    });
  }

  async #load({ key, tools }: EngineAudience): Promise<void> {
    let fresh: readonly EngineTool[] | undefined;
    this.#audiences.use(key, {
      load: () => {
        fresh = tools();
      },
      forget: (oldest) => this.#post({ type: 'forget', key: oldest }),
    });
    if (!fresh) return;
    const worker = this.#started();
    for (let start = 0; start === 0 || start < fresh.length; start += slice) {
      const isLast = start + slice >= fresh.length;
      this.#post({ type: 'tools', key, tools: fresh.slice(start, start + slice).map(readPart), isLast });
      await setImmediate();
      // Whatever comes next would find a part of the tools only.
      if (this.#worker !== worker) throw new Error('The engine worker ended while it received its tools.');
    }
  }

  #post(message: ToEngineWorker): void {
    this.#started().postMessage(message);
  }

  #started(): Worker {
    if (this.#worker) return this.#worker;
    const worker = new Worker(this.#script);
    worker.unref();
    worker.on('message', (message: FromEngineWorker) => this.#take(message));
    worker.on('error', (error) => this.#end(error));
    worker.on('exit', (code) => this.#end(new Error(`The engine worker ended with code ${code}.`), worker));
    this.#worker = worker;
    return worker;
  }

  #take(message: FromEngineWorker): void {
    const waiting = this.#waiting.get(message.id);
    if (message.type === 'progress') waiting?.onProgress(message.done, message.total);
    else if (message.type === 'error') waiting?.reject(fromErrorValue(message.error));
    else waiting?.resolve(message);
  }

  /** Lets go of the thread; everything that waits for it fails. `of`: only when it is still this one. */
  #end(reason: unknown, of: Worker | undefined = this.#worker): void {
    if (!this.#worker || this.#worker !== of) return;
    const worker = this.#worker;
    this.#worker = undefined;
    this.#audiences = new LoadedAudiences();
    for (const { reject } of this.#waiting.values()) reject(reason);
    this.#waiting.clear();
    void worker.terminate();
  }
}

/** What engines read, and nothing else: less to copy. */
function readPart(tool: EngineTool): EngineTool {
  const { name, namespace, title, description, tags, category, phrases, hypothetical_queries, usage_hint } = tool;
  const { aliases, input_schema } = tool;
  return {
    name,
    namespace,
    title,
    description,
    tags,
    category,
    phrases,
    hypothetical_queries,
    usage_hint,
    aliases,
    input_schema,
  };
}
