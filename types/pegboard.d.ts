declare const brand: unique symbol;

/** On whose behalf tools are looked for. Each part can only narrow what the settings allow. */
export declare interface Caller {
    /** Name of a persona of the settings. */
    readonly persona?: string | undefined;
    readonly policy?: ToolPolicy | undefined;
}

/** A tool of the catalog: what its source says, with the curation of the workspace laid over it. */
export declare interface CatalogTool {
    readonly name: string;
    /** What its source calls it. */
    readonly upstream_name: string;
    readonly namespace: string | null;
    readonly source: string;
    readonly title: string | null;
    readonly description: string;
    readonly input_schema: JsonSchema;
    readonly output_schema: JsonSchema | null;
    /** Null: nobody has said. */
    readonly side_effects: SideEffects | null;
    readonly tags: readonly string[];
    readonly category: string | null;
    readonly phrases: readonly string[];
    readonly examples: readonly ToolExample[];
    readonly aliases: readonly string[];
    readonly risk_level: 'safe' | 'moderate' | 'destructive' | null;
    readonly requires_confirmation: boolean;
    /** Every other field of its source. */
    readonly extra: Readonly<Record<string, unknown>>;
    readonly mode: LoadingMode;
    /** Which rule decided the mode, and its words. */
    readonly mode_reason: {
        readonly rule: string;
        readonly detail: string;
    };
}

/** What a model is asked. */
export declare interface CompletionRequest {
    /** The system prompt first, then what was said, the newest last. */
    readonly messages: readonly Message[];
    /** What the reply must be: one JSON object. */
    readonly response_format?: {
        readonly type: 'json_object';
    } | undefined;
    /** Whether `on_stream_chunk` is there. */
    readonly stream?: boolean | undefined;
    /** Wants the reply as it comes; `done` with the last piece, which is empty. A client need not call it. */
    readonly on_stream_chunk?: ((chunk: string, done: boolean) => void) | undefined;
    /** Aborts when the run is cancelled or the model's time is over. */
    readonly signal?: AbortSignal | undefined;
}

/**
 * Makes a planner over a workspace or over tools in memory. Errors: those of `createSearch`; `config_invalid` also where the
 * style of the settings wants an index of tools that is not complete.
 */
export declare function createPlanner(from: Workspace | readonly Tool[], options?: CreatePlannerOptions): Promise<Planner>;

/** On whose behalf a planner works, and what answers and runs for it. */
export declare interface CreatePlannerOptions extends Caller {
    /** Laid over the settings of the workspace; for tools in memory, over defaults with search on and tools deferred. */
    readonly settings?: Settings | undefined;
    /** The default model of the planner; a run may name another. */
    readonly model?: ModelClient | undefined;
    /** What runs the tools, by name in the catalog. Comes before the tool's own `run`. */
    readonly tools?: Readonly<Record<string, ToolFunction>> | undefined;
    /** What runs all other tools. */
    readonly callTool?: ToolFunction | undefined;
    readonly visibleTools?: VisibleTools | undefined;
    /**
     * On: runs of one `context.session_id` take turns, and share what they activated where `tool_search.activation_scope` is
     * `session`; a run without the id activates nothing. Off, the default: every run is independent.
     */
    readonly sessions?: boolean | undefined;
}

/**
 * Makes a search over a workspace or over tools in memory. Errors: `config_invalid`, `invalid_input`, `tool_name_conflict`,
 * `reserved_tool_name`, `too_many_tools`, `unknown_persona`; `usage` for a workspace that was closed.
 */
export declare function createSearch(from: Workspace | readonly Tool[], options?: CreateSearchOptions): Search;

/** On whose behalf a search works, and its settings. */
export declare interface CreateSearchOptions extends Caller {
    /** Laid over the settings of the workspace; for tools in memory, over defaults with search on and tools deferred. */
    readonly settings?: Settings | undefined;
}

/** Opens the skills of a workspace, in memory. Errors: `skills_not_configured`, `config_invalid`, `unknown_persona`, `usage`. */
export declare function createSkills(workspace: Workspace, options?: CreateSkillsOptions): Promise<Skills>;

/** On whose behalf skills are read. */
export declare interface CreateSkillsOptions extends Caller {
    /** Laid over the settings of the workspace. */
    readonly settings?: Settings | undefined;
    /** The tenant and project whose skills are visible, besides those of the persona. */
    readonly context?: ToolContext | undefined;
}

