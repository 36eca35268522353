import type { WhyNot, WhyNotRequest } from '#shared/domain/why-not.ts';
import { AskedThread } from '../asked-thread.ts';
import type { Files } from '../files/files.ts';
import { modelOf, type SearchModels } from '../hybrid/models/search-models.ts';
import type { AskedModel } from '../search/understanding/model-answer.ts';
import type { OpenWorkspace } from '../workspace/open-workspace.ts';
import type { WorkspaceSession } from '../workspace/workspace-session.ts';
import { WhyNotQueue } from './why-not-queue.ts';

/** The data that the thread gets when it starts. */
export interface WhyNotThreadData {
  readonly fts: 'detect' | 'off';
}

/** What it is asked: about the workspace in this folder, as it is at this revision. */
export interface WhyNotQuestion {
  readonly root: string;
  readonly revision: string;
  readonly request: WhyNotRequest;
  readonly model: AskedModel | undefined;
}

/** "Why not?" for the open workspace: in a thread where a host has one, else here. */
export class WhyNotService {
  readonly #session: WorkspaceSession;
  readonly #models: SearchModels;
  readonly #desk: WhyNotQueue;
  readonly #thread: AskedThread<WhyNotQuestion, WhyNot> | undefined;

  constructor(options: {
    readonly session: WorkspaceSession;
    readonly files: Files;
    readonly fts: 'detect' | 'off';
    readonly models: SearchModels;
    /** Script of the thread. */
    readonly worker: URL | undefined;
  }) {
    const { session, files, fts, models, worker } = options;
    this.#session = session;
    this.#models = models;
    this.#desk = new WhyNotQueue({ files, fts });
    this.#thread = worker && new AskedThread(worker, { fts } satisfies WhyNotThreadData);
  }

  /** Errors: `workspace_not_found`, `unknown_persona`, `tool_search_not_configured`, `config_changed`, `cancelled`. */
  ask(request: WhyNotRequest, signal?: AbortSignal): Promise<WhyNot> {
    return this.#session.onCurrent(async (workspace) => {
      const { loaded, revision } = workspace;
      const model = await this.#askedModel(workspace, request, signal);
      return this.#thread
        ? this.#thread.ask({ root: loaded.root, revision, request, model }, signal)
        : this.#desk.answer(loaded, request, { signal, model });
    });
  }

  /** What a search with this request would know of the model; asked here, since the thread reaches no address. */
  async #askedModel(
    workspace: OpenWorkspace,
    { caller, input, ranking }: WhyNotRequest,
    signal: AbortSignal | undefined,
  ): Promise<AskedModel | undefined> {
    const { loaded } = workspace;
    const config = loaded.file.config.tool_search;
    if (!config.enabled || !modelOf({ config })) return undefined;
    const scope = await workspace.searchScopeFor({ caller, ranking });
    const asked = await this.#models.ask(loaded, scope, input, signal);
    return asked.ranking.kind === 'pegboard' ? asked.ranking.model : undefined;
  }

  async close(): Promise<void> {
    this.#desk.close();
    await this.#thread?.close();
  }
}
