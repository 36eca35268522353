/** A JSON schema, as its author wrote it. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** Always in the prompt, or deferred until it is found and called. */
export type LoadingMode = 'always' | 'deferred';

/** How `tool_search` searches: by words and their rank, by a regular expression, or by the exact name. */
export type SearchType = 'fts' | 'regex' | 'exact';

/** The side effects of a call. */
export type SideEffects = 'pure' | 'read' | 'write' | 'external' | 'stateful';

/** One example call of a tool. */
export interface ToolExample {
  readonly args: Readonly<Record<string, unknown>>;
  readonly description?: string | null | undefined;
  /** `minimal`, `common` and `edge-case` come first in a prompt. */
  readonly tags?: readonly string[] | undefined;
}

/** Who calls: every policy, skill and tool function gets it. */
export interface ToolContext {
  readonly tenant_id?: string | undefined;
  readonly project_id?: string | undefined;
  readonly session_id?: string | undefined;
}

/** What a tool function learns of its call. */
export interface ToolCall {
  /** Name of the tool in the catalog. */
  readonly name: string;
  readonly context: ToolContext;
  /** Aborts when the run is cancelled or the tool's time is over. */
  readonly signal: AbortSignal;
}

/**
 * What runs a tool. Its arguments fit the input schema. The model reads what it returns as JSON, and the message of an error
 * that it throws.
 */
export type ToolFunction = (args: Record<string, unknown>, call: ToolCall) => unknown;

/**
 * A tool as a caller gives it. Field names are those of `tools.jsonl`; `inputSchema` and `parameters` are read too, so that
 * tools of MCP servers and of model providers can be given as they are. Other fields are kept in `extra`.
 */
export interface Tool {
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

/** A tool of the catalog: what its source says, with the curation of the workspace laid over it. */
export interface CatalogTool {
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
  readonly mode_reason: { readonly rule: string; readonly detail: string };
}

/** What may run at all. Names are whole names. */
export interface ToolPolicy {
  /** Only these tools may run; null allows all. */
  readonly allowed_tools?: readonly string[] | null | undefined;
  /** These may never run, whatever `allowed_tools` says. */
  readonly denied_tools?: readonly string[] | undefined;
  /** Only tools with every one of these tags may run. */
  readonly require_tags?: readonly string[] | undefined;
}

/**
 * Settings as `pegboard.yaml` has them, each optional. The most used ones are listed; the reference of the configuration has all
 * of them. A field that does not exist, or a wrong value, is an error: `config_invalid`.
 */
export interface Settings {
  readonly tool_search?:
    | {
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
      }
    | undefined;
  readonly planner?:
    | {
        /** Replies of the model that a run takes at most, 1 to 500. */
        readonly max_steps?: number;
        readonly tool_timeout_ms?: number;
        readonly model_timeout_ms?: number;
        /** Characters of a result that the model reads. */
        readonly max_observation_chars?: number;
        readonly style?: 'standard' | 'one_discovery_tool';
        readonly [field: string]: unknown;
      }
    | undefined;
  readonly policy?: ToolPolicy | undefined;
  readonly [section: string]: unknown;
}

/** What a check found in a workspace. */
export interface Finding {
  readonly code: string;
  readonly severity: 'error' | 'warning' | 'info';
  readonly message: string;
  /** The file or the field. */
  readonly path?: string | undefined;
  readonly hint?: string | undefined;
}

/** On whose behalf tools are looked for. Each part can only narrow what the settings allow. */
export interface Caller {
  /** Name of a persona of the settings. */
  readonly persona?: string | undefined;
  readonly policy?: ToolPolicy | undefined;
}

/**
 * A tool as it is described to a model. Anthropic takes it as it is; OpenAI wants `input_schema` under
 * `function.parameters`.
 */
export interface ToolDefinition {
  readonly name: string;
  readonly description: string;
  readonly input_schema: JsonSchema;
}

/** What a model gets back from a call of one of Pegboard's tools. */
export interface ToolAnswer {
  /** JSON: the output, or `{"error": {"code", "message"}}`. */
  readonly text: string;
  readonly is_error: boolean;
}

/** Tokens of a text: by the estimate (a quarter of its code points) and by the o200k tokenizer. */
export interface TokenCount {
  readonly estimate: number;
  readonly o200k: number;
}
