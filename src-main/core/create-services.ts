import { join } from 'node:path';
import type { CallInput } from '#shared/domain/live-source.ts';
import type { ModelChoice } from '#shared/domain/scenario.ts';
import { AskedThread } from './asked-thread.ts';
import type { LintAnswer, LintQuestion } from './catalog/lint/catalog-lint.ts';
import { ConnectService } from './connect/connect-service.ts';
import { curationService } from './curation/curation-service.ts';
import { catalogService } from './describe/catalog-service.ts';
import { Drafts } from './drafts/drafts.ts';
import { economicsService } from './economics/economics-service.ts';
import { engineRunnerHere } from './engines/engine-runner.ts';
import { EngineThread } from './engines/engine-thread.ts';
import { EvaluationService } from './evaluation/evaluation-service.ts';
import { evaluationStores } from './evaluation/evaluation-stores.ts';
import { GoldenQueries } from './evaluation/golden/golden-queries.ts';
import { createExperimentsService } from './experiments/experiments-service.ts';
import { newTask } from './experiments/tasks/generate-tasks.ts';
import { ExportService } from './export/export-service.ts';
import type { Files } from './files/files.ts';
import { gatewayService } from './gateway/gateway-service.ts';
import { TeamGatewayService } from './gateway/team-gateway-service.ts';
import { guidanceOf } from './guidance/guidance-files.ts';
import { searchService } from './guidance/search-service.ts';
import { providersService } from './host-budgets/providers-service.ts';
import { createModels } from './hybrid/create-models.ts';
import { leaksService } from './leaks/leak-check.ts';
import { FileMemory } from './memory/file-memory.ts';
import { optimizeService } from './optimize/optimize-service.ts';
import { keptRuns } from './planner/kept-runs.ts';
import { createPlannerService } from './planner/planner-service.ts';
import { promptService } from './planner/prompts/prompt-service.ts';
import { ScenarioEdits } from './planner/scenario/scenario-edits.ts';
import { runSkillsOpener } from './planner/skills/open-run-skills.ts';
import type { Services } from './services.ts';
import { type ServicesOptions, withDefaults } from './services-options.ts';
import { SkillEditor } from './skills/edit/skill-editor.ts';
import { SkillLibrary } from './skills/skill-library.ts';
import { skillsService } from './skills/skills-service.ts';
import { ConsentStore } from './sources/consent-store.ts';
import { sourcesOf } from './sources/create-sources.ts';
import { tidyUserData } from './tidy-user-data.ts';
import { ApprovalsService } from './tool-review/approvals-service.ts';
import { UseService } from './use/use-service.ts';
import { WhyNotService } from './why-not/why-not-service.ts';
import { ConfigEdits } from './workspace/config-edits.ts';
import { systemService } from './workspace/system-service.ts';
import { workspaceService } from './workspace/workspace-service.ts';
import { WorkspaceSession } from './workspace/workspace-session.ts';
import { WorkspaceVersions } from './workspace/workspace-versions.ts';

