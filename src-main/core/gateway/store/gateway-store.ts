import type { PostgresSettings } from '#shared/domain/gateway-server.ts';
import { Postgres } from '../../db/postgres/postgres.ts';
import type { Logger } from '../../logger.ts';
import { PostgresTrail } from '../trail/postgres-trail.ts';
import type { Trail } from '../trail/trail.ts';
import type { UsageLogOptions } from '../usage/open-usage-log.ts';
import { PostgresUsageLog, type UsageLogFigures } from '../usage/postgres-usage-log.ts';
import type { UsageLog } from '../usage-log.ts';
import { StoredTokens } from './stored-tokens.ts';

/** How often the store is asked what changed, milliseconds: a revoked token works that long on another process. */
const lookMs = 1000;

export interface OpenStoreOptions {
  readonly settings: PostgresSettings;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly logger: Logger;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** What the processes of a gateway server share. */
export class GatewayStore {
  readonly postgres: Postgres;
  readonly tokens: StoredTokens;
  readonly #logger: Logger;
  #log: PostgresUsageLog | undefined;
  #timer: NodeJS.Timeout | undefined;
  #looking: Promise<void> | null = null;
  #isClosed = false;
  #isDown = false;

  private constructor(postgres: Postgres, { logger, now }: OpenStoreOptions) {
    this.postgres = postgres;
    this.#logger = logger;
    this.tokens = new StoredTokens(postgres, now);
  }

  /** Connects and brings the schema up to date. Errors: `server_unreachable`, `store_unusable`, `variable_missing`. */
  static async open(options: OpenStoreOptions): Promise<GatewayStore> {
    const postgres = await Postgres.open({ ...options.settings, env: options.env, migrates: true });
    const store = new GatewayStore(postgres, options);
    try {
      await store.tokens.refresh();
    } catch (error) {
      await postgres.close();
      throw error;
    }
    store.#lookAgain();
    return store;
  }

  /** The log of this process. */
  openLog(options: UsageLogOptions): UsageLog {
    this.#log = new PostgresUsageLog(this.postgres, options);
    return this.#log;
  }

  /** The audit trail of the processes. */
  trail(): Trail {
    return new PostgresTrail(this.postgres);
  }

  /** Why the store does not answer; null when it does. */
  problem(): string | null {
    return this.postgres.problem();
  }

  /** What became of the requests that the log was given. */
  figures(): UsageLogFigures {
    return this.#log?.figures() ?? { waiting: 0, written: 0, dropped: 0 };
  }

  /** Close the log first. No error. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    await this.#looking;
    await this.tokens.refresh(true).catch(() => {});
    await this.postgres.close();
  }

  #lookAgain(): void {
    if (this.#isClosed) return;
    this.#timer = setTimeout(() => {
      this.#looking = this.#look().then(() => this.#lookAgain());
    }, lookMs);
    this.#timer.unref();
  }

  async #look(): Promise<void> {
    try {
      await this.tokens.refresh();
      if (this.#isDown) this.#logger.info('The store answers again.');
      this.#isDown = false;
    } catch (error) {
      if (!this.#isDown) this.#logger.error('The store does not answer.', { error: String(error) });
      this.#isDown = true;
    }
  }
}
