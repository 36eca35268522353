import { createHash } from 'node:crypto';
import { canonicalJson } from '#shared/canonical-json.ts';
import type { CallOptions } from '#shared/contract/from-contract.ts';
import { type ImportPlan, planChangesSomething } from '#shared/domain/import-plan.ts';
import type {
  CallInput,
  CallResult,
  ImportMcpEvent,
  ImportMcpInput,
  ServerLog,
  SignInEvent,
  SignInInput,
  SourceSummary,
} from '#shared/domain/live-source.ts';
import type { McpConnection } from '#shared/domain/mcp-connection.ts';
import { approvalReason, type CatalogTool } from '#shared/domain/tool.ts';
import { isPegboardError, PegboardError } from '#shared/errors.ts';
import { storedParts } from '../catalog/captured/source-parts.ts';
import { capturedFromServer, refuseLeftOut } from '../catalog/captured-tools.ts';
import { type CapturedImport, type ImportTarget, prepareCaptured } from '../catalog/plan-import.ts';
import { ChangeSignal } from '../change-signal.ts';
import { eventStream } from '../event-stream.ts';
import { checkArguments } from '../json/check-arguments.ts';
import { callMcpTool } from '../mcp/call-tool.ts';
import { listMcpTools } from '../mcp/list-tools.ts';
import { shownConnection } from '../secrets/shown-connection.ts';
import type { LoadedWorkspace } from '../workspace/load-workspace.ts';
import { calledTool, callResult, confirmationRequired, refuseDeepAnswer } from './call-guards.ts';
import { type ConsentStore, consentRequired } from './consent-store.ts';
import type { ImportFacts } from './import-facts.ts';
import { listWhole, plansKnown, refuseOtherList, refuseOtherWorkspace, secretsHidden } from './import-guards.ts';
import type { KeptSession } from './kept-session.ts';
import { LiveCheck } from './live-check.ts';
import { sourceOf } from './manage-sources.ts';
import { offeredParts } from './offered-parts.ts';
import { freeName, type PreparedConnection, storedConnection, typedConnection } from './prepared-connection.ts';
import { ServerSessions, type ServerSessionsOptions, type SessionAtWork, type UseOptions } from './server-sessions.ts';
import { SkillImport } from './skills/import-skills.ts';
import { summariseSources } from './summarise-sources.ts';
import { withheldNow } from './withheld-now.ts';

export interface LiveSourcesOptions extends Omit<ServerSessionsOptions, 'onToolsChanged'> {
  readonly consents: ConsentStore;
  readonly facts: ImportFacts;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Milliseconds that only grow. */
  readonly stopwatch: () => number;
}

/** How long a user has to sign in, milliseconds. */
const signInMs = 300_000;

/** Sources that are live servers: importing from them and calling their tools, always after consent. */
export class LiveSources {
  readonly #options: LiveSourcesOptions;
  readonly #sessions: ServerSessions;
  readonly #unfollow: readonly (() => void)[];
  readonly #marking = new Map<string, Promise<void>>();
  readonly #check: LiveCheck;
  readonly #toolsChanged = new ChangeSignal();

  constructor(options: LiveSourcesOptions) {
    this.#options = options;
    this.#check = new LiveCheck(options.stopwatch);
    const onToolsChanged = (kept: KeptSession) => {
      void this.#markStale(kept);
      this.#toolsChanged.notify();
    };
    this.#sessions = new ServerSessions({ ...options, onToolsChanged });
    const notify = () => this.#sessions.changed.notify();
    this.#unfollow = [options.session.onChange(notify), options.values.changed.subscribe(notify)];
  }

