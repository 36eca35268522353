import type { ToolSummary } from '#shared/contract/catalog.ts';
import type { LeakEvent, LeakRequest } from '#shared/contract/leaks.ts';
import type {
  ResumeInput,
  ScenarioFile,
  ScenarioText,
  SimulateEvent,
  SimulateInput,
} from '#shared/contract/planner.ts';
import type {
  ComparePromptsRequest,
  PromptRequest,
  PromptResponse,
  PromptSizes,
  PromptSizesRequest,
} from '#shared/contract/prompt.ts';
import type { HostBudgetsRequest, PayloadRequest } from '#shared/contract/providers.ts';
import type { SystemReport } from '#shared/contract/system.ts';
import type { ConfigEditInput, ConfigEditResult, ConfigState, ConfigText } from '#shared/domain/config-edit.ts';
import type { ConfusableEvent, ConfusableRequest } from '#shared/domain/confusable.ts';
import type { CheckedExample, DraftExample, DuplicateGroup } from '#shared/domain/curation.ts';
import type { DiscoveredConfig } from '#shared/domain/discovered-config.ts';
import type { EconomicsInput, EconomicsReport, MeasuredEconomics, MeasureInput } from '#shared/domain/economics.ts';
import type { CompareRequest, CompareResponse } from '#shared/domain/engine-comparison.ts';
import type { Finding } from '#shared/domain/finding.ts';
import type { HostBudgets } from '#shared/domain/host-budgets.ts';
import type { ImportFile, ImportPlan, ImportResult, PlanBase } from '#shared/domain/import-plan.ts';
import type { IndexProgress } from '#shared/domain/index-status.ts';
import type {
  CallInput,
  CallResult,
  ImportMcpEvent,
  ImportMcpInput,
  RemoveResult,
  RenamePlan,
  RestoreResult,
  ServerLog,
  SetConnectionInput,
  SetConnectionResult,
  SignInEvent,
  SignInInput,
  SourceSummary,
} from '#shared/domain/live-source.ts';
import type { McpConnection } from '#shared/domain/mcp-connection.ts';
import type { Payload } from '#shared/domain/payload.ts';
import type { ComparedPrompts } from '#shared/domain/prompt-diff.ts';
import type { Caller, HybridRequest, SearchRequest, ToolGetInput } from '#shared/domain/search-request.ts';
import type { SearchResponse, ToolGetOutput } from '#shared/domain/search-result.ts';
import type {
  ImportServersEvent,
  ImportServersInput,
  KeptValue,
  ReviewOrigin,
  ServerReview,
} from '#shared/domain/server-review.ts';
import type { ConvertSkillsInput, SkillConversion } from '#shared/domain/skill-conversion.ts';
import type {
  CopySkillInput,
  CreateSkillInput,
  ImportedSkillMd,
  ImportSkillMdInput,
  NewPackFolder,
  NewPackFolderInput,
  PackFileAt,
  PackView,
  PreviewSkillsInput,
  ReformatSkillFileInput,
  ReformattedSkillFile,
  RemovedSkill,
  RemoveSkillInput,
  SkillFileView,
  SkillPreview,
  WriteSkillFileInput,
} from '#shared/domain/skill-editor.ts';
import type { ExportSkillsInput, SkillExport } from '#shared/domain/skill-export.ts';
import type { SkillLoadReport } from '#shared/domain/skill-load.ts';
import type {
  RelevantSkillsRequest,
  RelevantSkillsResponse,
  SkillDirectory,
  SkillDirectoryRequest,
  SkillGetExplained,
  SkillGetOutput,
  SkillGetRequest,
  SkillListOutput,
  SkillListRequest,
  SkillSearchRequest,
  SkillSearchResponse,
} from '#shared/domain/skill-tools.ts';
import type { SkillValidation, ValidateSkillsInput } from '#shared/domain/skill-validation.ts';
import type { CatalogTool } from '#shared/domain/tool.ts';
import type { ToolDetail, ToolProblems } from '#shared/domain/tool-detail.ts';
import type { WhyNot, WhyNotRequest } from '#shared/domain/why-not.ts';
import type { ListedWorkspace, WorkspaceSummary } from '#shared/domain/workspace-summary.ts';
import type { WorkspaceVersion } from '#shared/domain/workspace-version.ts';
import type { TokenCount } from '#shared/tokens.ts';
import type { Drafts } from './drafts/drafts.ts';
import type { EvaluationService } from './evaluation/evaluation-service.ts';
import type { ExportService } from './export/export-service.ts';
import type { ScenarioEdits } from './planner/scenario/scenario-edits.ts';

