import type { ContractServices } from '#shared/contract/from-contract.ts';
import { type UseOrigin, useOriginFacts, useOrigins } from '#shared/domain/use.ts';
import type { UseOriginState, UseReadEvent, UseReadResult } from '#shared/domain/use-report.ts';
import { PegboardError } from '#shared/errors.ts';
import type { Machine } from '../client-configs/client-definition.ts';
import { catalogTokens, promptSize } from '../describe/catalog-tokens.ts';
import { askedGolden } from '../evaluation/golden/asked-golden.ts';
import { eventStream } from '../event-stream.ts';
import type { Files } from '../files/files.ts';
import { wholePath } from '../files/whole-path.ts';
import type { Logger } from '../logger.ts';
import { serialQueue } from '../serial-queue.ts';
import { allowedTools } from '../workspace/allowed-tools.ts';
import type { LoadedWorkspace } from '../workspace/load-workspace.ts';
import type { WorkspaceSession } from '../workspace/workspace-session.ts';
import { eventKeeper } from './bounded-event.ts';
import { goldenProposals } from './golden-proposals.ts';
import { configuredNames, createUseNames, type UseNames } from './map-names.ts';
import { fileKey, filesOf, placesOf, readOrigin } from './read-origin.ts';
import { readUseSessions } from './read-sessions.ts';
import type { UseReadContext } from './readers/use-reader.ts';
import { UseConsentFile } from './use-consent.ts';
import type { CarriedTool } from './use-figures.ts';
import { reportOfUse } from './use-report.ts';
import { rowsOfUse } from './use-rows.ts';
import { folderOfUse, openUseStore, type UseStore } from './use-store.ts';

export interface UseServiceParts {
  readonly session: WorkspaceSession;
  readonly files: Files;
  readonly logger: Logger;
  readonly userDataDir: string;
  /** The computer whose clients keep logs; without it only Pegboard's own logs and files that the user names are read. */
  readonly machine?: Machine | undefined;
  /** Milliseconds since 1970, and milliseconds that only grow. */
  readonly now: () => number;
  readonly stopwatch: () => number;
  /** Hides the secrets that are known. */
  readonly mask: (text: string) => string;
}

type UseServiceOf = ContractServices['use'];

/** What agents did with the tools of the open workspace, by the logs on this computer. */
export class UseService implements UseServiceOf {
  readonly #parts: UseServiceParts;
  /** Two reads at once would read the same lines. */
  readonly #inTurn = serialQueue();
  /** What the user says last holds. */
  readonly #saidInTurn = serialQueue();

  constructor(parts: UseServiceParts) {
    this.#parts = parts;
  }

