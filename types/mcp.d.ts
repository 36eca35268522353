/** A JSON schema, as its author wrote it. */
declare type JsonSchema = Readonly<Record<string, unknown>>;

/** Always in the prompt, or deferred until it is found and called. */
declare type LoadingMode = 'always' | 'deferred';

/** A connected MCP client: the part of the official SDK's `Client`, of either major version, that is used here. */
export declare interface McpClient {
    listTools(params?: {
        cursor?: string;
    }): PromiseLike<{
        tools: readonly unknown[];
        nextCursor?: string | undefined;
    }>;
    callTool(params: {
        name: string;
        arguments?: Record<string, unknown>;
    }): PromiseLike<unknown>;
}

/**
 * The tools of a connected MCP client, each with a function that calls it. The client stays the caller's: it is not closed, and a
 * run that is cancelled does not wait for a call that is under way. Errors: those of the client; `server_protocol` for a list that
 * never ends.
 */
export declare function mcpTools(client: McpClient, { prefix }?: McpToolsOptions): Promise<Tool[]>;

/** How the tools of an MCP server are named. */
export declare interface McpToolsOptions {
    /** Stands before each name, with a dot: `github` makes `github.create_issue`. */
    readonly prefix?: string | undefined;
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