/** Every long call takes a signal; an aborted one throws PegboardError `cancelled`. */
export interface CallOptions {
  readonly signal?: AbortSignal | undefined;
}

/** What the hosts and the RPC layer call. Nothing in here knows of Electron, HTTP or a terminal. */
export interface Services {
  readonly workspace: {
    current(): Promise<WorkspaceSummary | null>;
    open(path: string, options?: CallOptions): Promise<WorkspaceSummary>;
    init(path: string, options?: CallOptions): Promise<WorkspaceSummary>;
    openDemo(options?: CallOptions): Promise<WorkspaceSummary>;
    recent(): Promise<readonly ListedWorkspace[]>;
    forget(path: string): Promise<{ forgotten: boolean }>;
    watch(options?: CallOptions): AsyncGenerator<WorkspaceSummary | null, void>;
  };
  readonly catalog: {
    list(): Promise<readonly ToolSummary[]>;
    get(name: string): Promise<{ tool: CatalogTool; tokens: TokenCount } | null>;
    describe(name: string): Promise<ToolDetail | null>;
    getMany(names: readonly string[]): Promise<readonly CatalogTool[]>;
    tokens(options?: CallOptions): Promise<readonly { name: string; o200k: number }[]>;
    lint(options?: CallOptions): Promise<readonly ToolProblems[]>;
    planImport(files: readonly ImportFile[], options?: CallOptions): Promise<ImportPlan>;
    applyImport(
      files: readonly ImportFile[],
      options?: CallOptions & { readonly base?: PlanBase | undefined },
    ): Promise<ImportResult>;
    syncIndex(input: { rebuild: boolean }, options?: CallOptions): AsyncGenerator<IndexProgress, void>;
  };
  readonly config: {
    read(): Promise<ConfigState>;
    text(): Promise<ConfigText>;
    edit(input: ConfigEditInput, options?: CallOptions): Promise<ConfigEditResult>;
    undo(undo: string, options?: CallOptions): Promise<ConfigEditResult>;
  };
  readonly curation: {
    checkExample(draft: DraftExample): Promise<CheckedExample | null>;
    duplicates(): Promise<readonly DuplicateGroup[]>;
  };
  readonly discovery: {
    discover(input: { project?: string | undefined }, options?: CallOptions): Promise<readonly DiscoveredConfig[]>;
    review(input: { origin: ReviewOrigin }, options?: CallOptions): Promise<ServerReview>;
  };
  readonly drafts: Pick<Drafts, keyof Drafts>;
  readonly economics: {
    measure(input: MeasureInput, options?: CallOptions): Promise<MeasuredEconomics>;
    report(input: EconomicsInput): Promise<EconomicsReport>;
  };
  readonly planner: {
    simulate(input: SimulateInput, options?: CallOptions): AsyncGenerator<SimulateEvent, void>;
    resume(input: ResumeInput): Promise<{ resumed: true }>;
    scenarios(): Promise<readonly ScenarioFile[]>;
    scenario(input: { path: string }): Promise<ScenarioText>;
    checkScenario(input: { text: string; path: string }): Promise<readonly Finding[]>;
  };
  readonly leaks: {
    check(request: LeakRequest, options?: CallOptions): AsyncGenerator<LeakEvent, void>;
  };
  readonly prompt: {
    render(request: PromptRequest, options?: CallOptions): Promise<PromptResponse>;
    sizes(request: PromptSizesRequest, options?: CallOptions): Promise<PromptSizes>;
    compare(request: ComparePromptsRequest, options?: CallOptions): Promise<ComparedPrompts>;
    versions(): Promise<readonly WorkspaceVersion[] | null>;
    profiles(): Promise<readonly { name: string; description: string }[]>;
  };
  readonly providers: {
    payload(request: PayloadRequest, options?: CallOptions): Promise<Payload>;
    hostBudgets(request: HostBudgetsRequest, options?: CallOptions): Promise<HostBudgets>;
  };
  readonly scenarios: Pick<ScenarioEdits, keyof ScenarioEdits>;
  readonly search: {
    toolSearch(request: SearchRequest, options?: CallOptions): Promise<SearchResponse>;
    hybridSearch(request: HybridRequest, options?: CallOptions): Promise<SearchResponse>;
    agreeToEmbedder(shown: { url: string; headers: readonly string[] }): Promise<{ agreed: true }>;
    toolGet(request: { input: ToolGetInput; caller: Caller }, options?: CallOptions): Promise<ToolGetOutput>;
    compare(request: CompareRequest, options?: CallOptions): Promise<CompareResponse>;
    confusable(request: ConfusableRequest, options?: CallOptions): AsyncGenerator<ConfusableEvent, void>;
    whyNot(request: WhyNotRequest, options?: CallOptions): Promise<WhyNot>;
  };
  readonly evaluation: Pick<EvaluationService, keyof EvaluationService>;
  readonly exports: Pick<ExportService, keyof ExportService>;
  readonly skills: {
    validate(input: ValidateSkillsInput, options?: CallOptions): Promise<SkillValidation>;
    convert(input: ConvertSkillsInput, options?: CallOptions): Promise<SkillConversion>;
    export(input: ExportSkillsInput, options?: CallOptions): Promise<SkillExport>;
    load(input: { reload: boolean }, options?: CallOptions): Promise<SkillLoadReport>;
    watch(options?: CallOptions): AsyncGenerator<SkillLoadReport, void>;
    search(request: SkillSearchRequest, options?: CallOptions): Promise<SkillSearchResponse>;
    get(request: SkillGetRequest, options?: CallOptions): Promise<SkillGetOutput>;
    getExplained(request: SkillGetRequest, options?: CallOptions): Promise<SkillGetExplained>;
    list(request: SkillListRequest, options?: CallOptions): Promise<SkillListOutput>;
    relevant(request: RelevantSkillsRequest, options?: CallOptions): Promise<RelevantSkillsResponse>;
    directory(request: SkillDirectoryRequest, options?: CallOptions): Promise<SkillDirectory>;
  };
  readonly skillEditor: {
    pack(input: { pack: string }, options?: CallOptions): Promise<PackView>;
    file(at: PackFileAt): Promise<SkillFileView>;
    check(input: PackFileAt & { readonly text: string }): Promise<SkillFileView>;
    write(input: WriteSkillFileInput): Promise<SkillFileView>;
    create(input: CreateSkillInput): Promise<SkillFileView>;
    duplicate(input: CopySkillInput): Promise<SkillFileView>;
    rename(input: CopySkillInput): Promise<SkillFileView>;
    remove(input: RemoveSkillInput): Promise<RemovedSkill>;
    restore(input: { undo: string }): Promise<SkillFileView>;
    reformat(input: ReformatSkillFileInput): Promise<ReformattedSkillFile>;
    importSkillMd(input: ImportSkillMdInput): Promise<ImportedSkillMd>;
    newFolder(input: NewPackFolderInput): Promise<NewPackFolder>;
    preview(input: PreviewSkillsInput, options?: CallOptions): Promise<SkillPreview>;
  };
  readonly sources: {
    list(): Promise<readonly SourceSummary[]>;
    watch(options?: CallOptions): AsyncGenerator<readonly SourceSummary[], void>;
    importMcp(input: ImportMcpInput, options?: CallOptions): AsyncGenerator<ImportMcpEvent, void>;
    importServers(input: ImportServersInput, options?: CallOptions): AsyncGenerator<ImportServersEvent, void>;
    keptValues(): Promise<readonly KeptValue[]>;
    keepValue(input: { name: string; value: string }): Promise<KeptValue>;
    forgetValues(names: readonly string[]): Promise<{ forgotten: readonly string[] }>;
    call(input: CallInput, options?: CallOptions): Promise<CallResult>;
    stop(name: string): Promise<{ stopped: boolean }>;
    log(name: string): Promise<ServerLog>;
    signIn(input: SignInInput, options?: CallOptions): AsyncGenerator<SignInEvent, void>;
    signOut(name: string): Promise<{ signed_out: boolean }>;
    remove(name: string): Promise<RemoveResult>;
    restore(undo: string, options?: CallOptions): Promise<RestoreResult>;
    rename(input: { name: string; to: string; apply: boolean }): Promise<RenamePlan>;
    connection(name: string): Promise<{ connection: McpConnection }>;
    setConnection(input: SetConnectionInput): Promise<SetConnectionResult>;
    setEnabled(input: {
      name: string;
      enabled: boolean;
    }): Promise<{ source: string; enabled: boolean; written: boolean }>;
  };
  readonly system: { report(): Promise<SystemReport> };
  close(): Promise<void>;
}
