import {
  deserializeMessage,
  type JSONRPCMessage,
  serializeMessage,
  type Transport,
} from '@modelcontextprotocol/client';
import type { ServerLog } from '#shared/domain/live-source.ts';
import { PegboardError } from '#shared/errors.ts';
import type { McpLimits } from './mcp-limits.ts';
import type { ProcessExit, ServerCommand, ServerProcess, StartServer } from './server-process.ts';
import { type ConnectProgress, followStart } from './start-progress.ts';
import { endBytes, idAtEnds, tooLargeAnswer } from './too-large.ts';

/** Up to this many lines of stdout that are not messages are skipped: some servers print a greeting. */
const maximumStrayLines = 1_000;

/** Messages of one session: each costs time, also one of a few bytes. The longest list has 2,000 pages. */
const maximumMessages = 50_000;

/** How long `settle` waits, milliseconds. */
const settleMs = 250;

/** How the SDK numbers its question for the current protocol. */
const probeId = 'server-discover-probe';

export interface StdioTransportOptions {
  readonly start: StartServer;
  readonly limits: McpLimits;
  /** Told how the start goes, and what the server writes to stderr. */
  readonly tell?: ((progress: ConnectProgress) => void) | undefined;
}

/** MCP over the stdin and stdout of a process, a message a line, with limits that a hostile server cannot pass. */
export class StdioTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: Transport['onmessage'];
  /** What ended the session, where the transport itself knows. */
  failure: PegboardError | undefined;
  /** The first line of stdout that was no message. */
  strayLine: string | undefined;
  exit: ProcessExit | undefined;
  /** The server answered the question for the current protocol, however late. */
  speaksCurrent = false;
  readonly #command: ServerCommand;
  readonly #start: StartServer;
  readonly #limits: McpLimits;
  readonly #tell: (progress: ConnectProgress) => void;
  #process: ServerProcess | undefined;
  #pending: Buffer[] = [];
  #pendingBytes = 0;
  #sessionBytes = 0;
  #sessionMessages = 0;
  #strayLines = 0;
  #stderrBefore: string | undefined;
  #closing: Promise<void> | undefined;
  #sending: Promise<void> = Promise.resolve();
  #endLooking = () => {};

  constructor(command: ServerCommand, { start, limits, tell = () => {} }: StdioTransportOptions) {
    this.#command = command;
    this.#start = start;
    this.#limits = limits;
    this.#tell = tell;
  }

  /** With `stderr`, what the SDK knows a transport over pipes by: there, silence means an older server. */
  get pid(): number | null {
    return this.#process?.pid ?? null;
  }

  get stderr(): null {
    return null;
  }

  async start(): Promise<void> {
    const started = this.#start(this.#command);
    this.#process = started;
    started.stdout.on('data', (chunk: Buffer) => this.#receive(chunk));
    void started.ended.then((exit) => {
      // A process that we ended ourselves says nothing about the server.
      if (!this.#closing) this.exit = exit;
      this.#readLine();
      void this.close();
    });
    await started.started;
    this.#endLooking = followStart(started, this.#command, this.#tell);
  }

  /** The server has answered: nothing more is to be found out about its start. */
  answered(): void {
    this.#endLooking();
  }

  /** Waits a moment for a process that is about to end, so that `exit` and stderr are known. */
  async settle(): Promise<void> {
    if (this.#closing || !this.#process) return;
    const ended = this.#process.ended;
    await Promise.race([ended, new Promise((proceed) => setTimeout(proceed, settleMs))]);
  }

  /** The end of its stderr; where we ended it, of what it said before that. */
  stderrTail(): string {
    return this.#stderrBefore ?? this.#process?.stderrTail() ?? '';
  }

  /** The end of its stderr for people to read. */
  stderrLog(): ServerLog {
    return this.#process?.stderrLog() ?? { text: '', truncated: false };
  }

  /** Its output so far no longer counts against the limit of a session. */
  forgetBytes(): void {
    this.#sessionBytes = 0;
    this.#sessionMessages = 0;
  }

  /** Messages wait in a line, so that a server that does not read has one of them waiting at its pipe and not all. */
  send(message: JSONRPCMessage): Promise<void> {
    const sent = this.#sending.then(() => this.#write(message));
    this.#sending = sent.catch(() => {});
    return sent;
  }

  async #write(message: JSONRPCMessage): Promise<void> {
    const stdin = this.#process?.stdin;
    if (!stdin?.writable) throw new Error('The server stopped reading.');
    if (!stdin.write(serializeMessage(message))) {
      await new Promise<void>((proceed) => {
        const events = ['drain', 'close', 'error'];
        const done = () => {
          for (const event of events) stdin.off(event, done);
          proceed();
        };
        for (const event of events) stdin.on(event, done);
      });
    }
  }

  /** Ends the server with everything it started. */
  close(): Promise<void> {
    this.#closing ??= (async () => {
      await this.#process?.stop(this.#limits.stopMs);
      this.onclose?.();
    })();
    return this.#closing;
  }

  #receive(chunk: Buffer): void {
    if (this.failure) return;
    this.#sessionBytes += chunk.length;
    if (this.#sessionBytes > this.#limits.maximumSessionBytes) {
      this.#fail(`sends more than ${mebibytes(this.#limits.maximumSessionBytes)} in one session`);
      return;
    }
    let from = 0;
    for (let at = chunk.indexOf(10); at >= 0 && !this.failure; at = chunk.indexOf(10, from)) {
      this.#append(chunk.subarray(from, at));
      this.#readLine();
      from = at + 1;
    }
    this.#append(chunk.subarray(from));
  }

  #append(part: Buffer): void {
    if (part.length === 0 || this.failure) return;
    this.#pending.push(part);
    this.#pendingBytes += part.length;
    if (this.#pendingBytes <= this.#limits.maximumMessageBytes) return;
    // Of a message that is too large, both ends are kept: they say which request it answers.
    const whole = Buffer.concat(this.#pending);
    this.#pending = [
      Buffer.from(whole.subarray(0, endBytes)),
      Buffer.from(whole.subarray(endBytes).subarray(-endBytes)),
    ];
  }

  /** Only the request fails whose answer is too large; a message of nobody knows which request ends the session. */
  #refuseLarge(line: string): void {
    const id = idAtEnds(line, line);
    if (id === undefined) this.#fail(`sends a message of more than ${mebibytes(this.#limits.maximumMessageBytes)}`);
    else this.onmessage?.(tooLargeAnswer(id));
  }

  #readLine(): void {
    const line = Buffer.concat(this.#pending).toString('utf8').trim();
    const isTooLarge = this.#pendingBytes > this.#limits.maximumMessageBytes;
    this.#pending = [];
    this.#pendingBytes = 0;
    if (this.failure) return;
    if (isTooLarge) {
      this.#refuseLarge(line);
      return;
    }
    let message: JSONRPCMessage;
    try {
      message = deserializeMessage(line);
    } catch {
      if (line !== '') this.strayLine ??= line.slice(0, 200);
      this.#strayLines += 1;
      if (this.#strayLines > maximumStrayLines) this.#end(this.#rubbish());
      return;
    }
    this.#sessionMessages += 1;
    if (this.#sessionMessages > maximumMessages) {
      this.#fail(`sends more than ${maximumMessages.toLocaleString('en')} messages`);
      return;
    }
    if ('result' in message && String(message.id).startsWith(probeId)) this.speaksCurrent = true;
    this.onmessage?.(message);
  }

  #rubbish(): PegboardError {
    const what = this.strayLine === undefined ? 'empty lines' : `text, first: ${this.strayLine}`;
    return new PegboardError(
      'server_protocol',
      `The server writes more than ${maximumStrayLines} lines to stdout that are not MCP messages: ${what}`,
      { hint: 'Check the command. A server must write only messages to stdout, and its log to stderr.' },
    );
  }

  #fail(what: string): void {
    this.#end(
      new PegboardError('server_protocol', `The server ${what}, which is the limit.`, {
        hint: 'Let the server list fewer tools, or report it to its authors.',
      }),
    );
  }

  #end(failure: PegboardError): void {
    this.failure = failure;
    this.#stderrBefore = this.stderrTail();
    this.#pending = [];
    this.#process?.stdout.destroy();
    void this.close();
  }
}

const mebibytes = (bytes: number) => `${bytes / 1024 / 1024} MiB`;