  async origins(): Promise<UseOriginState[]> {
    const names = await this.#names();
    const consents = await this.#consents();
    return this.#withStore(async (store) => {
      const states: UseOriginState[] = [];
      for (const origin of useOrigins) states.push(await this.#stateOf(origin, { store, consents, names }));
      return states;
    });
  }

  allow: UseServiceOf['allow'] = async ({ origin, paths }) => {
    const { now, files } = this.#parts;
    await this.#saidInTurn(async () => {
      for (const path of paths ?? []) {
        if (!(await files.exists(wholePath(path)))) {
          throw new PegboardError('file_not_found', `There is nothing at ${path}.`, {
            hint: 'Check the path.',
            data: { path },
          });
        }
      }
      await (await this.#consents()).set([origin], { allowed: true, at: now(), paths: paths?.map(wholePath) });
    });
    return this.origins();
  };

  forget: UseServiceOf['forget'] = async ({ origin }) => {
    const origins = origin === undefined ? useOrigins : [origin];
    await this.#saidInTurn(async () =>
      (await this.#consents()).set(origins, { allowed: false, at: this.#parts.now() }),
    );
    return this.#inTurn(() => this.#withStore(async (store) => ({ removed: store.forget(origin) })));
  };

  read: UseServiceOf['read'] = ({ origins }, call) => {
    const work = async (emit: (event: UseReadEvent) => void, signal: AbortSignal) => {
      const consents = await this.#consents();
      const asked: { origin: UseOrigin; paths: readonly string[] | undefined }[] = [];
      for (const origin of origins ?? useOrigins) {
        const { allowed, paths } = await consents.of(origin);
        if (allowed) asked.push({ origin, paths });
        else if (origins) throw notAllowed(origin);
      }
      emit({ type: 'done', origins: await this.readThese(asked, emit, signal) });
    };
    const isProgress = (event: UseReadEvent) => event.type === 'progress';
    return eventStream(work, { signal: call?.signal, replaces: (last, next) => isProgress(last) && isProgress(next) });
  };

  /**
   * Reads these origins without asking whether the user allowed them: for a command that names them. Errors: `cancelled`,
   * `database_busy`, `disk_full`.
   */
  readThese(
    asked: readonly { readonly origin: UseOrigin; readonly paths: readonly string[] | undefined }[],
    emit: (event: UseReadEvent) => void,
    signal?: AbortSignal,
  ): Promise<UseReadResult[]> {
    const { mask, now } = this.#parts;
    return this.#inTurn(() =>
      this.#withStore(async (store) => {
        const given = { store, keeper: eventKeeper(mask, now), context: this.#context(), now, signal };
        const results: UseReadResult[] = [];
        for (const { origin, paths } of asked) {
          const onProgress = (progress: object) =>
            emit({
              type: 'progress',
              origin,
              ...(progress as { files: number; of: number; bytes: number; bytes_of: number }),
            });
          results.push(await readOrigin(origin, { ...given, paths, onProgress }));
        }
        store.trim();
        return results;
      }),
    );
  }

  report: UseServiceOf['report'] = async (input, call) => {
    const { session, stopwatch } = this.#parts;
    const { loaded } = session.current();
    const [names, carried] = await Promise.all([this.#names(), this.#carried(loaded, call?.signal)]);
    const sources = loaded.file.config.sources.filter(({ enabled }) => enabled).map(({ name }) => name);
    const options = { names, carried, sources, clock: stopwatch, signal: call?.signal };
    return this.#withStore((store) => reportOfUse(store.database, input, options));
  };

  rows: UseServiceOf['rows'] = async (input) => {
    const names = await this.#names();
    return this.#withStore(async (store) => store.run((database) => rowsOfUse(database, names, input)));
  };

  goldenProposals: UseServiceOf['goldenProposals'] = async ({ since, persona, limit }) => {
    const { session, files, userDataDir, machine } = this.#parts;
    const { loaded } = session.current();
    const allowed = allowedTools(loaded, { persona });
    const sessions = await readUseSessions({ workspace: loaded, userDataDir, files, machine, since });
    const golden = (await askedGolden(loaded.root, files)).map(({ query }) => query);
    return goldenProposals(sessions, { persona: persona ?? null, allowed, golden, limit });
  };

  async #stateOf(
    origin: UseOrigin,
    { store, consents, names }: { store: UseStore; consents: UseConsentFile; names: UseNames },
  ): Promise<UseOriginState> {
    const { allowed, paths } = await consents.of(origin);
    const places = await placesOf(origin, this.#context(), paths);
    const found = await filesOf(origin, places);
    const { title } = useOriginFacts[origin];
    return {
      ...{ origin, title, places: [...places], allowed },
      ...{ files: found.length, bytes: found.reduce((sum, { size }) => sum + size, 0) },
      ...store.sums(origin),
      first_broken: firstBroken(store, origin, found),
      unmapped: unmappedCalls(store, origin, names),
      problem: null,
    };
  }

  async #carried(loaded: LoadedWorkspace, signal: AbortSignal | undefined): Promise<CarriedTool[]> {
    const { registry, file } = loaded;
    const examples = file.config.tool_examples;
    const counted = await catalogTokens(registry.values(), { examples, clock: this.#parts.stopwatch, signal });
    return [...registry.values()].map((tool, i) => ({
      ...{ tool: tool.name, source: tool.source, always: tool.mode === 'always' },
      ...{ size: promptSize(tool, examples), o200k: counted[i]?.o200k ?? 0 },
    }));
  }

  async #names(): Promise<UseNames> {
    const { session, machine, files } = this.#parts;
    const { loaded } = session.current();
    return createUseNames(loaded, await configuredNames(loaded, { machine, files }));
  }

  #context(): UseReadContext {
    const { session, machine, files, userDataDir } = this.#parts;
    const { root, file } = session.current().loaded;
    return { machine, files, userDataDir, root, serverName: file.config.gateway.server_name };
  }

  async #folder(): Promise<string> {
    const { session, files, userDataDir } = this.#parts;
    return folderOfUse(userDataDir, session.current().loaded.root, files);
  }

  async #consents(): Promise<UseConsentFile> {
    return new UseConsentFile(await this.#folder(), this.#parts);
  }

  async #withStore<Result>(work: (store: UseStore) => Promise<Result>): Promise<Result> {
    const store = await openUseStore(await this.#folder(), this.#parts.files);
    try {
      return await work(store);
    } finally {
      store.close();
    }
  }
}

function notAllowed(origin: UseOrigin): PegboardError {
  return new PegboardError(
    'consent_required',
    `You have not allowed Pegboard to read the logs of ${useOriginFacts[origin].title}.`,
    {
      hint: `Allow it on the screen Use, or name it: pegboard usage --from ${origin}.`,
      data: { origin },
    },
  );
}

function firstBroken(
  store: UseStore,
  origin: UseOrigin,
  found: readonly { readonly path: string }[],
): UseOriginState['first_broken'] {
  const paths = new Map(found.map(({ path }) => [fileKey(origin, path), path]));
  for (const { key, first_broken } of store.files(origin)) {
    const path = paths.get(key);
    if (first_broken !== null && path !== undefined) return { path, line: first_broken };
  }
  return null;
}

function unmappedCalls(store: UseStore, origin: UseOrigin, { map }: UseNames): number {
  const rows = store.run(
    (database) =>
      database
        .prepare(
          `SELECT said, via, count(*) AS calls FROM events WHERE origin = ? AND kind = 'call' AND said IS NOT NULL GROUP BY said, via`,
        )
        .all(origin) as { said: string; via: number; calls: number }[],
  );
  return rows.reduce(
    (sum, { said, via, calls }) => ('tool' in map({ origin, said, via: via === 1 }) ? sum : sum + calls),
    0,
  );
}
