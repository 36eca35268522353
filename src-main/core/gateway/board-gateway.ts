import type { McpServerFactory, Server } from '@modelcontextprotocol/server';
import type { GatewayMode } from '#shared/domain/gateway-config.ts';
import { isPegboardError, PegboardError } from '#shared/errors.ts';
import type { ReadGuidance } from '../guidance/guidance-files.ts';
import type { SearchModels } from '../hybrid/models/search-models.ts';
import type { Logger } from '../logger.ts';
import { ToolFinder } from '../planner/permitted/tool-finder.ts';
import type { SkillLibrary } from '../skills/skill-library.ts';
import type { LiveSources } from '../sources/live-sources.ts';
import type { LoadedWorkspace } from '../workspace/load-workspace.ts';
import type { WorkspaceSession } from '../workspace/workspace-session.ts';
import type { CredentialsOfCallers } from './credentials/caller-credentials.ts';
import type { Gateway, GatewayCaller } from './gateway.ts';
import { LiveChanges } from './live-changes.ts';
import { mcpServer } from './mcp-server.ts';
import { OpenDoor } from './open-door.ts';
import { servesSkills } from './skills/with-skills.ts';
import type { Tracer } from './traces/tracer.ts';
import { Upstreams, type UpstreamTrouble } from './upstreams.ts';
import type { UsageLog } from './usage-log.ts';
import { type GatewayView, gatewayView, instructionsOf } from './view.ts';

export interface GatewayOptions {
  readonly session: WorkspaceSession;
  readonly live: LiveSources;
  readonly library: SkillLibrary;
  readonly log: UsageLog;
  /** Hints of categories, by the root of the workspace. */
  readonly guidance: (root: string) => ReadGuidance;
  readonly models: SearchModels;
  readonly fts: 'detect' | 'off';
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Milliseconds that only grow. */
  readonly stopwatch: () => number;
  readonly logger: Logger;
  readonly version: string;
  /** Absent where all callers share the credentials of each source. */
  readonly credentials?: CredentialsOfCallers | undefined;
  readonly tracer?: Tracer | undefined;
  /** In place of the workspace's own. */
  readonly mode?: GatewayMode | undefined;
  /** Name of the entry in the host, in place of the workspace's own. */
  readonly serverName?: string | undefined;
}

/** Everything that is made of one state of the files. */
interface Generation {
  readonly loaded: LoadedWorkspace;
  readonly finder: ToolFinder;
  /** By persona, for the tools that servers made withheld. */
  readonly views: Map<string | null, GatewayView>;
  readonly withheld: readonly string[];
  /** Requests that use it. */
  users: number;
}

/** Serves the open workspace to MCP hosts: each request sees the workspace as its files are at that moment. */
export class BoardGateway implements Gateway {
  readonly #options: GatewayOptions;
  readonly #upstreams: Upstreams;
  readonly #listeners = new Set<() => void>();
  readonly #changes: LiveChanges;
  readonly #unfollow: readonly (() => void)[];
  /** The list that hosts were last notified of, by persona. */
  readonly #told = new Map<string | null, string>();
  #generation: Generation | undefined;
  /** What the log was last told of. */
  #problem: string | null = null;