/** The code of an error: a row of the table. */
export declare type ErrorCode = keyof typeof errorTable;

/**
 * All errors of Pegboard. One row per code: the exit code of the command line, whether the
 * same call may succeed later, and a short title for dialogs.
 */
export declare const errorTable: {
    readonly usage: {
        readonly exitCode: 2;
        readonly retryable: false;
        readonly title: 'Wrong usage';
    };
    readonly invalid_input: {
        readonly exitCode: 2;
        readonly retryable: false;
        readonly title: 'Invalid input';
    };
    readonly unknown_procedure: {
        readonly exitCode: 70;
        readonly retryable: false;
        readonly title: 'Unknown procedure';
    };
    readonly workspace_not_found: {
        readonly exitCode: 2;
        readonly retryable: false;
        readonly title: 'No workspace here';
    };
    readonly workspace_changed: {
        readonly exitCode: 1;
        readonly retryable: false;
        readonly title: 'Another workspace is open';
    };
    readonly workspace_exists: {
        readonly exitCode: 2;
        readonly retryable: false;
        readonly title: 'A workspace is already here';
    };
    readonly config_syntax: {
        readonly exitCode: 2;
        readonly retryable: false;
        readonly title: 'The configuration cannot be read';
    };
    readonly config_invalid: {
        readonly exitCode: 2;
        readonly retryable: false;
        readonly title: 'The configuration is not valid';
    };
    readonly lock_invalid: {
        readonly exitCode: 2;
        readonly retryable: false;
        readonly title: 'pegboard.lock cannot be trusted';
    };
    readonly config_changed: {
        readonly exitCode: 1;
        readonly retryable: true;
        readonly title: 'pegboard.yaml has changed';
    };
    readonly file_not_found: {
        readonly exitCode: 2;
        readonly retryable: false;
        readonly title: 'File not found';
    };
    readonly not_a_file: {
        readonly exitCode: 2;
        readonly retryable: false;
        readonly title: 'The path is not a file';
    };
    readonly file_too_large: {
        readonly exitCode: 2;
        readonly retryable: false;
        readonly title: 'File too large';
    };
    readonly file_unreadable: {
        readonly exitCode: 2;
        readonly retryable: false;
        readonly title: 'File cannot be read';
    };
    readonly invalid_json: {
        readonly exitCode: 2;
        readonly retryable: false;
        readonly title: 'Not valid JSON';
    };
    readonly invalid_yaml: {
        readonly exitCode: 2;
        readonly retryable: false;
        readonly title: 'Not valid YAML';
    };
    readonly invalid_toml: {
        readonly exitCode: 2;
        readonly retryable: false;
        readonly title: 'Not valid TOML';
    };
    readonly client_config_invalid: {
        readonly exitCode: 2;
        readonly retryable: false;
        readonly title: 'The configuration of the client cannot be edited';
    };
    readonly unrecognised_format: {
        readonly exitCode: 2;
        readonly retryable: false;
        readonly title: 'Not a list of tools';
    };
    readonly source_empty: {
        readonly exitCode: 2;
        readonly retryable: false;
        readonly title: 'The list has no tools';
    };
    readonly tool_name_conflict: {
        readonly exitCode: 2;
        readonly retryable: false;
        readonly title: 'Two tools have the same name';
    };
    readonly reserved_tool_name: {
        readonly exitCode: 2;
        readonly retryable: false;
        readonly title: 'Reserved tool name';
    };
    readonly too_many_tools: {
        readonly exitCode: 2;
        readonly retryable: false;
        readonly title: 'Too many tools';
    };
    readonly file_changed: {
        readonly exitCode: 1;
        readonly retryable: true;
        readonly title: 'The file has changed';
    };
    readonly file_exists: {
        readonly exitCode: 2;
        readonly retryable: false;
        readonly title: 'The file or folder already exists';
    };
    readonly pack_not_found: {
        readonly exitCode: 2;
        readonly retryable: false;
        readonly title: 'Pack not found';
    };
    readonly pack_read_only: {
        readonly exitCode: 2;
        readonly retryable: false;
        readonly title: 'The pack is read-only';
    };
    readonly skill_exists: {
        readonly exitCode: 2;
        readonly retryable: false;
        readonly title: 'A skill already has that name';
    };
    readonly skill_not_editable: {
        readonly exitCode: 2;
        readonly retryable: false;
        readonly title: 'The skill cannot be edited as a form';
    };
    readonly export_busy: {
        readonly exitCode: 1;
        readonly retryable: true;
        readonly title: 'Another export is running';
    };
    readonly outside_target: {
        readonly exitCode: 2;
        readonly retryable: false;
        readonly title: 'The path is outside the folder';
    };
    readonly git_refused: {
        readonly exitCode: 2;
        readonly retryable: false;
        readonly title: 'The git operation failed';
    };
    readonly nothing_to_convert: {
        readonly exitCode: 2;
        readonly retryable: false;
        readonly title: 'No skills to convert';
    };
    readonly skills_not_configured: {
        readonly exitCode: 2;
        readonly retryable: false;
        readonly title: 'Skills are off';
    };
    readonly source_not_found: {
        readonly exitCode: 2;
        readonly retryable: false;
        readonly title: 'Source not found';
    };
    readonly source_exists: {
        readonly exitCode: 2;
        readonly retryable: false;
        readonly title: 'A source already has that name';
    };
    readonly undo_gone: {
        readonly exitCode: 2;
        readonly retryable: false;
        readonly title: 'The change can no longer be undone';
    };
    readonly source_not_live: {
        readonly exitCode: 2;
        readonly retryable: false;
        readonly title: 'The source is not live';
    };
    readonly tool_not_found: {
        readonly exitCode: 2;
        readonly retryable: false;
        readonly title: 'Tool not found';
    };
    readonly invalid_arguments: {
        readonly exitCode: 2;
        readonly retryable: false;
        readonly title: 'Arguments do not fit the schema';
    };
    readonly consent_required: {
        readonly exitCode: 2;
        readonly retryable: false;
        readonly title: 'Consent needed';
    };
    readonly confirmation_required: {
        readonly exitCode: 2;
        readonly retryable: false;
        readonly title: 'Confirmation needed';
    };
    readonly approval_required: {
        readonly exitCode: 6;
        readonly retryable: false;
        readonly title: 'The tool waits for approval';
    };
    readonly variable_missing: {
        readonly exitCode: 2;
        readonly retryable: false;
        readonly title: 'Variable not set';
    };
    readonly authentication_required: {
        readonly exitCode: 3;
        readonly retryable: false;
        readonly title: 'Authentication needed';
    };
    readonly sign_in_failed: {
        readonly exitCode: 3;
        readonly retryable: true;
        readonly title: 'Sign-in failed';
    };
    readonly server_not_started: {
        readonly exitCode: 4;
        readonly retryable: false;
        readonly title: 'The server did not start';
    };
    readonly server_unreachable: {
        readonly exitCode: 4;
        readonly retryable: true;
        readonly title: 'The server cannot be reached';
    };
    readonly server_timeout: {
        readonly exitCode: 4;
        readonly retryable: true;
        readonly title: 'The server did not answer in time';
    };
    readonly server_failed: {
        readonly exitCode: 4;
        readonly retryable: true;
        readonly title: 'The server failed';
    };
    readonly server_protocol: {
        readonly exitCode: 4;
        readonly retryable: false;
        readonly title: 'The server does not follow MCP';
    };
    readonly tool_failed: {
        readonly exitCode: 5;
        readonly retryable: false;
        readonly title: 'The tool failed';
    };
    readonly unknown_profile: {
        readonly exitCode: 2;
        readonly retryable: false;
        readonly title: 'Unknown profile';
    };
    readonly history_invalid: {
        readonly exitCode: 2;
        readonly retryable: false;
        readonly title: 'Not a message history';
    };
    readonly scenario_syntax: {
        readonly exitCode: 2;
        readonly retryable: false;
        readonly title: 'Scenario cannot be read';
    };
    readonly scenario_invalid: {
        readonly exitCode: 2;
        readonly retryable: false;
        readonly title: 'Scenario is not valid';
    };
    readonly tasks_missing: {
        readonly exitCode: 2;
        readonly retryable: false;
        readonly title: 'The workspace has no tasks';
    };
    readonly session_required: {
        readonly exitCode: 2;
        readonly retryable: false;
        readonly title: 'Session needed';
    };
    readonly run_in_progress: {
        readonly exitCode: 1;
        readonly retryable: true;
        readonly title: 'A run is in progress';
    };
    readonly unknown_run: {
        readonly exitCode: 2;
        readonly retryable: false;
        readonly title: 'Unknown run';
    };
    readonly model_failed: {
        readonly exitCode: 4;
        readonly retryable: true;
        readonly title: 'The model failed';
    };
    readonly unknown_persona: {
        readonly exitCode: 2;
        readonly retryable: false;
        readonly title: 'Unknown persona';
    };
    readonly tool_search_not_configured: {
        readonly exitCode: 2;
        readonly retryable: false;
        readonly title: 'Tool search is off';
    };
    readonly hybrid_not_configured: {
        readonly exitCode: 2;
        readonly retryable: false;
        readonly title: 'Hybrid search is off';
    };
    readonly embedder_failed: {
        readonly exitCode: 4;
        readonly retryable: true;
        readonly title: 'The embedder failed';
    };
    readonly folder_read_only: {
        readonly exitCode: 2;
        readonly retryable: false;
        readonly title: 'Cannot write to this location';
    };
    readonly address_in_use: {
        readonly exitCode: 2;
        readonly retryable: false;
        readonly title: 'The port is in use';
    };
    readonly drafts_full: {
        readonly exitCode: 1;
        readonly retryable: true;
        readonly title: 'Too many unsaved texts';
    };
    readonly disk_full: {
        readonly exitCode: 1;
        readonly retryable: true;
        readonly title: 'The disk is full';
    };
    readonly store_unusable: {
        readonly exitCode: 2;
        readonly retryable: false;
        readonly title: 'The store of the gateway cannot be used';
    };
    readonly database_busy: {
        readonly exitCode: 1;
        readonly retryable: true;
        readonly title: 'The index is in use';
    };
    readonly cancelled: {
        readonly exitCode: 130;
        readonly retryable: true;
        readonly title: 'Cancelled';
    };
    readonly disconnected: {
        readonly exitCode: 4;
        readonly retryable: true;
        readonly title: 'Connection lost';
    };
    readonly internal: {
        readonly exitCode: 70;
        readonly retryable: false;
        readonly title: 'Internal error';
    };
};

