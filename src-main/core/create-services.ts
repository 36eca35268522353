import { randomUUID } from 'node:crypto';
import { isAbsolute, join, resolve } from 'node:path';
import type { IndexProgress, IndexStatus } from '#shared/domain/index-status.ts';
import type { Caller } from '#shared/domain/search-request.ts';
import type { SkillEvent } from '#shared/domain/skill-event.ts';
import { toolDefinitionJson } from '#shared/domain/tool.ts';
import { PegboardError } from '#shared/errors.ts';
import { throwIfCancelled } from './cancellation.ts';
import { findTool } from './catalog/find-tool.ts';
import { CatalogLint } from './catalog/lint/catalog-lint.ts';
import type { Machine } from './client-configs/client-definition.ts';
import { discoverConfigs } from './client-configs/discover-configs.ts';
import { checkExample } from './curation/check-example.ts';
import { duplicateTools } from './curation/duplicate-tools.ts';
import { detectFts5 } from './db/full-text.ts';
import { openScratchDatabase } from './db/open-database.ts';
import { catalogTokens, promptSize } from './describe/catalog-tokens.ts';
import { describeTool } from './describe/describe-tool.ts';
import { Drafts } from './drafts/drafts.ts';
import { economicsReport } from './economics/economics-report.ts';
import { measureWorkspace } from './economics/measure-workspace.ts';
import { compareEngines } from './engines/compare-engines.ts';
import { confusableTools } from './engines/confusable-tools.ts';
import { engineRunnerHere } from './engines/engine-runner.ts';
import { EngineThread } from './engines/engine-thread.ts';
import { Baselines } from './evaluation/baselines.ts';
import { EvaluationService } from './evaluation/evaluation-service.ts';
import { askedGolden } from './evaluation/golden/asked-golden.ts';
import { GoldenQueries } from './evaluation/golden/golden-queries.ts';
import { ExportService } from './export/export-service.ts';
import type { Files } from './files/files.ts';
import { nodeFiles } from './files/node-files.ts';
import { guidanceOf } from './guidance/guidance-files.ts';
import { guideOutcome } from './guidance/guide-outcome.ts';
import { hostBudgetsOf } from './host-budgets/host-budgets-service.ts';
import { HybridService } from './hybrid/hybrid-service.ts';
import { checkLeaks, leakEvents } from './leaks/leak-check.ts';
import type { Logger } from './logger.ts';
import { defaultMcpLimits, type McpLimits } from './mcp/mcp-limits.ts';
import type { ListenForRedirect } from './mcp/oauth/sign-in.ts';
import { type StartServer, startServerProcess } from './mcp/server-process.ts';
import { FileMemory } from './memory/file-memory.ts';
import { createPlannerService } from './planner/planner-service.ts';
import { payloadOf } from './planner/prompts/payload-service.ts';
import { comparedPrompts, profilesOf, promptOf } from './planner/prompts/prompt-service.ts';
import { promptSizes } from './planner/prompts/prompt-sizes.ts';
import { ScenarioEdits } from './planner/scenario/scenario-edits.ts';
import { runSkillsOpener } from './planner/skills/open-run-skills.ts';
import { progressStream } from './progress-stream.ts';
import { countTextTokens } from './prompt/count-tokens.ts';
import type { ToolScope } from './search/search-scope.ts';
import { getTools } from './search/tool-get.ts';
import { type SearchOutcome, searchTools } from './search/tool-search.ts';
import { KeptValues } from './secrets/kept-values.ts';
import { type SecretBox, SignInStore } from './secrets/sign-in-store.ts';
import { VariableValues } from './secrets/variable-values.ts';
import type { Services } from './services.ts';
import { convertSkills } from './skills/convert-skills.ts';
import { SkillEditor } from './skills/edit/skill-editor.ts';
import { exportSkills } from './skills/export/export-skills.ts';
import { SkillLibrary } from './skills/skill-library.ts';
import { createSkillTools } from './skills/skills-service.ts';
import { validateSkills } from './skills/validate-skills.ts';
import { ConsentStore } from './sources/consent-store.ts';
import { ImportFacts } from './sources/import-facts.ts';
import { LiveSources } from './sources/live-sources.ts';
import { renameSource, setSourceEnabled } from './sources/manage-sources.ts';
import { RemovedSources } from './sources/removed-sources.ts';
import { importServers } from './sources/review/import-servers.ts';
import { ServerReviews } from './sources/review/server-reviews.ts';
import { WorkspaceValues } from './sources/review/workspace-values.ts';
import { connectionToEdit, setConnection } from './sources/set-connection.ts';
import { tidyUserData } from './tidy-user-data.ts';
import { WhyNotService } from './why-not/why-not-service.ts';
import { ConfigEdits } from './workspace/config-edits.ts';
import { shownConfigText } from './workspace/config-text.ts';
import type { LoadedWorkspace } from './workspace/load-workspace.ts';
import { WorkspaceSession } from './workspace/workspace-session.ts';
import { WorkspaceVersions } from './workspace/workspace-versions.ts';

