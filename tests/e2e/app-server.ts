import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join, resolve } from 'node:path';
import type { Order } from './serve-in-turn.ts';

type Told = { readonly line: string } | { readonly code: number };

/**
 * Serves the app for the tests of a worker, one after the other, in a process that stays. The address stays too, so that the page of
 * a worker has its scripts compiled already.
 */
export class AppServer {
  readonly #child = fork(join(import.meta.dirname, 'serve-in-turn.ts'), {
    execArgv: ['--disable-warning=ExperimentalWarning'],
    // Half of its start is reading and compiling the sources.
    env: { ...process.env, NODE_COMPILE_CACHE: resolve(import.meta.dirname, '../../node_modules/.cache/e2e') },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  #port: number | undefined;

  /** Starts the app and returns its address. Error: it ended before it had one. */
  async start(args: readonly string[], env: NodeJS.ProcessEnv): Promise<string> {
    const port = this.#port === undefined ? [] : ['--port', String(this.#port)];
    this.#order({ serve: { args: [...args, ...port], env } });
    const told = await this.#next();
    if (!('line' in told)) {
      if (this.#port === undefined) throw new Error(`pegboard serve ended with ${told.code} before it had an address`);
      // Another program took the port between two tests.
      this.#port = undefined;
      return this.start(args, env);
    }
    const { url, port: taken } = JSON.parse(told.line) as { url: string; port: number };
    this.#port = taken;
    return url;
  }

  /** Ends the app; the process stays for the next one. */
  async stop(): Promise<void> {
    this.#order('stop');
    await this.#next();
  }

  async end(): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    this.#child.disconnect();
    await once(this.#child, 'exit');
  }

  #order(order: Order): void {
    this.#child.send(order);
  }

  async #next(): Promise<Told> {
    const heard = new AbortController();
    try {
      return await Promise.race([
        once(this.#child, 'message', heard).then(([message]) => message as Told),
        once(this.#child, 'exit', heard).then(([code]): Told => ({ code: Number(code) })),
      ]);
    } finally {
      heard.abort();
    }
  }
}
