import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout } from 'node:timers/promises';
import type { TestPostgres } from '../postgres-server.ts';
import { load, type Phase } from './callers.ts';
import { Evidence } from './evidence.ts';
import { type Network, networkTo } from './network.ts';
import { Operator } from './operator.ts';
import { Processes } from './processes.ts';
import { type FollowedLog, followLog, lookAtEnd, type OnStep, type Proof } from './proof.ts';
import { type TeamPlace, type TeamSize, writeTeam } from './workspace.ts';

/** A team: gateway servers, a PostgreSQL behind a network that can fail, servers behind, callers and an operator. */
export class Team {
  readonly evidence = new Evidence();
  readonly network: Network;
  readonly processes: Processes;
  readonly operator: Operator;
  readonly #size: TeamSize;
  readonly #database: TestPostgres;
  /** Address of the database, past the network. */
  readonly url: string;
  readonly #upstreams: ChildProcess;
  readonly #log: FollowedLog;
  #isOver = false;
  readonly #looking: Promise<void>;

  private constructor(place: TeamPlace, size: TeamSize, parts: TeamParts) {
    const { database, network, url, upstreams } = parts;
    const store = url.replace(`:${database.port}/`, `:${network.port}/`);
    this.network = network;
    this.url = url;
    this.#size = size;
    this.#database = database;
    this.#upstreams = upstreams;
    this.processes = new Processes(place, store);
    this.operator = new Operator(place, size, { evidence: this.evidence, store });
    this.#log = followLog(database, url);
    this.#looking = this.#lookAtMetrics();
  }

  /** Makes a team in an empty folder and starts it. The PostgreSQL runs. */
  static async start(place: TeamPlace, size: TeamSize, database: TestPostgres): Promise<Team> {
    const url = await database.database();
    const network = await networkTo(database.port);
    const script = join(import.meta.dirname, 'upstreams.ts');
    const upstreams = spawn(process.execPath, [script, String(size.upstreams)], { stdio: ['pipe', 'pipe', 'inherit'] });
    try {
      const [line] = await once(createInterface(upstreams.stdout), 'line');
      await writeTeam(place, size, JSON.parse(String(line)) as string[]);
    } catch (error) {
      upstreams.kill();
      network.close();
      throw error;
    }
    const team = new Team(place, size, { database, network, url, upstreams });
    try {
      for (let at = 0; at < size.processes; at++) await team.processes.start(at);
      return team;
    } catch (error) {
      await team.close();
      throw error;
    }
  }

  /** All callers ask the first `processes` until it is over. */
  load(name: string, isOver: () => boolean, processes: number = this.#size.processes): Promise<Phase> {
    const { evidence, operator } = this;
    const gateways = () => this.processes.running.slice(0, processes);
    return load({ name, size: this.#size, evidence, operator, gateways, isOver });
  }

  /** Kills the process at a place and starts the next one there. */
  async kill(at: number): Promise<void> {
    await this.processes.kill(at);
    await this.processes.startAgain(at);
  }

  async restartStore(how: 'orderly' | 'at once', awayMs: number): Promise<void> {
    await this.#database.stop(how);
    await setTimeout(awayMs);
    await this.#database.start();
  }

  async cutNetwork(how: 'cut' | 'silence', ms: number): Promise<void> {
    this.network[how]();
    await setTimeout(ms);
    this.network.mend();
  }

  /** Ends every process, and looks at what is left. */
  async prove(onStep: OnStep = () => {}): Promise<Proof> {
    const { evidence, operator, processes, url } = this;
    const parts = { evidence, operator, processes, url, onStep };
    const given = { ...parts, size: this.#size, database: this.#database, log: this.#log };
    return lookAtEnd(given, async () => {
      this.#isOver = true;
      await this.#looking;
    });
  }

  async close(): Promise<void> {
    this.#isOver = true;
    this.processes.close();
    this.#upstreams.kill();
    this.network.close();
    await this.#log.end().catch(() => {});
  }

  async #lookAtMetrics(): Promise<void> {
    while (!this.#isOver) {
      await this.processes.look();
      await setTimeout(1000);
    }
  }
}

interface TeamParts {
  readonly database: TestPostgres;
  readonly network: Network;
  readonly url: string;
  readonly upstreams: ChildProcess;
}