/** What a check found in a workspace. */
export declare interface Finding {
    readonly code: string;
    readonly severity: 'error' | 'warning' | 'info';
    readonly message: string;
    /** The file or the field. */
    readonly path?: string | undefined;
    readonly hint?: string | undefined;
}

/** What records have beside names and descriptions. */
export declare interface GetOptions {
    /** On when left out. */
    readonly schemas?: boolean | undefined;
    /** On when left out. */
    readonly examples?: boolean | undefined;
}

/** How one tool came to its score. */
export declare interface HitExplanation {
    /** From 1. */
    readonly rank: number;
    readonly score: number;
    /** Its parts depend on `kind`: `pegboard`, `bm25`, `regex` or `exact`. */
    readonly arithmetic: {
        readonly kind: string;
        readonly [part: string]: unknown;
    };
    /** Where the query matched: UTF-16 offsets in a field of the tool, end exclusive. */
    readonly highlights: readonly {
        readonly field: string;
        readonly start: number;
        readonly end: number;
    }[];
}

/** Whether an error is ours, also one of another copy of this module. */
export declare function isPegboardError(error: unknown): error is PegboardError;

/** A JSON schema, as its author wrote it. */
export declare type JsonSchema = Readonly<Record<string, unknown>>;

/** Always in the prompt, or deferred until it is found and called. */
export declare type LoadingMode = 'always' | 'deferred';

