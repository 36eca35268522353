import type { WhyNot, WhyNotRequest } from '#shared/domain/why-not.ts';
import type { Files } from '../files/files.ts';
import type { WorkspaceSession } from '../workspace/workspace-session.ts';
import { WhyNotQueue } from './why-not-queue.ts';
import { WhyNotThread } from './why-not-thread.ts';

/** "Why not?" for the open workspace: in a thread where a host has one, else here. */
export class WhyNotService {
  readonly #session: WorkspaceSession;
  readonly #desk: WhyNotQueue;
  readonly #thread: WhyNotThread | undefined;

  constructor(options: {
    readonly session: WorkspaceSession;
    readonly files: Files;
    readonly fts: 'detect' | 'off';
    /** Script of the thread. */
    readonly worker: URL | undefined;
  }) {
    const { session, files, fts, worker } = options;
    this.#session = session;
    this.#desk = new WhyNotQueue({ files, fts });
    this.#thread = worker && new WhyNotThread(worker, { fts });
  }

  /** Errors: `workspace_not_found`, `unknown_persona`, `tool_search_not_configured`, `config_changed`, `cancelled`. */
  ask(request: WhyNotRequest, signal?: AbortSignal): Promise<WhyNot> {
    return this.#session.onCurrent(({ loaded, revision }) =>
      this.#thread
        ? this.#thread.ask({ root: loaded.root, revision, request }, signal)
        : this.#desk.answer(loaded, request, signal),
    );
  }

  async close(): Promise<void> {
    this.#desk.close();
    await this.#thread?.close();
  }
}
