/** A language model of the AI SDK, of its specification v2, v3 or v4: what `openai('gpt-5')` gives, say. */
export declare interface AiSdkModel {
    readonly specificationVersion: string;
    readonly provider: string;
    readonly modelId: string;
    doGenerate(options: never): PromiseLike<unknown>;
    doStream(options: never): PromiseLike<unknown>;
}

/**
 * A model of the AI SDK as the model client of a planner. It tries again, three times, where the service is busy or does not
 * answer. What fails then ends the run with `model_failed`. Warnings of the SDK go where its `AI_SDK_LOG_WARNINGS` sends them.
 */
export declare function aiSdkModel(model: AiSdkModel, { maxOutputTokens }?: AiSdkModelOptions): ModelClient;

/** What is asked of a model of the AI SDK. */
export declare interface AiSdkModelOptions {
    /** Tokens of a reply at most; the service's own limit when left out. */
    readonly maxOutputTokens?: number | undefined;
}

/** A tool of the AI SDK: what `tool({...})` gives. */
export declare interface AiSdkTool {
    readonly inputSchema: unknown;
    readonly description?: unknown;
    readonly needsApproval?: unknown;
    execute?(input: never, options: never): unknown;
}

/**
 * A set of tools of the AI SDK as tools of a search or a planner; they are deferred unless the settings say otherwise. One that
 * may need an approval pauses the run before each call. Error: `invalid_input` for a tool that the provider runs itself.
 */
export declare function aiSdkTools(tools: Readonly<Record<string, AiSdkTool>>): Promise<Tool[]>;

/** What a model is asked. */
declare interface CompletionRequest {
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

/** A JSON schema, as its author wrote it. */
declare type JsonSchema = Readonly<Record<string, unknown>>;

/** Always in the prompt, or deferred until it is found and called. */
declare type LoadingMode = 'always' | 'deferred';

/** A message as a model gets it. */
declare interface Message {
    readonly role: 'system' | 'user' | 'assistant';
    readonly content: string;
}

/** A model client. It returns the whole reply; what it throws ends the run with the reason `model_failed`. */
declare interface ModelClient {
    complete(request: CompletionRequest): Promise<string>;
}

/** The side effects of a call. */
declare type SideEffects = 'pure' | 'read' | 'write' | 'external' | 'stateful';

/**
 * A tool as a caller gives it. Field names are those of `tools.jsonl`; `inputSchema` and `parameters` are read too, so that
 * tools of MCP servers and of model providers can be given as they are. Other fields are kept in `extra`.
 */
declare interface Tool {
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

/** What a tool function learns of its call. */
declare interface ToolCall {
    /** Name of the tool in the catalog. */
    readonly name: string;
    readonly context: ToolContext;
    /** Aborts when the run is cancelled or the tool's time is over. */
    readonly signal: AbortSignal;
}

/** Who calls: every policy, skill and tool function gets it. */
declare interface ToolContext {
    readonly tenant_id?: string | undefined;
    readonly project_id?: string | undefined;
    readonly session_id?: string | undefined;
}

/** One example call of a tool. */
declare interface ToolExample {
    readonly args: Readonly<Record<string, unknown>>;
    readonly description?: string | null | undefined;
    /** `minimal`, `common` and `edge-case` come first in a prompt. */
    readonly tags?: readonly string[] | undefined;
}

/**
 * What runs a tool. Its arguments fit the input schema. The model reads what it returns as JSON, and the message of an error
 * that it throws.
 */
declare type ToolFunction = (args: Record<string, unknown>, call: ToolCall) => unknown;

export { }
