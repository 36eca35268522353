import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { z } from 'zod';
import {
  type Experiment,
  type ExperimentRun,
  experimentRunSchema,
  experimentSchema,
  type Trial,
  trialSchema,
} from '#shared/domain/experiment.ts';
import { type Simulation, simulationSchema } from '#shared/domain/simulation.ts';
import type { Database } from '../../db/database.ts';
import { databaseError } from '../../db/open-database.ts';
import { type WorkspaceState, workspaceStateSchema } from '../../evaluation/workspace-state.ts';
import { CallStore } from './call-store.ts';
import { ReplyStore } from './reply-store.ts';

/** A task as it was when the experiment began. */
export interface KeptTask {
  readonly path: string;
  readonly text: string;
  /** JSON of what it begins with, its world file included. */
  readonly world: string;
}

/** What does not change while an experiment runs. */
export interface KeptPlan {
  readonly experiment: Experiment;
  readonly workspace: WorkspaceState;
  readonly head: RunHead;
}

/** What a run is and how far it is, without what the trials say. */
const headSchema = experimentRunSchema.omit({ trials: true, requests: true, cost_usd: true });
export type RunHead = z.infer<typeof headSchema>;

const planRowSchema = z.object({ experiment: z.string(), head: z.string(), workspace: z.string() });

/** The database of one experiment. What was written is on the disk when a method returns. Errors: `database_busy`, `disk_full`. */
export class ExperimentStore {
  readonly replies: ReplyStore;
  readonly calls: CallStore;
  readonly #database: Database;
  readonly #path: string;

  constructor(database: Database, path: string) {
    this.#database = database;
    this.#path = path;
    this.replies = new ReplyStore(database);
    this.calls = new CallStore(database);
  }

  /** Writes a new experiment: all of it or nothing. */
  begin({ experiment, workspace, head }: KeptPlan, tasks: readonly KeptTask[], trials: readonly Trial[]): void {
    this.#run(() => {
      const task = this.#database.prepare('INSERT INTO tasks (path, text, world) VALUES (@path, @text, @world)');
      const trial = this.#database.prepare('INSERT INTO trials (number, state, trial) VALUES (?, ?, ?)');
      this.#database
        .transaction(() => {
          this.#database
            .prepare('INSERT INTO plan (one, experiment, head, workspace) VALUES (1, ?, ?, ?)')
            .run(JSON.stringify(experiment), JSON.stringify(head), JSON.stringify(workspace));
          for (const one of tasks) task.run(one);
          for (const one of trials) trial.run(one.number, one.state, JSON.stringify(one));
        })
        .immediate();
    });
  }

  /** Null in a file whose writer was killed before it had a plan. */
  plan(): KeptPlan | null {
    return this.#run(() => {
      const row = this.#database.prepare('SELECT experiment, head, workspace FROM plan').get();
      if (row === undefined) return null;
      const { experiment, head, workspace } = planRowSchema.parse(row);
      return {
        experiment: experimentSchema.parse(JSON.parse(experiment)),
        head: headSchema.parse(JSON.parse(head)),
        workspace: workspaceStateSchema.parse(JSON.parse(workspace)),
      };
    });
  }

  /** Replaces the limits that it had. */
  setExperiment(experiment: Experiment): void {
    this.#run(() => this.#database.prepare('UPDATE plan SET experiment = ?').run(JSON.stringify(experiment)));
  }

  /** Changes what the run says about itself. */
  setHead(change: Partial<RunHead>): void {
    this.#run(() => {
      const head = this.#database.prepare('SELECT head FROM plan').pluck().get();
      const changed = { ...headSchema.parse(JSON.parse(String(head))), ...change };
      this.#database.prepare('UPDATE plan SET head = ?').run(JSON.stringify(changed));
    });
  }

  tasks(): KeptTask[] {
    return this.#run(() =>
      this.#database.prepare<[], KeptTask>('SELECT path, text, world FROM tasks ORDER BY path').all(),
    );
  }

  trials(): Trial[] {
    return this.#run(() =>
      this.#database
        .prepare<[], { trial: string }>('SELECT trial FROM trials ORDER BY number')
        .all()
        .map(({ trial }) => trialSchema.parse(JSON.parse(trial))),
    );
  }

  /** Keeps what a trial came to, with its film where it has one. */
  setTrial(trial: Trial, simulation: Simulation | null): void {
    const film = simulation && deflateRawSync(JSON.stringify(simulation));
    this.#run(() =>
      this.#database
        .prepare('UPDATE trials SET state = ?, trial = ?, simulation = ? WHERE number = ?')
        .run(trial.state, JSON.stringify(trial), film, trial.number),
    );
  }

  /** Null for a trial that did not run. */
  simulation(number: number): Simulation | null {
    const film = this.#run(() =>
      this.#database
        .prepare<[number], { simulation: Buffer | null }>('SELECT simulation FROM trials WHERE number = ?')
        .get(number),
    );
    if (!film?.simulation) return null;
    return simulationSchema.parse(JSON.parse(inflateRawSync(film.simulation).toString('utf8')));
  }

  /** The run as a list shows it. */
  run(head: RunHead): ExperimentRun {
    const trials = this.trials();
    const count = (state: Trial['state']) => trials.filter((trial) => trial.state === state).length;
    const costs = trials.flatMap(({ cost_usd }) => cost_usd ?? []);
    return {
      ...head,
      trials: { done: count('done'), failed: count('failed'), all: trials.length },
      requests: this.#run(() => this.replies.spent()).requests,
      cost_usd: costs.length === 0 ? null : costs.reduce((sum, cost) => sum + cost, 0),
    };
  }

  close(): void {
    this.#database.close();
  }

  #run<Result>(work: () => Result): Result {
    try {
      return work();
    } catch (error) {
      throw databaseError(error, this.#path);
    }
  }
}
