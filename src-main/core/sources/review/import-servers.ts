import { canonicalJson } from '#shared/canonical-json.ts';
import type { ImportMcpInput } from '#shared/domain/live-source.ts';
import type { McpConnection } from '#shared/domain/mcp-connection.ts';
import type {
  ImportServersEvent,
  ImportServersInput,
  ReviewedServer,
  ServerProgress,
} from '#shared/domain/server-review.ts';
import { PegboardError, toErrorValue } from '#shared/errors.ts';
import { throwIfCancelled } from '../../cancellation.ts';
import { eventStream } from '../../event-stream.ts';
import { referredVariables } from '../../secrets/variable-references.ts';
import type { VariableValues } from '../../secrets/variable-values.ts';
import type { WorkspaceSession } from '../../workspace/workspace-session.ts';
import { type ConsentStore, consentRequired } from '../consent-store.ts';
import type { LiveSources } from '../live-sources.ts';
import { canOmit, fileValue } from './describe-variables.ts';
import type { ReadReview, ServerReviews } from './server-reviews.ts';
import { variablesOfServer } from './settle-names.ts';

export interface ImportServersContext {
  readonly session: WorkspaceSession;
  readonly reviews: ServerReviews;
  readonly live: Pick<LiveSources, 'importMcp'>;
  readonly consents: ConsentStore;
  readonly values: VariableValues;
  /** Milliseconds that only grow. */
  readonly stopwatch: () => number;
}

/** Servers that are started at the same time. */
const atOnce = 4;

type Emit = (event: ImportServersEvent) => void;

/** One server of the batch. */
interface Job {
  readonly id: string;
  /** Name of the source that it becomes. */
  readonly source: string;
}

/**
 * Imports servers of a review, four at a time, by the configuration as it is now. What goes wrong with one of them is an event
 * and stops no other. Errors of the whole: `workspace_not_found`, `cancelled`, those of keeping values.
 */
export function importServers(
  input: ImportServersInput,
  context: ImportServersContext,
  outer?: AbortSignal,
): AsyncGenerator<ImportServersEvent, void> {
  const work = async (emit: Emit, signal: AbortSignal) => {
    const { loaded } = context.session.current();
    const read = await context.reviews.read(input.origin, signal);
    await useValues(input, read, context, loaded.root);
    const batch = new ServerBatch(input, read, context);
    const jobs = batch.jobs();
    for (const job of jobs) emit({ server: job.id, source: job.source, progress: { type: 'queued' } });
    const waiting = jobs.values();
    const worker = async () => {
      for (const job of waiting) {
        throwIfCancelled(signal);
        await batch.run(job, emit, signal);
      }
    };
    // Also those that are cancelled: the call ends when every server is gone.
    await Promise.allSettled(Array.from({ length: Math.min(atOnce, jobs.length) }, worker));
    throwIfCancelled(signal);
  };
  return eventStream<ImportServersEvent>(work, {
    signal: outer,
    replaces: (event, next) =>
      event.server === next.server &&
      event.progress.type === next.progress.type &&
      (event.progress.type === 'listing' || event.progress.type === 'stderr'),
  });
}

/** The chosen values are known before the first server starts. */
async function useValues(
  input: ImportServersInput,
  read: ReadReview,
  { values }: ImportServersContext,
  root: string,
): Promise<void> {
  const { session, kept } = chosenValues(input, read);
  values.setForSession(root, session);
  if (Object.keys(kept).length > 0) await values.keep(root, kept);
}

class ServerBatch {
  readonly #input: ImportServersInput;
  readonly #context: ImportServersContext;
  readonly #servers: ReadonlyMap<string, ReviewedServer>;
  /** Names that servers of this batch have. */
  readonly #claimed = new Map<string, string>();

  constructor(input: ImportServersInput, { review }: ReadReview, context: ImportServersContext) {
    this.#input = input;
    this.#context = context;
    this.#servers = new Map(review.servers.map((server) => [server.id, server]));
  }

