import type { McpServerFactory, Server } from '@modelcontextprotocol/server';
import type { GatewayMode } from '#shared/domain/gateway-config.ts';
import { toolGetInputSchema, toolSearchInputSchema } from '#shared/domain/search-request.ts';
import type { UsageRecord, UsageSession } from '#shared/domain/usage.ts';
import { isPegboardError, PegboardError } from '#shared/errors.ts';
import { estimateTokens } from '#shared/tokens.ts';
import type { ReadGuidance } from '../guidance/guidance-files.ts';
import type { SearchModels } from '../hybrid/models/search-models.ts';
import type { Logger } from '../logger.ts';
import { ToolFinder } from '../planner/permitted/tool-finder.ts';
import type { SkillLibrary } from '../skills/skill-library.ts';
import type { LiveSources } from '../sources/live-sources.ts';
import type { LoadedWorkspace } from '../workspace/load-workspace.ts';
import type { WorkspaceSession } from '../workspace/workspace-session.ts';
import { callServedTool, type HostCall } from './call-tool.ts';
import type { Gateway, GatewayCaller } from './gateway.ts';
import { getAnswer } from './get-answer.ts';
import type { GatewayAnswer } from './host-dialogue.ts';
import { LiveChanges } from './live-changes.ts';
import { type HostDoor, type HostFacts, mcpServer, type OtherRequest } from './mcp-server.ts';
import { nearWordsIn } from './near-words.ts';
import { otherAnswer } from './other-requests.ts';
import { failure, readInput, said } from './own-answers.ts';
import { searchAnswer } from './search-answer.ts';
import { servesSkills, withSkills } from './skills/with-skills.ts';
import { Upstreams } from './upstreams.ts';
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
  /** In place of the workspace's own. */
  readonly mode?: GatewayMode | undefined;
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

  constructor(options: GatewayOptions) {
    this.#options = options;
    this.#upstreams = new Upstreams(options);
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

  limits(): { maxRequests: number; maxBodyBytes: number } {
    const { max_requests, max_body_kb } = this.#options.session.current().loaded.file.config.gateway;
    return { maxRequests: max_requests, maxBodyBytes: max_body_kb * 1024 };
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
        const use = { signal: new AbortController().signal, timeoutMs };
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
    const door = new Door(this, caller);
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

  get parts(): Pick<GatewayOptions, 'log' | 'stopwatch' | 'logger' | 'library'> & { readonly upstreams: Upstreams } {
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
    const view = gatewayView(loaded, { persona, mode: this.#options.mode, withheld });
    views.set(persona, view);
    if (!this.#told.has(persona)) this.#told.set(persona, JSON.stringify(view.listed));
    return view;
  }

  /** The files changed: servers may be mended, and the lists may be others. */
  #follow(): void {
    const loaded = this.#options.session.loaded();
    if (!loaded || loaded === this.#generation?.loaded) return;
    this.#upstreams.forgetTroubles();
    this.#tell();
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

/** The door of one host: what it asks is answered on its view, and kept in the log. */
class Door implements HostDoor {
  readonly #gateway: BoardGateway;
  readonly #caller: GatewayCaller;
  readonly #sessions = new Map<string, number>();

  constructor(gateway: BoardGateway, caller: GatewayCaller) {
    this.#gateway = gateway;
    this.#caller = caller;
  }

  end(): void {
    for (const session of this.#sessions.values()) this.#gateway.parts.log.end(session);
  }

  list(host: HostFacts) {
    return this.#gateway.during(this.#caller, async (view) => {
      const { log, stopwatch } = this.#gateway.parts;
      const start = stopwatch();
      const result = { tools: view.listed as readonly Record<string, unknown>[] };
      log.note(this.#session(host, view), {
        ...{ kind: 'list', outcome: 'ok', error: null, tools: view.listed.length },
        ...{ elapsed_ms: stopwatch() - start, tokens: estimateTokens(JSON.stringify(view.listed)) },
      });
      return result;
    });
  }

  call(host: HostFacts, call: HostCall): Promise<GatewayAnswer> {
    return this.#gateway.during(this.#caller, async (view, finder) => {
      if (view.mode === 'search' && call.name === 'tool_search') return this.#search(host, view, finder, call);
      if (view.mode === 'search' && call.name === 'tool_get') return this.#get(host, view, finder, call);
      const { log, stopwatch, upstreams } = this.#gateway.parts;
      const start = stopwatch();
      const { answer, record, args } = await callServedTool(view, call, upstreams);
      if (record) {
        const kept = view.config.gateway.log.arguments && args !== null;
        log.note(this.#session(host, view), {
          ...{ kind: 'call', ...record, through: record.tool === null ? '' : call.name },
          ...{ elapsed_ms: stopwatch() - start, tokens: tokensOf(answer) },
          arguments: kept ? JSON.stringify(args) : null,
          result: kept ? JSON.stringify(answer.kind === 'result' ? answer.result : answer) : null,
        });
      }
      return answer;
    });
  }

  other(host: HostFacts, request: OtherRequest): Promise<GatewayAnswer> {
    return this.#gateway.during(this.#caller, async (view, _finder, workspace) => {
      const { log, stopwatch, upstreams, library } = this.#gateway.parts;
      const start = stopwatch();
      const ofServers = () => otherAnswer(view, request, upstreams);
      const { answer, record } = servesSkills(view)
        ? await withSkills(request, { host, view, workspace, library, ofServers })
        : await ofServers();
      if (record) {
        log.note(this.#session(host, view), {
          ...record,
          ...{ elapsed_ms: stopwatch() - start, tokens: tokensOf(answer) },
        });
      }
      return answer;
    });
  }

  async #search(host: HostFacts, view: GatewayView, finder: ToolFinder, call: HostCall): Promise<GatewayAnswer> {
    const { log, stopwatch } = this.#gateway.parts;
    const start = stopwatch();
    const input = readInput(toolSearchInputSchema, call.arguments);
    if ('problem' in input) return failure(input.problem);
    try {
      const { outcome, output, scope } = await finder.explain(view, input.value);
      const { text, strength } = searchAnswer(view, { outcome, output, nearWords: nearWordsIn(scope) });
      const { query, search_type, limit } = input.value;
      const hits = output.tools.map(({ name, score }) => ({ name, score }));
      log.note(this.#session(host, view), {
        ...{ kind: 'search', outcome: 'ok', error: null, query, search_type, limit, hits, strength },
        ...{ elapsed_ms: stopwatch() - start, tokens: estimateTokens(text) },
      });
      return said(text);
    } catch (error) {
      if (!isPegboardError(error)) throw error;
      return failure(view.gate.text(error.message));
    }
  }

  async #get(host: HostFacts, view: GatewayView, finder: ToolFinder, call: HostCall): Promise<GatewayAnswer> {
    const { log, stopwatch } = this.#gateway.parts;
    const start = stopwatch();
    const input = readInput(toolGetInputSchema, call.arguments);
    if ('problem' in input) return failure(input.problem);
    const { text, names } = await getAnswer(view, finder, input.value);
    log.note(this.#session(host, view), {
      ...{ kind: 'get', outcome: names.length > 0 ? 'ok' : 'not_found', error: null, names },
      ...{ elapsed_ms: stopwatch() - start, tokens: estimateTokens(text) },
    });
    return said(text);
  }

  #session(host: HostFacts, view: GatewayView): number {
    const { log } = this.#gateway.parts;
    const facts: UsageSession = { ...host, ...this.#caller, mode: view.mode };
    const key = JSON.stringify(facts);
    const session = this.#sessions.get(key) ?? log.begin(facts);
    this.#sessions.set(key, session);
    return session;
  }
}

function tokensOf(answer: GatewayAnswer): UsageRecord['tokens'] {
  return estimateTokens(JSON.stringify(answer.kind === 'result' ? answer.result : answer.message));
}

/** The gateway of the open workspace. Error: `workspace_not_found` when none is open. */
export function createGateway(options: GatewayOptions): BoardGateway {
  if (!options.session.loaded()) throw new PegboardError('workspace_not_found', 'No workspace is open.');
  return new BoardGateway(options);
}
