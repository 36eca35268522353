import { isAbsolute, relative } from 'node:path';
import type { Finding } from '#shared/domain/finding.ts';
import type { ImportPlan } from '#shared/domain/import-plan.ts';
import type {
  CallInput,
  CallResult,
  ImportMcpEvent,
  ImportMcpInput,
  SourceSummary,
} from '#shared/domain/live-source.ts';
import { connectionKind, describeConnection, type McpConnection } from '#shared/domain/mcp-connection.ts';
import { type CatalogTool, toolDefinitionJson } from '#shared/domain/tool.ts';
import { isPegboardError, PegboardError } from '#shared/errors.ts';
import { estimateTokens } from '#shared/tokens.ts';
import { capturedFromServer } from '../catalog/captured-tools.ts';
import { type CapturedImport, type ImportTarget, prepareCaptured, sourceNameOf } from '../catalog/plan-import.ts';
import type { Files } from '../files/files.ts';
import { answerText, callMcpTool } from '../mcp/call-tool.ts';
import { checkArguments } from '../mcp/check-arguments.ts';
import { type ConnectOptions, connectMcp, type McpSession } from '../mcp/connect-mcp.ts';
import { listMcpTools } from '../mcp/list-tools.ts';
import type { McpLimits } from '../mcp/mcp-limits.ts';
import { countTextTokens } from '../prompt/count-tokens.ts';
import { externaliseSecrets } from '../secrets/externalise-secrets.ts';
import { createMasker, type Masker } from '../secrets/masker.ts';
import { resolveConnection } from '../secrets/resolve-connection.ts';
import { closestTo } from '../workspace/closest-name.ts';
import type { LoadedWorkspace } from '../workspace/load-workspace.ts';
import type { WorkspaceSession } from '../workspace/workspace-session.ts';
import { type ConsentStore, consentRequired } from './consent-store.ts';
import { eventStream } from './event-stream.ts';
import { noteImport, readImportFacts } from './import-facts.ts';
import { sourceOf } from './manage-sources.ts';

export interface LiveSourcesOptions extends Omit<ConnectOptions, 'signal'> {
  readonly session: WorkspaceSession;
  readonly consents: ConsentStore;
  readonly files: Files;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Milliseconds that only grow. */
  readonly stopwatch: () => number;
}

/** A connection ready to use: as `pegboard.yaml` has it, the values for this session, what to tell the user. */
interface Prepared {
  readonly name: string;
  readonly stored: McpConnection;
  readonly values: Readonly<Record<string, string>>;
  readonly findings: readonly Finding[];
}

/** Sources that are live servers: importing from them and calling their tools, always after consent. */
export class LiveSources {
  readonly #options: LiveSourcesOptions;
  readonly #closing = new AbortController();
  readonly #open = new Set<Promise<unknown>>();

  constructor(options: LiveSourcesOptions) {
    this.#options = options;
  }

  /** Every source of the workspace, in the order of the file. Starts nothing. */
  async list(): Promise<readonly SourceSummary[]> {
    const { loaded } = this.#options.session.current();
    const { config } = loaded.file;
    const facts = await readImportFacts(loaded.cacheDir, this.#options.files);
    const granted = await this.#options.consents.granted(
      loaded.root,
      config.sources.flatMap(({ mcp }) => (mcp ? [mcp] : [])),
    );
    const consents = granted.values();
    return config.sources.map((source): SourceSummary => {
      const held = loaded.sources.find((other) => other.source.name === source.name);
      const tools = loaded.catalog.tools.filter((tool) => tool.source === source.name);
      return {
        name: source.name,
        kind: source.mcp ? connectionKind(source.mcp).kind : 'file',
        format: source.format,
        path: source.path,
        enabled: source.enabled,
        status: held ? (source.enabled ? 'ready' : 'disabled') : 'unreadable',
        tools: held?.tools.length ?? 0,
        tokens_estimate: tools.reduce((sum, tool) => sum + estimateTokens(toolDefinitionJson(tool)), 0),
        runs: source.mcp ? describeConnection(source.mcp) : null,
        consented: source.mcp ? (consents.next().value ?? false) : null,
        last_import: facts[source.name] ?? null,
      };
    });
  }