/** A message as a model gets it. */
export declare interface Message {
    readonly role: 'system' | 'user' | 'assistant';
    readonly content: string;
}

/** A model client. It returns the whole reply; what it throws ends the run with the reason `model_failed`. */
export declare interface ModelClient {
    complete(request: CompletionRequest): Promise<string>;
}

/**
 * Opens the workspace in a folder, which holds a `pegboard.yaml`. It starts no server, watches nothing and changes nothing, but
 * for what a killed process left half done. Errors: `workspace_not_found`, `config_syntax`, `config_invalid`,
 * `tool_name_conflict`, `reserved_tool_name`, `unknown_profile`.
 */
export declare function openWorkspace(folder: string, options?: OpenWorkspaceOptions): Promise<Workspace>;

/** How a workspace is opened. */
export declare interface OpenWorkspaceOptions {
    /** Name of a profile to open it under. */
    readonly profile?: string | undefined;
}

/** The one error class. `isPegboardError` recognises it by brand, so a second copy of this module does no harm. */
export declare class PegboardError extends Error {
    readonly [brand] = true;
    readonly code: ErrorCode;
    readonly hint: string | undefined;
    readonly data: Record<string, unknown> | undefined;
    constructor(code: ErrorCode, message: string, options?: {
        hint?: string;
        data?: Record<string, unknown>;
        cause?: unknown;
    });
}