/** Builds everything. The one place where parts of the core meet. */
export async function createServices(options: ServicesOptions): Promise<Services> {
  const given = withDefaults(options);
  const { files, logger, fts, now, stopwatch, newId, userDataDir, shippedPacks, watch } = given;
  const script = (name: string) => options.workers && new URL(`${name}.js`, options.workers);
  const guidance = (root: string) => guidanceOf(root, { files, logger, shipped: options.shippedGuidance });
  await tidyUserData(userDataDir, files);
  const session = new WorkspaceSession({
    ...given,
    indexWorker: script('index-worker'),
    vectorWorker: script('vector-worker'),
    demoRoot: join(userDataDir, 'demo'),
  });
  const library = new SkillLibrary({ files, logger, fts, now, shippedPacks, watch, onEvent: options.onSkillEvent });
  const engineWorker = script('engine-worker');
  const runner = engineWorker ? new EngineThread(engineWorker) : engineRunnerHere(stopwatch);
  const consents = new ConsentStore(given);
  const config = new ConfigEdits({ session, newId, canUndo: given.canUndo });
  const { sources, reviews, live, mask } = sourcesOf({ ...given, session, consents, config });
  const models = createModels({ ...given, session, consents, hideSecrets: mask, worker: script('embedder-worker') });
  const lintWorker = script('lint-worker');
  const lintThread = lintWorker && new AskedThread<LintQuestion, LintAnswer>(lintWorker);
  const whyNot = new WhyNotService({ session, files, fts, models: models.search, worker: script('why-not-worker') });
  const openSkillsIn = (from: Files) => runSkillsOpener({ files: from, shippedPacks, fts });
  const versions = new WorkspaceVersions(files);
  const prompts = { fts, now, openSkills: openSkillsIn(files) };
  const golden = new GoldenQueries({ session, files, watch });
  const agents = {
    ...{ ...prompts, guidance, files, newId, logger },
    loaded: () => session.current().loaded,
    callTool: (input: CallInput, signal: AbortSignal) => live.call(input, { signal }),
    // Loaded when a live model plays: scripted runs never need it.
    liveModel: async (choice: ModelChoice) =>
      (await import('./planner/models/live-client.ts')).createLiveClient(choice, given),
  };
  const skillEditor = new SkillEditor({ session, files, library, shippedPacks, newId });
  return {
    workspace: workspaceService(session),
    approvals: new ApprovalsService({ session, files, fts, newId, canUndo: given.canUndo }),
    catalog: catalogService({ session, lintThread, files, versions, stopwatch }),
    config,
    connect: new ConnectService({ ...given, session }),
    curation: curationService(session),
    discovery: reviews,
    drafts: new Drafts(given),
    economics: economicsService(session, prompts),
    evaluation: new EvaluationService({
      ...{ session, files, versions, logger, stopwatch, golden, worker: script('eval-worker'), models: models.service },
      ...evaluationStores(given),
    }),
    experiments: createExperimentsService({ ...agents, userDataDir, stopwatch, golden }),
    exports: new ExportService({ session, files, shippedPacks, locks: given.locks }),
    gateway: gatewayService({ session, files, logger, now, userDataDir }),
    models: models.service,
    leaks: leaksService(session, { ...prompts, guidance }),
    optimize: optimizeService({
      ...{ ...given, session, prompts, golden, library, config, skillEditor },
      worker: script('optimize-worker'),
    }),
    planner: createPlannerService({
      ...agents,
      memoryOf: (workspace) => new FileMemory({ userDataDir, files, workspace }),
    }),
    prompt: promptService(session, { ...prompts, openSkillsIn, versions, clock: stopwatch }),
    providers: providersService({ session, library, prompts }),
    runs: keptRuns(given),
    scenarios: new ScenarioEdits({ session, files, watch, newTask }),
    search: searchService({ session, files, whyNot, runner, stopwatch, guidance, ...models.forSearch }),
    skillEditor,
    skills: skillsService({ session, library, files, locks: given.locks, stopwatch, onEvent: options.onSkillEvent }),
    sources,
    system: systemService({ session, host: options.host, fts, versions: given.versions }),
    teamGateway: new TeamGatewayService({ ...given, box: given.secretBox }),
    use: new UseService({ ...given, session, mask }),
    // Loaded when somebody serves: no other command needs the protocol's server.
    serveBoard: async (how) => {
      const { serveBoard } = await import('./gateway/serve-board.ts');
      const { pegboard: version = '0' } = given.versions;
      return serveBoard({ ...given, session, live, library, guidance, mask, models: models.search, version }, how);
    },
    forWorkspace: (root, work) => session.forWorkspace(root, work),
    close: async () => {
      models.close();
      await live.close();
      runner.close();
      await lintThread?.close();
      await whyNot.close();
      await library.close();
      await session.close();
    },
  };
}