  constructor(options: GatewayOptions) {
    this.#options = options;
    this.#upstreams = new Upstreams({
      ...options,
      maximumAnswerBytes: () => options.session.current().loaded.file.config.gateway.max_answer_kb * 1024,
    });
    this.#changes = new LiveChanges(options.live);
    this.#unfollow = [
      options.session.onChange(() => this.#follow()),
      options.live.onToolsChanged(() => void this.#look().catch(() => {})),
    ];
  }

  serverFor(caller: GatewayCaller): McpServerFactory {
    this.#viewNow(caller.persona);
    return () => this.#server(caller);
  }

  personas(): readonly string[] {
    return this.#options.session.current().loaded.file.config.personas.map(({ name }) => name);
  }

  tools(): number {
    return this.#options.session.current().loaded.catalog.tools.length;
  }

  problem(): string | null {
    const reason = this.#options.session.problem();
    if (!reason) return null;
    const fix = reason.hint === undefined ? '' : ` ${reason.hint}`;
    return `The workspace cannot be read, so its last good state is served: ${reason.message}${fix}`;
  }

  serverAddress(source: string): Promise<URL> {
    return this.#options.live.serverAddress(source);
  }

  limits(): { maxRequests: number; maxBodyBytes: number } {
    const { max_requests, max_body_kb } = this.#options.session.current().loaded.file.config.gateway;
    return { maxRequests: max_requests, maxBodyBytes: max_body_kb * 1024 };
  }

  troubles(): readonly UpstreamTrouble[] {
    return this.#upstreams.inTrouble();
  }

  withheld(): readonly string[] {
    return this.#changes.withheld;
  }

  onListChanged(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Starts every live server with consent. The log gets a line for a server that does not start; nothing is thrown. */
  async startAll(): Promise<void> {
    const { loaded } = this.#options.session.current();
    const live = loaded.file.config.sources.filter(({ mcp, enabled }) => mcp && enabled);
    const timeoutMs = loaded.file.config.gateway.call_timeout_ms;
    await Promise.all(
      live.map(async ({ name }) => {
        const use = { signal: new AbortController().signal, timeoutMs, caller: null };
        await this.#upstreams.ask(name, { method: 'tools/list', params: {} }, use).catch((error: unknown) => {
          this.#options.logger.warn(`The server of ${name} was not started.`, { error: String(error) });
        });
      }),
    );
  }

  async close(): Promise<void> {
    for (const end of this.#unfollow) end();
    await this.#generation?.finder.close();
    await this.#options.log.close();
  }

  #server(caller: GatewayCaller): Server {
    const view = this.#viewNow(caller.persona);
    const door = new OpenDoor(this, caller);
    const facts = {
      name: view.config.gateway.server_name,
      version: this.#options.version,
      instructions: instructionsOf(view),
      config: { ...view.config.gateway, skills: servesSkills(view) },
    };
    const server = mcpServer(facts, door);
    if (caller.transport === 'stdio') {
      const stop = this.onListChanged(() => void server.sendToolListChanged().catch(() => {}));
      server.onclose = () => {
        stop();
        door.end();
      };
    }
    return server;
  }

  /** Runs a request on the view of its caller. Error: `unknown_persona`. */
  async during<Result>(
    { persona }: GatewayCaller,
    work: (view: GatewayView, finder: ToolFinder, workspace: LoadedWorkspace) => Promise<Result>,
  ): Promise<Result> {
    await this.#look();
    // Only the state is asked for again when files change meanwhile: a call must never be made twice.
    const generation = await this.#options.session.onCurrent(async ({ loaded }) => {
      const current = this.#generationOf(loaded);
      current.users += 1;
      return current;
    });
    try {
      return await work(this.#view(generation, persona), generation.finder, generation.loaded);
    } finally {
      generation.users -= 1;
      if (generation !== this.#generation && generation.users === 0) await generation.finder.close();
    }
  }

  get parts(): Pick<GatewayOptions, 'log' | 'stopwatch' | 'logger' | 'library' | 'tracer'> & {
    readonly upstreams: Upstreams;
  } {
    return { ...this.#options, upstreams: this.#upstreams };
  }

  #viewNow(persona: string | null): GatewayView {
    return this.#view(this.#generationOf(this.#options.session.current().loaded), persona);
  }

  #generationOf(loaded: LoadedWorkspace): Generation {
    const { withheld } = this.#changes;
    if (this.#generation?.loaded === loaded && this.#generation.withheld === withheld) return this.#generation;
    const former = this.#generation;
    const { fts, now, guidance, models } = this.#options;
    const how = { fts, now, readGuidance: guidance(loaded.root), askModel: models.askerOf(loaded) };
    const finder = new ToolFinder(loaded.file.config.tool_search, how);
    this.#generation = { loaded, finder, views: new Map(), withheld, users: 0 };
    if (former?.users === 0) void former.finder.close();
    return this.#generation;
  }

  #view({ loaded, views, withheld }: Generation, persona: string | null): GatewayView {
    const known = views.get(persona);
    if (known) return known;
    const { mode, serverName } = this.#options;
    const view = gatewayView(loaded, { persona, mode, serverName, withheld });
    views.set(persona, view);
    if (!this.#told.has(persona)) this.#told.set(persona, JSON.stringify(view.listed));
    return view;
  }

  /** The files changed: servers may be mended, and the lists may be others. */
  #follow(): void {
    this.#logProblem();
    const loaded = this.#options.session.loaded();
    if (!loaded || loaded === this.#generation?.loaded) return;
    this.#upstreams.forgetTroubles();
    this.#tell();
  }

  /** A line when the files cannot be read, and one when they can again. */
  #logProblem(): void {
    const problem = this.problem();
    if (problem === this.#problem) return;
    this.#problem = problem;
    const { logger } = this.#options;
    if (problem === null) logger.info('The workspace can be read again and is served as it is now.');
    else logger.error(problem);
  }

  /** Asks the servers that run what they list, and tells the hosts when that withholds other tools than before. */
  async #look(): Promise<void> {
    if (this.#options.session.loaded() && (await this.#changes.look())) this.#tell();
  }

  /** Tells the hosts when a list that they were told of is another one. */
  #tell(): void {
    let changed = false;
    for (const [persona, before] of this.#told) {
      const now = this.#listNow(persona);
      if (now === before) continue;
      changed = true;
      if (now === null) this.#told.delete(persona);
      else this.#told.set(persona, now);
    }
    if (changed) for (const listener of this.#listeners) listener();
  }

  /** The list of a persona; null when the persona no longer exists. */
  #listNow(persona: string | null): string | null {
    try {
      return JSON.stringify(this.#viewNow(persona).listed);
    } catch (error) {
      if (!isPegboardError(error)) throw error;
      return null;
    }
  }
}

/** The gateway of the open workspace. Error: `workspace_not_found` when none is open. */
export function createGateway(options: GatewayOptions): BoardGateway {
  if (!options.session.loaded()) throw new PegboardError('workspace_not_found', 'No workspace is open.');
  return new BoardGateway(options);
}