/** What a run would be sent first. */
export declare interface Plan {
    /** The system prompt. */
    readonly system: string;
    /** The same block by block. */
    readonly blocks: readonly {
        readonly name: string;
        readonly text: string;
        readonly tokens: TokenCount;
    }[];
    /** Tokens of the system prompt. */
    readonly tokens: TokenCount;
    /** The tools that it lists, in their order: Pegboard's own, then those that are always loaded. */
    readonly tools: readonly CatalogTool[];
    /** The tools that a run could find and activate. */
    readonly deferred: readonly CatalogTool[];
}

/** Plans prompts and runs agents. Runs of one planner may go on at the same time. */
export declare interface Planner extends AsyncDisposable {
    /**
     * The first prompt of a request: what it says, which tools it lists, which can be found. Errors: `usage` after `close`, and what
     * `visibleTools` throws.
     */
    plan(request?: PlanRequest): Promise<Plan>;
    /**
     * The loop: prompt, reply, call, observation, until an answer or a reason to stop. A failure of the model or of a tool is no
     * error but a reason or an outcome. Errors: `session_required`; `usage` after `close`.
     */
    run(request: RunRequest): Promise<Run>;
    /** Goes on with a paused run. Errors: `unknown_run`, and those of `run`. */
    resume(token: string, request: ResumeRequest): Promise<Run>;
    close(): Promise<void>;
}

/** The run whose prompt is planned. */
export declare interface PlanRequest {
    /** Decides which hints and skills the prompt has. */
    readonly query?: string | undefined;
    /** The caller, besides the persona. */
    readonly context?: ToolContext | undefined;
}

/** How to resume a run that waits for somebody. */
export declare interface ResumeRequest extends RunOptions {
    /** Whether the call that waits may be made. */
    readonly approved: boolean;
}

/** One run, from its query to its end or pause. */
export declare interface Run {
    readonly run_id: string;
    readonly query: string;
    readonly steps: readonly RunStep[];
    /** What happened inside: searches, activations, refusals. For the developer. */
    readonly events: readonly {
        readonly event_type: string;
        readonly ts: number;
        readonly payload: object;
    }[];
    /** Why it ended. `paused`: somebody must agree to a call, and `resume` goes on. */
    readonly reason: 'answer' | 'step_limit' | 'paused' | 'script_ended' | 'model_failed' | 'visibility_failed' | 'cancelled';
    /** Null without one. */
    readonly answer: string | null;
    /** What to resume a paused run with, once and within a day. */
    readonly resume_token: string | null;
    /** Words on a reason that is a failure. */
    readonly problem: string | null;
    /** What the model client threw, where the reason is `model_failed`. */
    readonly error?: unknown;
}

/** The model that answers in a run, the signal that ends it, and the listener that follows it. */
export declare interface RunOptions {
    /** The model of this run. */
    readonly model?: ModelClient | undefined;
    readonly signal?: AbortSignal | undefined;
    /** Told of each step when it is done. */
    readonly onStep?: ((step: RunStep) => void) | undefined;
    /** Gets the reply of the model as it comes, where the client tells it. */
    readonly onText?: ((text: string) => void) | undefined;
}

/** A run: what the user asks, after which messages, and who calls. */
export declare interface RunRequest extends RunOptions {
    readonly query: string;
    /** Messages of earlier turns. */
    readonly history?: readonly Message[] | undefined;
    readonly context?: ToolContext | undefined;
}

/** One reply of the model and what came of it. */
export declare interface RunStep {
    /** From 1. */
    readonly index: number;
    /** Names of the tools in the prompt of this step. */
    readonly visible: readonly string[];
    /** Tokens of everything that was sent. */
    readonly tokens: TokenCount;
    /** As the model wrote it. */
    readonly reply: string;
    /** Null where the reply is not an action. */
    readonly action: {
        readonly next_node: string;
        readonly args: Readonly<Record<string, unknown>>;
    } | null;
    /** The tool that ran. */
    readonly tool: string | null;
    readonly outcome: 'result' | 'final' | 'paused' | 'awaits_approval' | 'invalid_reply' | 'tool_not_found' | 'invalid_arguments' | 'tool_failed' | 'tool_timeout';
    /** The result as the model read it, a JSON text; null for the last step and for one that waits. */
    readonly observation: string | null;
    /** The tool that this step made visible. */
    readonly activated: string | null;
}