  /** Every source of the workspace, in the order of the file. Starts nothing. */
  async list(): Promise<readonly SourceSummary[]> {
    return summariseSources(this.#options.session.current().loaded, { ...this.#options, sessions: this.#sessions });
  }

  /** The list now, and again whenever anything in it changes, until aborted. Empty while no workspace is open. */
  async *watch({ signal }: CallOptions = {}): AsyncGenerator<readonly SourceSummary[], void> {
    const changes = this.#sessions.changed.changes(signal);
    let next = changes.next();
    let shown: string | undefined;
    do {
      const listed = this.#options.session.loaded() ? await this.list() : [];
      const json = JSON.stringify(listed);
      if (json !== shown) yield listed;
      shown = json;
      const change = await next;
      if (change.done) return;
      next = changes.next();
    } while (!signal?.aborted);
  }

  /**
   * Imports the tools of a server. Events come as it goes; `planned` before anything is written. Errors: `consent_required`,
   * `variable_missing`, those of connecting, those of planning. After any of them the workspace is as it was.
   */
  importMcp(input: ImportMcpInput, call?: CallOptions): AsyncGenerator<ImportMcpEvent, void> {
    return eventStream<ImportMcpEvent>((emit, signal) => this.#import(input, emit, signal), {
      signal: call?.signal,
      replaces: (event, next) => event.type === next.type && (event.type === 'listing' || event.type === 'stderr'),
    });
  }