/** What a host gives the core. Everything that is not given has the real thing as its default. */
export interface ServicesOptions {
  /** Folder of the user's own data: recent workspaces, the demo. */
  readonly userDataDir: string;
  readonly host: 'electron' | 'http' | 'cli' | 'test';
  readonly logger: Logger;
  /** Folder of the built worker scripts, with a slash at its end; without it, everything runs in the calling thread. */
  readonly workers?: URL | undefined;
  readonly files?: Files;
  /** `off` stands for a SQLite without FTS5 (R2.22). */
  readonly fts?: 'detect' | 'off';
  /** Milliseconds since 1970. */
  readonly now?: () => number;
  /** Milliseconds that only grow, for durations. */
  readonly stopwatch?: () => number;
  /** A text that was never given before and that nobody can guess. */
  readonly newId?: () => string;
  /** Versions of what the host runs on, by name. */
  readonly versions?: Readonly<Record<string, string | undefined>>;
  /** Our environment: where `${env:NAME}` is looked up, and the harmless part of it that servers get. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Time and size limits of live servers, where they are not the defaults. */
  readonly mcpLimits?: Partial<McpLimits>;
  readonly fetch?: typeof fetch;
  readonly startServer?: StartServer;
  /** The computer whose client configurations are discovered; without it none are. */
  readonly machine?: Machine | undefined;
  /** Milliseconds that a session with a live server stays open without a use; 0, the default, ends it with its use. */
  readonly sessionIdleMs?: number;
  /** Waits for the browser to come back from signing in; without it nobody can sign in. */
  readonly listenForRedirect?: ListenForRedirect;
  /** Encrypts tokens; without it they lie in a file that only the user can read. */
  readonly secretBox?: SecretBox | undefined;
  /** Folder of the skill packs that come with Pegboard. */
  readonly shippedPacks?: string | undefined;
  /** Folder of the hints of categories that come with Pegboard. */
  readonly shippedGuidance?: string | undefined;
  /** Told of every event of skills (R12.10–R12.15). */
  readonly onSkillEvent?: (event: SkillEvent) => void;
  /** Whether to follow changes of the workspace's files; a command that ends at once need not. */
  readonly watch?: boolean;
}