/** Searches exactly the tools that its caller may use. The index is in memory; the first search builds it. */
export declare interface Search extends AsyncDisposable {
    /** Finds tools. Errors: `invalid_input`, `tool_search_not_configured`, `usage` after `close`. */
    search(query: string, options?: SearchOptions): Promise<SearchResult>;
    /** 1 to 10 tools by name or alias, in the order asked; a name that the caller may not use is left out. Errors as `search`. */
    get(names: string | readonly string[], options?: GetOptions): Promise<readonly ToolRecord[]>;
    /** The discovery tools to give a model: `tool_search` and `tool_get`, or what the style of the settings has. */
    readonly definitions: readonly ToolDefinition[];
    /**
     * Answers a model's call of one of `definitions`, with the text that it reads. What is wrong with the call is an answer too.
     * Errors: `tool_search_not_configured`, `usage` after `close`.
     */
    call(name: string, args: unknown): Promise<ToolAnswer>;
    close(): Promise<void>;
}

/** How a result came about. For the developer; a model never reads it. */
export declare interface SearchExplanation {
    /** What ranked the results: `pegboard`, `rfc`, `rfc-literal`, or `none` for a regular expression and an exact name. */
    readonly ranking: string;
    /** Why the mode is not the one that was asked for. */
    readonly fallback_reason: string | null;
    /** Each attempt, and how many tools matched. */
    readonly path: readonly {
        readonly step: string;
        readonly reason: string;
        readonly expression: string;
        readonly candidates: number;
    }[];
    /** Tools that matched, before the limit. */
    readonly candidates: number;
    /** One for each tool of the result, in their order. */
    readonly hits: readonly HitExplanation[];
}

/** A tool that was found, as a model gets it. */
export declare interface SearchHit {
    readonly name: string;
    readonly description: string;
    /** 0 to 1, the higher the better. Scores compare within one response only. */
    readonly score: number;
    readonly match_type: SearchType;
    readonly loading_mode: LoadingMode;
    /** With `tool_search.guidance.hints`: when to use it. */
    readonly hint?: string | undefined;
    /** With `tool_search.guidance.related_tools`: tools that go with it. */
    readonly related_tools?: readonly string[] | undefined;
}

/** The options of one search. */
export declare interface SearchOptions {
    /** `fts` when left out. */
    readonly mode?: SearchType | undefined;
    /** 1 to 20, 8 when left out; `tool_search.max_search_results` bounds it. */
    readonly limit?: number | undefined;
    /** Also finds tools that are in the prompt anyway; off when left out, as for a model. */
    readonly includeAlwaysLoaded?: boolean | undefined;
    /** Adds the arithmetic behind each score. */
    readonly explain?: boolean | undefined;
}

/** What a search found. */
export declare interface SearchResult {
    /** The best first. */
    readonly tools: readonly SearchHit[];
    readonly query: string;
    /** The mode that was used in the end. */
    readonly search_type: SearchType;
    /** Null unless it was asked for. */
    readonly explanation: SearchExplanation | null;
}

/** How `tool_search` searches: by words and their rank, by a regular expression, or by the exact name. */
export declare type SearchType = 'fts' | 'regex' | 'exact';

/**
 * Settings as `pegboard.yaml` has them, each optional. The most used ones are listed; the reference of the configuration has all
 * of them. A field that does not exist, or a wrong value, is an error: `config_invalid`.
 */