  jobs(): readonly Job[] {
    const wanted = new Map(this.#input.servers.map((server) => [server.id, server]));
    return [...wanted.values()].map(({ id, source }) => {
      const server = this.#servers.get(id);
      const name = server?.same_as ?? source ?? server?.source ?? id;
      if (!this.#claimed.has(name)) this.#claimed.set(name, id);
      return { id, source: name };
    });
  }

  /** Imports one server and tells how it goes. Error: `cancelled`. */
  async run({ id, source }: Job, emit: Emit, signal: AbortSignal): Promise<void> {
    const start = this.#context.stopwatch();
    const tell = (progress: ServerProgress) => emit({ server: id, source, progress });
    const elapsed = () => this.#context.stopwatch() - start;
    try {
      const input = await this.#checked({ id, source });
      for await (const event of this.#context.live.importMcp(input, { signal })) {
        if (event.type === 'connecting') tell({ type: 'starting', downloading: false, limit_ms: event.limit_ms });
        else if (event.type === 'starting' || event.type === 'stderr') tell(event);
        else if (event.type === 'listing') tell({ type: 'listing', tools: event.tools });
        else if (event.type === 'done') tell({ type: 'done', result: event.result, elapsed_ms: elapsed() });
      }
    } catch (error) {
      throwIfCancelled(signal);
      tell({ type: 'failed', error: toErrorValue(error), elapsed_ms: elapsed() });
    }
  }

  /** What is imported for a server. Errors: `config_changed`, `consent_required`, `source_exists`, `invalid_input`. */
  async #checked({ id, source }: Job): Promise<ImportMcpInput> {
    const { session, consents } = this.#context;
    const { loaded } = session.current();
    const server = this.#servers.get(id);
    if (!server) throw changed(source);
    if (this.#input.agreed[id] !== server.runs) {
      throw consentRequired(source, server.connection, await consents.grantedBefore(loaded.root, source));
    }
    const isTaken = server.same_as === null && loaded.file.config.sources.some(({ name }) => name === source);
    if (isTaken || this.#claimed.get(source) !== id) throw nameTaken(source);
    const connection = this.#connection(server, source);
    const isAsBefore = server.same_as !== null && canonicalJson(connection) === canonicalJson(server.connection);
    const timeout = this.#input.timeout_ms === undefined ? {} : { timeout_ms: this.#input.timeout_ms };
    return { ...(isAsBefore ? {} : { connection }), source, apply: true, consent: true, ...timeout };
  }

  #connection(server: ReviewedServer, source: string) {
    const omitted = new Set(server.variables.filter((name) => this.#input.values[name]?.from === 'omit'));
    const needed = [...omitted].filter((name) => !canOmit(server, name));
    if (needed.length === 0) return withoutVariables(server.connection, omitted);
    throw new PegboardError('invalid_input', `${source} needs ${needed.join(', ')}: its command uses it.`, {
      hint: 'Give a value, or leave the server out.',
      data: { source, variables: needed },
    });
  }
}

function changed(source: string): PegboardError {
  return new PegboardError('config_changed', `The configuration of ${source} changed after you looked at it.`, {
    hint: 'Review the servers again.',
    data: { source },
  });
}

function nameTaken(source: string): PegboardError {
  return new PegboardError('source_exists', `A source "${source}" already exists.`, {
    hint: 'Give this server another name.',
    data: { source },
  });
}

/** Values that the user chose, by variable. */
interface ChosenValues {
  /** For the sources of the workspace until Pegboard ends. */
  readonly session: Readonly<Record<string, string>>;
  /** Those of them that are kept for the workspace. */
  readonly kept: Readonly<Record<string, string>>;
}

/** The values of the choices for the servers that are imported. A place that has no value gives none. */
function chosenValues({ servers, values }: ImportServersInput, { servers: all, places }: ReadReview): ChosenValues {
  const ids = new Set(servers.map(({ id }) => id));
  const chosen = all.filter(({ id }) => ids.has(id));
  const session: Record<string, string> = {};
  const kept: Record<string, string> = {};
  for (const name of new Set(chosen.flatMap(variablesOfServer))) {
    const choice = Object.hasOwn(values, name) ? values[name] : undefined;
    if (choice === undefined || choice.from === 'omit') continue;
    const found = {
      typed: () => (choice.from === 'typed' ? choice.value : undefined),
      file: () => fileValue(chosen, name, places),
      kept: () => places.given[name],
      environment: () => places.env[name],
    }[choice.from]();
    if (found === undefined) continue;
    session[name] = found;
    if ('keep' in choice && choice.keep) kept[name] = found;
  }
  return { session, kept };
}

/** A connection without the variables and headers that refer to any of these names. */
function withoutVariables(connection: McpConnection, names: ReadonlySet<string>): McpConnection {
  const { env, headers, ...rest } = connection;
  const kept = (map: Readonly<Record<string, string>>) =>
    Object.fromEntries(
      Object.entries(map).filter(([, value]) => !referredVariables(value).some((name) => names.has(name))),
    );
  const some = (map: Record<string, string>, key: 'env' | 'headers') =>
    Object.keys(map).length > 0 ? { [key]: map } : {};
  return { ...rest, ...some(kept(env ?? {}), 'env'), ...some(kept(headers ?? {}), 'headers') };
}
