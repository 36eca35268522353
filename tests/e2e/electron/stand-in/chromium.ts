import { type ChildProcess, spawn } from 'node:child_process';
import { EventEmitter } from 'node:events';
import { createInterface } from 'node:readline';
import type { CDPSession } from '@playwright/test';
import { WebSocket } from 'ws';
import { shortLivedScripts } from '../../browser-flags.ts';

interface Pending {
  resolve(result: unknown): void;
  reject(error: Error): void;
}

/** One DevTools session: of the browser, or of a page in it. Typed as Playwright types its own. */
export class Session extends EventEmitter implements Pick<CDPSession, 'send'> {
  readonly #connection: Connection;
  readonly id: string | undefined;
  constructor(connection: Connection, id?: string) {
    super();
    this.#connection = connection;
    this.id = id;
  }
  readonly send: CDPSession['send'] = (method, params) => this.#connection.send(method, params, this.id) as never;

  /** The session of a page. */
  async attach(targetId: string): Promise<Session> {
    const { sessionId } = await this.send('Target.attachToTarget', { targetId, flatten: true });
    return this.#connection.session(sessionId);
  }
}

/** The DevTools protocol over one WebSocket: calls are answered in order, events go to the session they name. */
class Connection {
  readonly #socket: WebSocket;
  readonly #pending = new Map<number, Pending>();
  readonly #sessions = new Map<string | undefined, Session>();
  #lastId = 0;

  constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.on('message', (text) => this.#receive(JSON.parse(String(text))));
  }

  session(id?: string): Session {
    const session = this.#sessions.get(id) ?? new Session(this, id);
    this.#sessions.set(id, session);
    return session;
  }

  send(method: string, params: unknown, sessionId: string | undefined): Promise<unknown> {
    const id = ++this.#lastId;
    return new Promise((resolve, reject) => {
      this.#pending.set(id, { resolve, reject });
      this.#socket.send(JSON.stringify({ id, method, params, sessionId }));
    });
  }

  #receive(message: Answer): void {
    if (message.id === undefined) {
      this.#sessions.get(message.sessionId)?.emit(message.method, message.params);
      return;
    }
    const pending = this.#pending.get(message.id);
    this.#pending.delete(message.id);
    if (message.error) pending?.reject(new Error(message.error.message));
    else pending?.resolve(message.result);
  }
}

interface Answer {
  readonly id?: number;
  readonly sessionId?: string;
  readonly method: string;
  readonly params: unknown;
  readonly result: unknown;
  readonly error?: { readonly message: string };
}

export interface Chromium {
  /** Where another client, the test, finds the same browser. */
  readonly endpoint: string;
  readonly browser: Session;
}

/** Starts a Chromium of its own profile, with the switches of main, that ends with this process. */
export async function startChromium(
  executable: string,
  profile: string,
  switches: ReadonlyMap<string, string>,
): Promise<Chromium> {
  const args = [
    ...['--headless=new', '--no-sandbox', '--no-first-run', '--no-startup-window'],
    // By the port the test drives the same pages. The pipe is not written to: when it closes, Chromium ends, however this process did.
    ...['--remote-debugging-port=0', '--remote-debugging-pipe'],
    ...['--disable-background-networking', '--disable-component-update', '--disable-sync', '--disable-extensions'],
    ...['--disable-background-timer-throttling', '--disable-renderer-backgrounding'],
    ...['--disable-backgrounding-occluded-windows', '--disable-dev-shm-usage', '--hide-crash-restore-bubble'],
    shortLivedScripts,
    // Nothing outside has an address: what is not answered from here fails.
    '--host-resolver-rules=MAP * ~NOTFOUND',
    ...[`--user-data-dir=${profile}`, '--window-size=1280,800'],
    ...[...switches].map(([name, value]) => `--${name}=${value}`),
  ];
  const child = spawn(executable, args, { stdio: ['ignore', 'ignore', 'pipe', 'pipe', 'pipe'], detached: true });
  process.on('exit', () => endWhole(child));
  const endpoint = await new Promise<string>((resolve, reject) => {
    let complaint = '';
    const stderr = child.stdio[2];
    if (!stderr) return reject(new Error('Chromium has no stderr.'));
    createInterface({ input: stderr }).on('line', (line) => {
      const address = /^DevTools listening on (ws:\S+)/.exec(line)?.[1];
      if (address === undefined) complaint += `${line}\n`;
      else resolve(address);
    });
    child.once('exit', () => reject(new Error(`Chromium ended:\n${complaint}`)));
  });
  const socket = new WebSocket(endpoint, { maxPayload: 0 });
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
  return { endpoint, browser: new Connection(socket).session() };
}

/** Ends it with the processes it started, which would go on writing into its profile. */
function endWhole(child: ChildProcess): void {
  try {
    if (process.platform === 'win32' || child.pid === undefined) child.kill('SIGKILL');
    else process.kill(-child.pid, 'SIGKILL');
  } catch {
    // It has ended already.
  }
}