export declare interface Settings {
    readonly tool_search?: {
        readonly enabled?: boolean;
        /** Mode of the tools that declare none. */
        readonly default_loading_mode?: LoadingMode;
        /** Globs of tools that are always in the prompt. */
        readonly always_loaded_patterns?: readonly string[];
        readonly preferred_namespaces?: readonly string[];
        readonly ranking?: 'pegboard' | 'rfc' | 'rfc-literal';
        /** 1 to 50. */
        readonly max_search_results?: number;
        readonly activation_scope?: 'run' | 'session';
        readonly [field: string]: unknown;
    } | undefined;
    readonly planner?: {
        /** Replies of the model that a run takes at most, 1 to 500. */
        readonly max_steps?: number;
        readonly tool_timeout_ms?: number;
        readonly model_timeout_ms?: number;
        /** Characters of a result that the model reads. */
        readonly max_observation_chars?: number;
        readonly style?: 'standard' | 'one_discovery_tool';
        readonly [field: string]: unknown;
    } | undefined;
    readonly policy?: ToolPolicy | undefined;
    readonly [section: string]: unknown;
}

/** The side effects of a call. */
export declare type SideEffects = 'pure' | 'read' | 'write' | 'external' | 'stateful';

/** How skills are given, and how much of them. */
export declare interface SkillGetOptions {
    /** `injection`, the default, shortens the texts to the budget; `raw` gives them as they are. */
    readonly format?: 'raw' | 'injection' | undefined;
    /** Budget in tokens (estimate): 200 to 6,000, 1,500 when left out. */
    readonly maxTokens?: number | undefined;
}

/** Skills in full, and as a block for a prompt. */
export declare interface SkillGetResult {
    readonly skills: readonly {
        readonly name: string;
        readonly title?: string | undefined;
        readonly trigger: string;
        readonly steps: readonly string[];
        readonly preconditions?: readonly string[] | undefined;
        readonly failure_modes?: readonly string[] | undefined;
        readonly body?: string | undefined;
    }[];
    /** A block for a prompt, within the budget. */
    readonly formatted_context: string;
}

/** Which skills are listed, page by page. */
export declare interface SkillListOptions {
    /** From 1. */
    readonly page?: number | undefined;
    /** 1 to 100, 20 when left out. */
    readonly pageSize?: number | undefined;
    readonly taskType?: TaskType | undefined;
}

/** One page of the list. */
export declare interface SkillListResult {
    readonly skills: readonly {
        readonly name: string;
        readonly title?: string | undefined;
        readonly trigger: string;
        readonly task_type: TaskType;
    }[];
    readonly page: number;
    readonly page_size: number;
    /** How many there are on all pages. */
    readonly total: number;
}

/** The skills that a caller may see. They name no tool that it may not use. */
export declare interface Skills extends AsyncDisposable {
    /** Finds skills. Error: `invalid_input`, here and below. */
    search(query: string, options?: SkillSearchOptions): Promise<SkillSearchResult>;
    /** 1 to 10 skills by name; a name that the caller may not see is left out. */
    get(names: string | readonly string[], options?: SkillGetOptions): Promise<SkillGetResult>;
    list(options?: SkillListOptions): Promise<SkillListResult>;
    /** The parts of the packs that could not be read. */
    readonly findings: readonly Finding[];
    /** `skill_search`, `skill_get` and `skill_list`, to give a model. */
    readonly definitions: readonly ToolDefinition[];
    /** Answers a model's call of one of `definitions`. What is wrong with the call is an answer too. */
    call(name: string, args: unknown): Promise<ToolAnswer>;
    close(): Promise<void>;
}

/** How one search for skills looks, and how much it returns. */
export declare interface SkillSearchOptions {
    /** `fts` when left out. */
    readonly mode?: SearchType | undefined;
    /** 1 to 20, 8 when left out. */
    readonly limit?: number | undefined;
    readonly taskType?: TaskType | undefined;
}

/** The skills that a search found. */
export declare interface SkillSearchResult {
    /** The best first. */
    readonly skills: readonly {
        readonly name: string;
        readonly title?: string | undefined;
        /** When to use it. */
        readonly trigger: string;
        readonly task_type: TaskType;
        /** 0 to 1; scores compare within one response only. */
        readonly score: number;
        readonly match_type: SearchType;
    }[];
    readonly query: string;
    readonly search_type: SearchType;
}

/** Kind of task a skill serves. */
export declare type TaskType = 'browser' | 'api' | 'code' | 'domain' | 'unknown';

/** Tokens of a text: by the estimate (a quarter of its code points) and by the o200k tokenizer. */
export declare interface TokenCount {
    readonly estimate: number;
    readonly o200k: number;
}

/**
 * A tool as a caller gives it. Field names are those of `tools.jsonl`; `inputSchema` and `parameters` are read too, so that
 * tools of MCP servers and of model providers can be given as they are. Other fields are kept in `extra`.
 */
