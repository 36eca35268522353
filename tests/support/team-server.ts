import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { hashOfToken } from '#core/gateway/store/stored-tokens.ts';
import { lockOfTools } from './lock.ts';
import { pegboardBin } from './serve-app.ts';
import { write } from './workspace.ts';

/** A caller of a team server, and its operator: what their tokens are. */
export const teamTokens = { ada: 'ada'.padEnd(43, '-'), ops: 'ops'.padEnd(43, '-') } as const;

const yaml = `tool_search: {enabled: true, default_loading_mode: deferred}
gateway: {call_tools: single}
approvals: {sources: {test: {new: quarantine}}}
sources:
  - {name: test, path: sources/test.jsonl, format: tools_jsonl}
`;
const approved = { name: 'shop.order', description: 'Orders something.' };
const waiting = { name: 'shop.erase', description: 'Erases something.' };

/**
 * `pegboard gateway serve` as a process, behind a proxy whose address stays when it ends and starts again. Its workspace has a tool that waits for approval, and the server `crm`,
 * which does not start any more.
 */
export class TeamServer {
  readonly #folder: string;
  readonly #proxy = createServer((asked, answer) => {
    const { method, url: path, headers } = asked;
    const passed = request({ host: '127.0.0.1', port: this.#port, method, path, headers }, (given) => {
      answer.writeHead(given.statusCode ?? 502, given.headers);
      given.pipe(answer);
    });
    passed.on('error', () => answer.destroy());
    asked.pipe(passed);
  });
  #port = 1;
  #process: ChildProcess | undefined;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** What callers use, and what the operator gives to the app. */
  get address(): string {
    return `http://127.0.0.1:${(this.#proxy.address() as AddressInfo).port}`;
  }

  /** Makes the workspace and starts the server; `agreed` is the command of `crm`, whose last argument is a script that goes. */
  async begin(agreed: readonly string[]): Promise<void> {
    this.#proxy.listen(0, '127.0.0.1');
    await once(this.#proxy, 'listening');
    const root = this.#folder;
    write(root, 'sources/test.jsonl', [approved, waiting].map((tool) => JSON.stringify(tool)).join('\n'));
    write(root, 'pegboard.yaml', yaml);
    write(root, 'pegboard.lock', lockOfTools([approved]));
    const entry = (name: keyof typeof teamTokens) => ({ name, hash: hashOfToken(teamTokens[name]), persona: null });
    const settings = { public_url: this.address, tokens: [entry('ada'), entry('ops')], admin: { tokens: ['ops'] } };
    write(root, 'pegboard-gateway.yaml', JSON.stringify({ ...settings, drain_seconds: 0 }));
    const imported = this.#spawn(['import', '--mcp', '--name', 'crm', '--yes', '--', ...agreed]);
    const [code] = await once(imported, 'close');
    if (code !== 0) throw new Error(`The import ended with ${code}.`);
    rmSync(agreed.at(-1) ?? '');
    await this.start();
  }

  /** Resolves when it answers. */
  async start(): Promise<void> {
    const started = this.#spawn(['gateway', 'serve', '--format', 'json']);
    this.#process = started;
    if (!started.stdout) throw new Error('It has no output.');
    const [line] = await once(createInterface(started.stdout), 'line');
    this.#port = (JSON.parse(line) as { port: number }).port;
  }

  /** Ends the process; the address stays, and nothing answers there. */
  async stop(): Promise<void> {
    const ending = this.#process;
    this.#process = undefined;
    if (!ending || ending.exitCode !== null || ending.signalCode !== null) return;
    ending.kill('SIGKILL');
    await once(ending, 'close');
  }

  /** Calls a tool through the gateway as `ada`; whether it failed. */
  async call(name: string): Promise<boolean> {
    const client = new Client(
      { name: 'host', version: '1.0.0' },
      { capabilities: {}, versionNegotiation: { mode: { pin: '2026-07-28' } } },
    );
    const requestInit = { headers: { authorization: `Bearer ${teamTokens.ada}` } };
    await client.connect(new StreamableHTTPClientTransport(new URL(`${this.address}/mcp`), { requestInit }));
    try {
      const { isError } = await client.callTool({ name: 'tool_call', arguments: { name, arguments: {} } });
      return isError === true;
    } finally {
      await client.close();
    }
  }

  async end(): Promise<void> {
    await this.stop();
    this.#proxy.closeAllConnections();
    this.#proxy.close();
  }

  #spawn(args: readonly string[]): ChildProcess {
    return spawn(process.execPath, [pegboardBin, ...args], {
      cwd: this.#folder,
      env: {
        ...process.env,
        PEGBOARD_HOME: join(this.#folder, 'home'),
        ...{ PEGBOARD_GATEWAY_PORT: '0', PEGBOARD_GATEWAY_OPERATIONS_PORT: '0' },
      },
      stdio: ['ignore', 'pipe', 'ignore'],
    });
  }
}