/** Builds everything. The one place where parts of the core meet. */
export async function createServices(options: ServicesOptions): Promise<Services> {
  const { fts = 'detect', now = Date.now, files = nodeFiles, logger, host, versions = {} } = options;
  const stopwatch = options.stopwatch ?? (() => performance.now());
  await tidyUserData(options.userDataDir, files);
  const script = (name: string) => options.workers && new URL(`${name}.js`, options.workers);
  const session = new WorkspaceSession({
    files,
    logger,
    fts,
    now,
    indexWorker: script('index-worker'),
    demoRoot: join(options.userDataDir, 'demo'),
    userDataDir: options.userDataDir,
    watch: options.watch ?? true,
  });
  const newId = options.newId ?? randomUUID;
  const facts = new ImportFacts(files);
  const consents = new ConsentStore({ userDataDir: options.userDataDir, files, logger, now });
  const stores = { userDataDir: options.userDataDir, files, logger, now, box: options.secretBox };
  const values = new VariableValues({ env: options.env ?? {}, kept: new KeptValues(stores) });
  const live = new LiveSources({
    session,
    consents,
    files,
    now,
    stopwatch,
    values,
    env: options.env ?? {},
    limits: { ...defaultMcpLimits, ...options.mcpLimits },
    fetch: options.fetch ?? fetch,
    startServer: options.startServer ?? startServerProcess,
    clientVersion: versions.pegboard ?? '0',
    facts,
    signIns: new SignInStore(stores),
    listenForRedirect: options.listenForRedirect,
    newId,
    idleMs: options.sessionIdleMs ?? 0,
  });
  const reviews = new ServerReviews({ session, files, consents, values, machine: options.machine });
  const kept = new WorkspaceValues({ session, values });
  const batch = { session, reviews, live, consents, values, stopwatch };
  const edit = { session, files, facts };
  const removed = new RemovedSources({ ...edit, newId, canUndo: host !== 'cli' });
  const configEdits = new ConfigEdits({ session, newId, canUndo: host !== 'cli' });
  const library = new SkillLibrary({
    files,
    logger,
    fts,
    now,
    shippedPacks: options.shippedPacks,
    watch: options.watch ?? true,
    onEvent: options.onSkillEvent,
  });
  const openSkillsIn = (from: Files) => runSkillsOpener({ files: from, shippedPacks: options.shippedPacks, fts });
  const openSkills = openSkillsIn(files);
  const workspaceVersions = new WorkspaceVersions(files);
  const prompts = { fts, now, openSkills, openSkillsIn, versions: workspaceVersions };
  const hybrid = new HybridService({
    consents,
    files,
    logger,
    fts,
    now,
    env: options.env ?? {},
    fetch: options.fetch ?? fetch,
  });
  const guidance = (root: string) => guidanceOf(root, { files, logger, shipped: options.shippedGuidance });
  const engineWorker = script('engine-worker');
  const runner = engineWorker ? new EngineThread(engineWorker) : engineRunnerHere(stopwatch);
  const evaluation = new EvaluationService({
    session,
    files,
    golden: new GoldenQueries({ session, files, watch: options.watch ?? true }),
    baselines: new Baselines({ userDataDir: options.userDataDir, files, logger }),
    stopwatch,
    worker: script('eval-worker'),
    wholePath,
  });
  const lint = new CatalogLint({ clock: stopwatch });
  const whyNot = new WhyNotService({ session, files, fts, worker: script('why-not-worker') });

  /** What a search found, with what the results say beyond names and descriptions, and what that costs. */
  const guided = async <Outcome extends SearchOutcome>(
    loaded: LoadedWorkspace,
    scope: ToolScope,
    found: { readonly outcome: Outcome; readonly caller: Caller; readonly explain: boolean },
  ) => {
    const outcome = await guideOutcome(loaded, scope, { ...found, read: guidance(loaded.root) });
    return { ...outcome, output_tokens: countTextTokens(JSON.stringify(outcome.output)) };
  };

  return {
    workspace: {
      current: async () => session.summary(),
      open: async (path, call) => session.open(wholePath(path), call?.signal),
      init: async (path, call) => session.init(wholePath(path), call?.signal),
      openDemo: (call) => session.openDemo(call?.signal),
      recent: () => session.recent.listed(),
      forget: (path) => session.recent.forget(path),
      watch: (call) => session.watch(call?.signal),
    },
    catalog: {
      list: async () => {
        const { registry, file } = session.current().loaded;
        return [...registry.values()].map((tool) => ({
          ...tool,
          prompt_size: promptSize(tool, file.config.tool_examples),
        }));
      },
      get: async (name) => {
        const tool = findTool(session.current().loaded.catalog.byName, name);
        return tool ? { tool, tokens: countTextTokens(toolDefinitionJson(tool)) } : null;
      },
      describe: async (name) => {
        const { catalog, registry, sources, file } = session.current().loaded;
        const tool = catalog.byName.get(name);
        if (!tool) return null;
        return describeTool(tool, { file, sources, findings: lint.one(registry, tool) });
      },
      getMany: async (names) => {
        const { byName } = session.current().loaded.catalog;
        return names.flatMap((name) => byName.get(name) ?? []);
      },
      tokens: async (call) => {
        const { registry, file } = session.current().loaded;
        const examples = file.config.tool_examples;
        return catalogTokens(registry.values(), { examples, clock: stopwatch, signal: call?.signal });
      },
      lint: async (call) =>
        [...(await lint.all(session.current().loaded.registry, call?.signal))].map(([name, findings]) => ({
          name,
          problems: findings.map(({ code, severity }) => ({ code, severity })),
        })),
      planImport: async (importFiles, call) => {
        throwIfCancelled(call?.signal);
        return session.planImport(importFiles);
      },
      applyImport: (importFiles, call) => session.applyImport(importFiles, call),
      syncIndex: ({ rebuild }, call) => syncWithProgress(session, rebuild, call?.signal),
    },
    config: {
      read: async () => configEdits.state(),
      text: async () => shownConfigText(session.current().loaded.file),
      edit: (input, call) => configEdits.edit(input, call?.signal),
      undo: (undo, call) => configEdits.undo(undo, call?.signal),
    },
    curation: {
      checkExample: async (draft) => {
        const { catalog, file } = session.current().loaded;
        const tool = catalog.byName.get(draft.tool);
        return tool ? checkExample(draft, tool, file) : null;
      },
      duplicates: async () => duplicateTools(session.current().loaded.registry.values()),
    },
    discovery: {
      discover: async ({ project }, call) => {
        const { machine } = options;
        const folder = project === undefined ? session.summary()?.path : wholePath(project);
        return machine ? discoverConfigs({ machine, files, project: folder ?? null, signal: call?.signal }) : [];
      },
      review: ({ origin }, call) => reviews.review(origin, call?.signal),
    },
    drafts: new Drafts({ userDataDir: options.userDataDir, files, logger, now }),
    economics: {
      measure: (input, call) =>
        measureWorkspace(session.current().loaded, input, { fts, now, openSkills, signal: call?.signal }),
      report: async (input) => economicsReport(input),
    },
    leaks: {
      check: (request, call) =>
        leakEvents((environment) => {
          const { loaded } = session.current();
          const readGuidance = guidance(loaded.root);
          return checkLeaks(loaded, request, { fts, now, openSkills, readGuidance, ...environment });
        }, call?.signal),
    },
    planner: createPlannerService({
      loaded: () => session.current().loaded,
      callTool: (callInput, signal) => live.call(callInput, signal),
      // Loaded when a live model plays: scripted runs never need it.
      liveModel: async (choice) =>
        (await import('./planner/models/live-client.ts')).createLiveClient(choice, {
          env: options.env ?? {},
          fetch: options.fetch ?? fetch,
        }),
      openSkills,
      guidance,
      memoryOf: (workspace) => new FileMemory({ userDataDir: options.userDataDir, files, workspace }),
      files,
      newId,
      fts,
      logger,
    }),
    prompt: {
      render: async (request, call) =>
        promptOf(session.current().loaded, request, { ...prompts, signal: call?.signal }),
      compare: async (request, call) =>
        comparedPrompts(session.current().loaded, request, { ...prompts, signal: call?.signal }),
      sizes: (request, call) =>
        promptSizes(session.current().loaded, request, { ...prompts, clock: stopwatch, signal: call?.signal }),
      versions: () => workspaceVersions.list(session.current().loaded.root),
      profiles: async () => profilesOf(session.current().loaded),
    },
    providers: {
      payload: async (request, call) =>
        payloadOf(session.current().loaded, request, { fts, now, openSkills, signal: call?.signal }),
      hostBudgets: (request, call) =>
        session.onCurrent(({ loaded }) => hostBudgetsOf(loaded, request, { library, signal: call?.signal })),
    },
    scenarios: new ScenarioEdits({ session, files, watch: options.watch ?? true }),
    search: {
      toolSearch: ({ input, caller, explain, ranking }, call) =>
        session.onCurrent(async (workspace) => {
          const { outcome, scope, elapsed_ms } = await workspace.withSearchScope({ caller, ranking }, (scope) => {
            throwIfCancelled(call?.signal);
            const start = stopwatch();
            return { outcome: searchTools(scope, input, explain), scope, elapsed_ms: stopwatch() - start };
          });
          return { ...(await guided(workspace.loaded, scope, { caller, outcome, explain })), elapsed_ms };
        }),
      hybridSearch: (request, call) =>
        session.onCurrent(async (workspace) => {
          const start = stopwatch();
          const { outcome, scope } = await hybrid.search(workspace, request, call?.signal);
          const elapsed_ms = stopwatch() - start;
          return { ...(await guided(workspace.loaded, scope, { ...request, outcome })), elapsed_ms };
        }),
      agreeToEmbedder: (shown) => session.onCurrent((workspace) => hybrid.agree(workspace, shown)),
      toolGet: ({ input, caller }, call) =>
        session.onCurrent(async (workspace) => {
          throwIfCancelled(call?.signal);
          return workspace.withScope(caller, (scope) => getTools(scope, input));
        }),
      compare: (request, call) =>
        session.onCurrent(async (workspace) => {
          const golden = await askedGolden(workspace.loaded.root, files, request.query);
          return compareEngines(workspace, request, { runner, stopwatch, golden, signal: call?.signal });
        }),
      confusable: async function* (request, call) {
        const workspace = session.current();
        const golden = await askedGolden(workspace.loaded.root, files);
        yield* confusableTools(workspace, request, { runner, golden, signal: call?.signal });
      },
      whyNot: (request, call) => whyNot.ask(request, call?.signal),
    },
    evaluation,
    exports: new ExportService({
      files,
      shippedPacks: options.shippedPacks,
      locks: join(options.userDataDir, 'locks'),
      wholePath,
      onWorkspace: (work) => session.onCurrent(({ loaded }) => work(loaded)),
    }),
    system: {
      report: async () => {
        const scratch = openScratchDatabase();
        try {
          const sqlite = String(scratch.prepare('SELECT sqlite_version()').pluck().get());
          return {
            versions: { ...definedOnly(versions), sqlite },
            host,
            fts_available: fts === 'detect' && detectFts5(scratch),
            findings: session.summary()?.findings ?? [],
          };
        } finally {
          scratch.close();
        }
      },
    },
    skills: {
      ...createSkillTools({
        library,
        stopwatch,
        onEvent: options.onSkillEvent,
        onWorkspace: (work) => session.onCurrent(({ loaded }) => work(loaded)),
        onWorkspaceChange: (listener) => session.onChange(listener),
      }),
      validate: (input, call) => validateSkills({ ...input, path: wholePath(input.path) }, files, call?.signal),
      export: (input, call) =>
        exportSkills({ ...input, path: wholePath(input.path), target: wholePath(input.target) }, files, {
          locks: join(options.userDataDir, 'locks'),
          signal: call?.signal,
        }),
      convert: (input, call) =>
        convertSkills({ ...input, path: wholePath(input.path), out: wholePath(input.out) }, files, call?.signal),
    },
    skillEditor: new SkillEditor({
      files,
      library,
      shippedPacks: options.shippedPacks,
      newId,
      onWorkspace: (work) => session.onCurrent(({ loaded }) => work(loaded)),
    }),
    sources: {
      list: () => live.list(),
      watch: (call) => live.watch(call?.signal),
      importMcp: (input, call) => live.importMcp(input, call?.signal),
      importServers: (input, call) => importServers(input, batch, call?.signal),
      keptValues: () => kept.list(),
      keepValue: (input) => kept.keep(input),
      forgetValues: (names) => kept.forget(names),
      call: (input, call) => live.call(input, call?.signal),
      stop: (name) => live.stop(name),
      log: async (name) => live.log(name),
      signIn: (input, call) => live.signIn(input, call?.signal),
      signOut: (name) => live.signOut(name),
      remove: (name) => removed.remove(name),
      restore: (undo, call) => removed.restore(undo, call?.signal),
      rename: (input) => renameSource(edit, input),
      connection: async (name) => ({ connection: connectionToEdit(session.current().loaded, name) }),
      setConnection: (input) =>
        setConnection(
          {
            loaded: () => session.current().loaded,
            edits: configEdits,
            valuesOf: (root, stored) => live.valuesOf(root, stored),
            keep: (root, prepared) => live.keepValues(root, prepared),
          },
          input,
        ),
      setEnabled: (input) => setSourceEnabled(edit, input),
    },
    close: async () => {
      await live.close();
      runner.close();
      await whyNot.close();
      library.close();
      session.close();
    },
  };
}

/** Only a whole path: what a relative one is relative to is nothing a person in a window can see. Error: `usage`. */
function wholePath(path: string): string {
  if (isAbsolute(path)) return resolve(path);
  throw new PegboardError('usage', `${path} is not a whole path.`, {
    hint: 'Give the path from the root of the disk on.',
  });
}

function definedOnly(versions: Readonly<Record<string, string | undefined>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(versions).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
}

/** Runs a sync and yields its progress. */
async function* syncWithProgress(
  session: WorkspaceSession,
  rebuild: boolean,
  outer: AbortSignal | undefined,
): AsyncGenerator<IndexProgress, void> {
  const status = yield* progressStream<IndexProgress, IndexStatus>(
    ({ signal, onProgress }) =>
      session.syncIndex(rebuild, {
        signal,
        onProgress: (phase, done, total) => onProgress({ type: 'progress', phase, done, total }),
      }),
    outer,
  );
  yield { type: 'done', status };
}
