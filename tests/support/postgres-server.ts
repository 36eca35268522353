import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import pg from 'pg';

/** A PostgreSQL of the tests. */
export interface TestPostgres {
  readonly port: number;
  /** Address of a database of one test, with the right to create in it. */
  database(): Promise<string>;
  /** Statements as the owner of the server, in a database of an address. */
  run(url: string, text: string): Promise<Record<string, unknown>[]>;
  start(): Promise<void>;
  /** Cuts every connection; `at once` ends it as a crash does, so that it recovers when it starts. */
  stop(how?: 'orderly' | 'at once'): Promise<void>;
}

/** PostgreSQL does not run as root. */
const account = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};

/** A PostgreSQL in a folder of its own: `make` starts it, `remove` ends it. */
export class PostgresServer implements TestPostgres {
  readonly #bin: string;
  #root = '';
  #child: ChildProcess | null = null;
  port = 0;

  constructor(bin: string) {
    this.#bin = bin;
  }

  async make(): Promise<void> {
    this.#root = mkdtempSync(join(tmpdir(), 'pegboard-postgres-'));
    if (account.uid !== undefined) chownSync(this.#root, account.uid, account.gid);
    chmodSync(this.#root, 0o700);
    const options = ['-A', 'trust', '-U', 'owner', '-E', 'UTF8', '--locale=C', '--no-sync', '--no-instructions'];
    execFileSync(join(this.#bin, 'initdb'), ['-D', join(this.#root, 'data'), ...options], {
      ...account,
      cwd: this.#root,
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    const guests = 'host all guest 127.0.0.1/32 scram-sha-256\n';
    writeFileSync(
      join(this.#root, 'data/pg_hba.conf'),
      `${guests}local all all trust\nhost all all 127.0.0.1/32 trust\n`,
    );
    this.port = await freePort();
    await this.start();
  }

  async start(): Promise<void> {
    const set = (name: string, value: string | number) => ['-c', `${name}=${value}`];
    this.#child = spawn(
      join(this.#bin, 'postgres'),
      [
        ...['-D', join(this.#root, 'data'), '-p', String(this.port), '-k', this.#root],
        ...[...set('fsync', 'off'), ...set('shared_buffers', '16MB'), ...set('max_connections', 60)],
      ],
      { ...account, cwd: this.#root, stdio: 'ignore' },
    );
    for (;;) {
      const client = new pg.Client(this.#owner('postgres'));
      try {
        await client.connect();
        await client.end();
        return;
      } catch (error) {
        if (this.#child.exitCode !== null) throw error;
        await setTimeout(50);
      }
    }
  }

  async stop(how: 'orderly' | 'at once' = 'orderly'): Promise<void> {
    const child = this.#child;
    if (!child || child.exitCode !== null) return;
    const ended = once(child, 'exit');
    // Both end every connection and wait for no client.
    child.kill(how === 'orderly' ? 'SIGINT' : 'SIGQUIT');
    await ended;
  }

  async remove(): Promise<void> {
    await this.stop();
    if (this.#root !== '') rmSync(this.#root, { recursive: true, force: true });
  }

  async database(): Promise<string> {
    const name = `test_${randomUUID().replaceAll('-', '')}`;
    await this.run(this.#owner('postgres'), `CREATE DATABASE ${name}`);
    return this.#owner(name);
  }

  async run(url: string, text: string): Promise<Record<string, unknown>[]> {
    const client = new pg.Client(url);
    // A server that stops meanwhile fails the statement, and must not end this process.
    client.on('error', () => {});
    await client.connect();
    try {
      return (await client.query<Record<string, unknown>>(text)).rows;
    } finally {
      await client.end();
    }
  }

  #owner(database: string): string {
    return `postgres://owner@127.0.0.1:${this.port}/${database}`;
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  await new Promise((done) => server.close(done));
  return typeof address === 'object' && address ? address.port : 0;
}