  /**
   * Imports the tools of a server. Events come as it goes; `planned` before anything is written. Errors: `consent_required`,
   * `variable_missing`, those of connecting, those of planning. After any of them the workspace is as it was.
   */
  importMcp(input: ImportMcpInput, outer?: AbortSignal): AsyncGenerator<ImportMcpEvent, void> {
    return eventStream<ImportMcpEvent>((emit, signal) => this.#import(input, emit, signal), {
      signal: outer,
      replaces: (event, next) => event.type === 'listing' && next.type === 'listing',
    });
  }

  /**
   * Calls a tool of a live source by hand. Errors: `tool_not_found`, `source_not_live`, `invalid_arguments`,
   * `confirmation_required`, `consent_required`, `variable_missing`, those of connecting, `tool_failed`.
   */
  async call(input: CallInput, signal?: AbortSignal): Promise<CallResult> {
    const { loaded } = this.#options.session.current();
    const tool = toolOf(loaded, input.tool);
    const prepared = this.#storedConnection(loaded, tool.source);
    const findings = checkArguments(tool, input.args);
    if (isDestructive(tool) && !input.confirmed) throw confirmationRequired(tool, prepared.stored);
    await this.#checkConsent(loaded.root, prepared, input.consent);
    return this.#withSession(loaded, prepared, { signal, timeoutMs: input.timeout_ms }, async (session, masker) => {
      const start = this.#options.stopwatch();
      const answer = await callMcpTool(session, { name: tool.upstream_name, args: input.args });
      const elapsed_ms = this.#options.stopwatch() - start;
      if (input.consent) await this.#options.consents.grant(loaded.root, prepared.stored);
      return {
        tool: tool.name,
        is_error: answer.isError === true,
        content: masker.value(answer.content),
        tokens: countTextTokens(answerText(answer)),
        ...(answer.structuredContent === undefined
          ? {}
          : { structured_content: masker.value(answer.structuredContent) }),
        elapsed_ms,
        findings,
      };
    });
  }

  /** Stops what is under way and waits until no server is left. */
  async close(): Promise<void> {
    this.#closing.abort();
    await Promise.allSettled(this.#open);
  }

  async #import(input: ImportMcpInput, emit: (event: ImportMcpEvent) => void, signal: AbortSignal): Promise<void> {
    const { loaded } = this.#options.session.current();
    const prepared = input.connection
      ? typedConnection(input.connection, input.source, loaded.root)
      : this.#storedConnection(loaded, input.source ?? '');
    await this.#checkConsent(loaded.root, prepared, input.consent);
    const limits = this.#limits(input.timeout_ms);
    emit({ type: 'connecting', runs: describeConnection(prepared.stored) });
    await this.#withSession(loaded, prepared, { signal, timeoutMs: input.timeout_ms }, async (session, masker) => {
      const { protocolVersion, server } = session;
      emit({ type: 'connected', protocol_version: protocolVersion, server: masker.value(server) });
      const listed = await listMcpTools(session, {
        limits,
        onPage: (pages, tools) => emit({ type: 'listing', pages, tools }),
      });
      // The list is all that is needed; a server that is slow to end need not be waited for while files are written.
      const tools = masker.value(listed);
      const name = input.source ?? freeName(server?.name ?? prepared.name, prepared.stored, loaded);
      const captured = capturedFromServer(tools, server?.name ?? null, describeConnection(prepared.stored));
      const imported: CapturedImport = {
        name: describeConnection(prepared.stored),
        source: name,
        captured,
        mcp: prepared.stored,
      };
      const hidden = JSON.stringify(tools) === JSON.stringify(listed) ? [] : [secretsHidden(name)];
      const findings = [...prepared.findings, ...hidden];
      const withFindings = <Plan extends ImportPlan>(plan: Plan): Plan => ({
        ...plan,
        findings: [...plan.findings, ...findings],
      });
      const prepare = (target: ImportTarget) => {
        refuseOtherWorkspace(loaded, target);
        return prepareCaptured([imported], target);
      };
      emit({ type: 'planned', plan: withFindings(await this.#options.session.planPrepared(prepare)) });
      if (!input.apply) return;
      const result = await this.#options.session.applyPrepared(prepare, { signal });
      if (input.consent) await this.#options.consents.grant(loaded.root, prepared.stored);
      const at = new Date(this.#options.now()).toISOString();
      await noteImport(
        name,
        { at, protocol_version: protocolVersion, server: masker.value(server) },
        { cacheDir: loaded.cacheDir, files: this.#options.files },
      );
      emit({ type: 'done', result: withFindings(result) });
    });
  }

  /** Connects, works, ends the server whatever happens. No error that leaves here holds a secret. */
  async #withSession<Result>(
    loaded: LoadedWorkspace,
    { name, stored, values }: Prepared,
    { signal, timeoutMs }: { signal: AbortSignal | undefined; timeoutMs: number | undefined },
    work: (session: McpSession, masker: Masker) => Promise<Result>,
  ): Promise<Result> {
    const env = { ...this.#options.env, ...values };
    const { connection, secrets } = resolveConnection(stored, { env, root: loaded.root, source: name });
    const masker = createMasker(secrets);
    if (connection.kind === 'stdio' && !(await this.#options.files.isDirectory(connection.cwd))) {
      throw new PegboardError('server_not_started', `The folder ${masker.text(connection.cwd)} is not there.`, {
        hint: `Source ${name} starts in it: make it, or change --cwd.`,
      });
    }
    const stop = AbortSignal.any([this.#closing.signal, ...(signal ? [signal] : [])]);
    const running = (async () => {
      const session = await connectMcp(connection, { ...this.#options, limits: this.#limits(timeoutMs), signal: stop });
      try {
        return await work(session, masker);
      } finally {
        await session.close();
      }
    })();
    this.#open.add(running);
    try {
      return await running;
    } catch (error) {
      throw maskedError(error, masker);
    } finally {
      this.#open.delete(running);
    }
  }

  #limits(timeoutMs: number | undefined): McpLimits {
    const { limits } = this.#options;
    if (timeoutMs === undefined) return limits;
    return { ...limits, connectMs: timeoutMs, requestMs: timeoutMs, totalMs: Math.max(limits.totalMs, timeoutMs) };
  }

  #storedConnection(loaded: LoadedWorkspace, name: string): Prepared {
    const { mcp } = sourceOf(loaded, name);
    if (mcp) return { name, stored: mcp, values: {}, findings: [] };
    throw new PegboardError('source_not_live', `Source ${name} is a captured file; there is no server behind it.`, {
      hint: `Import it from its server: pegboard import --mcp --name ${name} -- <command…>`,
      data: { source: name },
    });
  }

  async #checkConsent(root: string, { name, stored }: Prepared, consent: boolean): Promise<void> {
    if (consent) return;
    const [granted] = await this.#options.consents.granted(root, [stored]);
    if (!granted) throw consentRequired(name, stored);
  }
}

/** What a user typed, with its secrets taken out, and its folder as the workspace can name it. */
function typedConnection(connection: McpConnection, source: string | undefined, root: string): Prepared {
  const name = source ?? provisionalName(connection);
  const { connection: clean, values, findings } = externaliseSecrets(connection, name);
  const { cwd, ...rest } = clean;
  const inside = cwd === undefined ? '' : relative(root, cwd);
  const place = inside.startsWith('..') || isAbsolute(inside) ? cwd : inside;
  const stored = cwd === undefined || !isAbsolute(cwd) ? clean : place ? { ...rest, cwd: place } : rest;
  return { name, stored, values, findings: [...findings, ...cleartext(stored)] };
}

/** A name before the server has told its own: of the program, or of the host. */
function provisionalName(connection: McpConnection): string {
  const known = connectionKind(connection);
  if (known.kind === 'http') return sourceNameOf(URL.canParse(known.url) ? new URL(known.url).hostname : 'server');
  return sourceNameOf(known.command.split(/[\\/]/).pop() ?? known.command);
}

/** A server takes its time, and another workspace may have been opened meanwhile. */
function refuseOtherWorkspace({ root }: LoadedWorkspace, { base }: ImportTarget): void {
  if (base.path === root) return;
  throw new PegboardError('config_changed', 'Another workspace was opened meanwhile; nothing was imported.', {
    hint: 'Open the workspace again and repeat the import.',
    data: { planned: root, open: base.path },
  });
}

/** The name a server gives itself, unless that belongs to a source of another origin. Error: `source_exists`. */
function freeName(wanted: string, stored: McpConnection, { file }: LoadedWorkspace): string {
  const name = sourceNameOf(wanted);
  const there = file.config.sources.find((source) => source.name === name);
  if (!there || (there.mcp && describeConnection(there.mcp) === describeConnection(stored))) return name;
  throw new PegboardError(
    'source_exists',
    `The server calls itself "${name}", and there is another source of that name.`,
    {
      hint: `Give it a name of its own with --name, or replace that source with --name ${name}.`,
      data: { source: name },
    },
  );
}

function cleartext(connection: McpConnection): Finding[] {
  const known = connectionKind(connection);
  if (known.kind !== 'http' || !/^http:/i.test(known.url) || !/\$\{env:/.test(JSON.stringify(known))) return [];
  if (/^http:\/\/([^/@]*@)?(localhost|127\.|\[::1\])/i.test(known.url)) return [];
  return [
    {
      code: 'cleartext_credentials',
      severity: 'warning',
      message: 'The credentials of this source travel unencrypted: its address starts with http:.',
      hint: 'Use https: where the server offers it.',
    },
  ];
}

function secretsHidden(name: string): Finding {
  return {
    code: 'secrets_in_definitions',
    severity: 'warning',
    message: `The server of ${name} repeats a secret in its tool definitions; it was replaced before anything was written.`,
    hint: 'Tell the authors of the server: a model would read it in every prompt.',
  };
}

function toolOf({ catalog }: LoadedWorkspace, name: string): CatalogTool {
  const tool = catalog.byName.get(name);
  if (tool) return tool;
  const near = closestTo(name, [...catalog.byName.keys()]);
  throw new PegboardError('tool_not_found', `There is no tool "${name}" in the catalog.`, {
    hint: near === undefined ? 'pegboard tools lists them.' : `Did you mean "${near}"?`,
    data: { tool: name },
  });
}

/** Whether a call may destroy something, by what its server or the workspace says. */
function isDestructive(tool: CatalogTool): boolean {
  if (tool.requires_confirmation || tool.risk_level === 'destructive') return true;
  const changes = tool.side_effects === 'write' || tool.side_effects === 'external';
  return changes && tool.annotations?.destructiveHint === true;
}

function confirmationRequired(tool: CatalogTool, stored: McpConnection): PegboardError {
  return new PegboardError('confirmation_required', `${tool.name} may destroy something; it was not called.`, {
    hint: 'Look at the arguments; if you mean it, run the same command with --yes.',
    data: { tool: tool.name, source: tool.source, runs: describeConnection(stored) },
  });
}

function maskedError(error: unknown, masker: Masker): unknown {
  // A failure of our own that nobody expected: it goes to a log, so its words are masked too.
  if (!isPegboardError(error)) return new Error(masker.text(String(error instanceof Error ? error.stack : error)));
  const { code, message, hint, data } = error;
  // Its cause is left behind: nobody has masked that.
  return new PegboardError(code, masker.text(message), {
    ...(hint === undefined ? {} : { hint: masker.text(hint) }),
    ...(data === undefined ? {} : { data: masker.value(data) }),
  });
}