  /**
   * Calls a tool of a live source by hand. Errors: `tool_not_found`, `source_not_live`, `invalid_arguments`,
   * `confirmation_required`, `approval_required`, `consent_required`, `variable_missing`, those of connecting, `tool_failed`.
   */
  async call(input: CallInput, { signal }: CallOptions = {}): Promise<CallResult> {
    const { loaded } = this.#options.session.current();
    const tool = calledTool(loaded, input.tool);
    const prepared = storedConnection(loaded, tool.source);
    const findings = checkArguments(tool, input.args);
    if (approvalReason(tool) !== null && !input.confirmed) throw confirmationRequired(loaded, tool, prepared.stored);
    await this.#checkConsent(loaded.root, prepared, input.consent);
    return this.#use(loaded, prepared, { signal, timeoutMs: input.timeout_ms }, input.consent, async (at) => {
      const { session, masker } = at;
      const change = await this.approvalOf(at, tool);
      if (change !== null && !input.confirmed) throw confirmationRequired(loaded, tool, prepared.stored, change);
      const start = this.#options.stopwatch();
      const answer = await callMcpTool(session, {
        name: tool.upstream_name,
        args: input.args,
        inputSchema: tool.input_schema,
      });
      const elapsed_ms = this.#options.stopwatch() - start;
      refuseDeepAnswer(tool.name, [answer.content, answer.structuredContent]);
      if (input.consent) await this.#options.consents.grant(loaded.root, prepared.stored, tool.source);
      return callResult(tool, answer, { masker, elapsed_ms, findings });
    });
  }

  /**
   * Why a person must agree to a call of a tool as its server has it now, to follow its name, or null. Error: `approval_required`.
   */
  async approvalOf(at: SessionAtWork, tool: CatalogTool): Promise<string | null> {
    const { loaded } = this.#options.session.current();
    const against = { loaded, limits: this.#sessions.limits(undefined) };
    const { action, change } = await this.#check.actionFor(at, tool, against);
    if (action !== 'allow') await this.#markStale(at.kept);
    else return null;
    if (action === 'ask') return `${change}. After an import of ${tool.source}, "pegboard review" shows it.`;
    throw new PegboardError(
      'approval_required',
      `The server of ${tool.source} changed ${tool.name} after it was approved.`,
      {
        hint: `Import ${tool.source} again, then look at the change with "pegboard review".`,
        data: { tool: tool.name, source: tool.source },
      },
    );
  }

  /**
   * Names of the tools that are withheld for what their servers list at this moment. Asks only servers that run; one that does not answer
   * within `timeoutMs` counts as unchanged, since each call asks it again. Never throws.
   */
  withheldNow(timeoutMs: number): Promise<readonly string[]> {
    return withheldNow(this.#options.session.current().loaded, timeoutMs, {
      sessions: this.#sessions,
      check: this.#check,
      onServer: (name, use, work) => this.onServer(name, use, work),
      markStale: (kept) => this.#markStale(kept),
    });
  }

  /** Calls back whenever a server says that its list changed, until the returned function is called. */
  onToolsChanged(listener: () => void): () => void {
    return this.#toolsChanged.subscribe(listener);
  }

  /**
   * Does work on the session with a source, by the consent that was given. Starts its server when none is open. Errors:
   * `source_not_live`, `consent_required`, `variable_missing`, those of connecting and of the work, all masked.
   */
  async onServer<Result>(name: string, use: UseOptions, work: (at: SessionAtWork) => Promise<Result>): Promise<Result> {
    const { loaded } = this.#options.session.current();
    const prepared = storedConnection(loaded, name);
    await this.#checkConsent(loaded.root, prepared, false);
    return this.#sessions.use(loaded, prepared, use, work);
  }

  /** Address of the server of a source. Errors: `source_not_found`, `source_not_live`, `consent_required`, `variable_missing`, `invalid_input`. */
  async serverAddress(name: string): Promise<URL> {
    const { loaded } = this.#options.session.current();
    const prepared = storedConnection(loaded, name);
    await this.#checkConsent(loaded.root, prepared, false);
    return this.#sessions.address(loaded, prepared);
  }

  /**
   * Signs in at the server of a source, or of a connection. Errors: `source_not_found`, `source_not_live`,
   * `consent_required`, `variable_missing`, `sign_in_failed`.
   */
  signIn(input: SignInInput, call?: CallOptions): AsyncGenerator<SignInEvent, void> {
    const work = async (emit: (event: SignInEvent) => void, signal: AbortSignal) => {
      const { loaded } = this.#options.session.current();
      const prepared = input.connection
        ? typedConnection(input.connection, undefined, loaded)
        : storedConnection(loaded, input.name ?? '');
      // An address that the workspace names may hold a value of a variable, which only consent gives away.
      await this.#checkConsent(loaded.root, prepared, input.connection !== undefined);
      await this.#sessions.signIn(loaded, prepared, {
        signal,
        timeoutMs: input.timeout_ms ?? signInMs,
        onAuthorize: (url) => emit({ type: 'authorize', url }),
      });
      emit({ type: 'done' });
    };
    return eventStream(work, { signal: call?.signal, replaces: () => false });
  }

  /** Forgets the tokens of the server of a source. Errors: `source_not_found`, `source_not_live`, `variable_missing`. */
  async signOut({ name }: { name: string }): Promise<{ signed_out: boolean }> {
    const { loaded } = this.#options.session.current();
    return { signed_out: await this.#sessions.signOut(loaded, storedConnection(loaded, name)) };
  }

  /** Ends the session with the server of a source. Error: `source_not_found`. */
  async stop({ name }: { name: string }): Promise<{ stopped: boolean }> {
    const { loaded } = this.#options.session.current();
    return { stopped: await this.#sessions.stop(loaded.root, sourceOf(loaded, name).name) };
  }

  /** Values that the user typed for a connection, while they are kept. */
  valuesOf(root: string, stored: McpConnection): Readonly<Record<string, string>> {
    return this.#sessions.valuesOf(root, stored);
  }

  /** Keeps the values that a user typed for a connection, for as long as its workspace is open. */
  keepValues(root: string, prepared: PreparedConnection): void {
    this.#sessions.keepValues(root, prepared);
  }

  /** The end of what the server of a source wrote to stderr since Pegboard was started. Error: `source_not_found`. */
  async log({ name }: { name: string }): Promise<ServerLog> {
    return this.#sessions.log(sourceOf(this.#options.session.current().loaded, name).name);
  }

  /** Stops what is under way and waits until no server is left. */
  async close(): Promise<void> {
    for (const unfollow of this.#unfollow) unfollow();
    await this.#sessions.close();
  }

  async #import(input: ImportMcpInput, emit: (event: ImportMcpEvent) => void, signal: AbortSignal): Promise<void> {
    const { loaded } = this.#options.session.current();
    const prepared = input.connection
      ? typedConnection(input.connection, input.source, loaded)
      : storedConnection(loaded, input.source ?? '');
    await this.#checkConsent(loaded.root, prepared, input.consent);
    const limits = this.#sessions.limits(input.timeout_ms);
    emit({ type: 'connecting', runs: shownConnection(prepared.stored), limit_ms: limits.connectMs });
    const use = { signal, timeoutMs: input.timeout_ms, onProgress: emit };
    await this.#use(loaded, prepared, use, input.consent, async ({ session, masker, kept }) => {
      const server = masker.value(session.server);
      emit({ type: 'connected', protocol_version: session.protocolVersion, server });
      const { listed, heard } = await listWhole(kept, () =>
        listMcpTools(session, {
          limits,
          onPage: (pages, tools) => emit({ type: 'listing', pages, tools }),
        }),
      );
      const shown = masker.value(listed);
      const tools = shown.values;
      const name = input.source ?? freeName(server?.name ?? prepared.label, prepared.stored, loaded);
      const label = shownConnection(prepared.stored);
      const skills = await SkillImport.ask({ loaded, session, source: name, files: this.#options.files, masker });
      const parts = await offeredParts(session, { loaded, source: name, limits, masker });
      const mayBeEmpty = !skills.isEmpty || parts.prompts.length > 0 || plansKnown(input, name, loaded);
      const captured = capturedFromServer(shown, { server: server?.name ?? null, label, mayBeEmpty, parts });
      if (input.strict) refuseLeftOut([captured], label);
      const imported: CapturedImport = { name: label, source: name, captured, mcp: prepared.stored };
      const hidden = JSON.stringify(shown) === JSON.stringify(listed) ? [] : [secretsHidden(name)];
      const findings = [...prepared.findings, ...hidden];
      const complete = <Plan extends ImportPlan>(plan: Plan): Plan =>
        skills.inPlan({ ...plan, findings: [...plan.findings, ...findings] });
      const prepare = (target: ImportTarget) => {
        refuseOtherWorkspace(loaded, target);
        return prepareCaptured([imported], target);
      };
      const beside = { ...storedParts(parts), ...(!skills.isEmpty && { skills: skills.listed }) };
      const list = Object.keys(beside).length === 0 ? tools : { tools, ...beside };
      const list_hash = createHash('sha256').update(canonicalJson(list)).digest('hex');
      const plan = complete(await this.#options.session.planImport(prepare));
      emit({ type: 'planned', plan, list_hash });
      if (!input.apply) {
        // A user who asks for the plan of a source has agreed to start it, whether or not the plan is applied.
        if (input.consent && !input.connection) await this.#options.consents.grant(loaded.root, prepared.stored, name);
        if (heard !== kept.toolsChanged || planChangesSomething(plan)) return;
        await this.#options.facts.markStale(loaded.cacheDir, name, false).catch(() => {});
        this.#sessions.changed.notify();
        return;
      }
      refuseOtherList(list_hash, input);
      // First: a process that is killed in between leaves no source that nobody seems to have agreed to.
      if (input.consent) await this.#options.consents.grant(loaded.root, prepared.stored, name);
      await skills.fetch();
      const how = { signal, base: input.approved?.base, beside: (now: LoadedWorkspace) => skills.writes(now) };
      const result = await this.#options.session.applyImport(prepare, how);
      this.#sessions.adopt(kept, name, prepared);
      await this.#options.facts.note(loaded.cacheDir, name, {
        at: new Date(this.#options.now()).toISOString(),
        protocol_version: session.protocolVersion,
        server,
        stale: kept.toolsChanged !== heard,
      });
      this.#sessions.changed.notify();
      emit({ type: 'done', result: complete(result) });
    });
  }

  /** Like `use` of the sessions, but a given consent is kept when the user must sign in first. */
  async #use<Result>(
    loaded: LoadedWorkspace,
    prepared: PreparedConnection,
    use: Parameters<ServerSessions['use']>[2],
    consent: boolean,
    work: (at: SessionAtWork) => Promise<Result>,
  ): Promise<Result> {
    try {
      return await this.#sessions.use(loaded, prepared, use, work);
    } catch (error) {
      const mustSignIn = isPegboardError(error) && error.data?.oauth === true;
      if (consent && mustSignIn) await this.#options.consents.grant(loaded.root, prepared.stored, prepared.label);
      throw error;
    }
  }

  async #checkConsent(root: string, { label, stored }: PreparedConnection, consent: boolean): Promise<void> {
    if (consent) return;
    const [granted] = await this.#options.consents.granted(root, [stored]);
    if (!granted) throw consentRequired(label, stored, await this.#options.consents.grantedBefore(root, label));
  }

  /** Marks one at a time: a server may say so a thousand times a second. Ends when it is marked, whoever began. */
  #markStale({ key, identity: { name } }: KeptSession): Promise<void> {
    const loaded = this.#options.session.loaded();
    if (name === null || loaded?.root !== key.root) return Promise.resolve();
    const mark = async () => {
      await this.#options.facts.markStale(loaded.cacheDir, name, true).catch(() => {});
      this.#marking.delete(name);
      this.#sessions.changed.notify();
    };
    const marking = this.#marking.get(name) ?? mark();
    this.#marking.set(name, marking);
    return marking;
  }
}