export declare interface Tool {
    /** Unique. The text before its first dot is its namespace. */
    readonly name: string;
    readonly description?: string | undefined;
    readonly input_schema?: JsonSchema | undefined;
    readonly loading_mode?: LoadingMode | undefined;
    readonly side_effects?: SideEffects | undefined;
    /** Words to find it by. */
    readonly tags?: readonly string[] | undefined;
    /** How users ask for it. */
    readonly phrases?: readonly string[] | undefined;
    readonly examples?: readonly ToolExample[] | undefined;
    /** Other names that a call may use. */
    readonly aliases?: readonly string[] | undefined;
    /** Whether a person must agree to each call: a run pauses before it. */
    readonly requires_confirmation?: boolean | undefined;
    /** What runs it. A search needs none. */
    readonly run?: ToolFunction | undefined;
    readonly [field: string]: unknown;
}

/** What a model gets back from a call of one of Pegboard's tools. */
export declare interface ToolAnswer {
    /** JSON: the output, or `{"error": {"code", "message"}}`. */
    readonly text: string;
    readonly is_error: boolean;
}

/** What a tool function learns of its call. */
export declare interface ToolCall {
    /** Name of the tool in the catalog. */
    readonly name: string;
    readonly context: ToolContext;
    /** Aborts when the run is cancelled or the tool's time is over. */
    readonly signal: AbortSignal;
}

/** Who calls: every policy, skill and tool function gets it. */
export declare interface ToolContext {
    readonly tenant_id?: string | undefined;
    readonly project_id?: string | undefined;
    readonly session_id?: string | undefined;
}

/**
 * A tool as it is described to a model. Anthropic takes it as it is; OpenAI wants `input_schema` under
 * `function.parameters`.
 */
export declare interface ToolDefinition {
    readonly name: string;
    readonly description: string;
    readonly input_schema: JsonSchema;
}

/** One example call of a tool. */
export declare interface ToolExample {
    readonly args: Readonly<Record<string, unknown>>;
    readonly description?: string | null | undefined;
    /** `minimal`, `common` and `edge-case` come first in a prompt. */
    readonly tags?: readonly string[] | undefined;
}

/**
 * What runs a tool. Its arguments fit the input schema. The model reads what it returns as JSON, and the message of an error
 * that it throws.
 */
export declare type ToolFunction = (args: Record<string, unknown>, call: ToolCall) => unknown;

/** What may run at all. Names are whole names. */
export declare interface ToolPolicy {
    /** Only these tools may run; null allows all. */
    readonly allowed_tools?: readonly string[] | null | undefined;
    /** These may never run, whatever `allowed_tools` says. */
    readonly denied_tools?: readonly string[] | undefined;
    /** Only tools with every one of these tags may run. */
    readonly require_tags?: readonly string[] | undefined;
}

/** A tool as `tool_get` gives it. */
export declare interface ToolRecord {
    readonly name: string;
    readonly description: string;
    readonly side_effects: SideEffects | null;
    readonly loading_mode: LoadingMode;
    readonly tags: readonly string[];
    readonly args_schema?: JsonSchema | undefined;
    readonly out_schema?: JsonSchema | null | undefined;
    readonly examples?: readonly ToolExample[] | undefined;
    readonly extra: Readonly<Record<string, unknown>>;
}

/** What a caller may see, asked again for each run and each resume. It can only narrow; where it throws, no run starts. */
export declare type VisibleTools = (tools: readonly CatalogTool[], context: ToolContext) => Iterable<{
    readonly name: string;
}> | Promise<Iterable<{
    readonly name: string;
}>>;

/** A workspace as its files said when it was opened. Open it again to see what changed. */
export declare interface Workspace extends AsyncDisposable {
    /** Its folder, in full. */
    readonly folder: string;
    /** All settings, those of the chosen profile included. */
    readonly settings: Settings;
    /** The tools that its policy lets run, sorted by name. */
    readonly tools: readonly CatalogTool[];
    /** The problems that were found: data, which does not stop the work. */
    readonly findings: readonly Finding[];
    /** The tool with a name; undefined when there is none, or when the policy denies it. */
    get(name: string): CatalogTool | undefined;
    /** Lets go of it. What was made of it, such as a search, stays open until it is closed itself. */
    close(): Promise<void>;
}

export { }
