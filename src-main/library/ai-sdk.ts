import { asSchema, type LanguageModel } from 'ai';
import { liveClient } from '#core/planner/models/live-client.ts';
import { PegboardError } from '#shared/errors.ts';
import type { ModelClient } from './model.ts';
import type { JsonSchema, Tool, ToolCall, ToolFunction } from './types.ts';

/** A language model of the AI SDK, of its specification v2, v3 or v4: what `openai('gpt-5')` gives, say. */
export interface AiSdkModel {
  readonly specificationVersion: string;
  readonly provider: string;
  readonly modelId: string;
  doGenerate(options: never): PromiseLike<unknown>;
  doStream(options: never): PromiseLike<unknown>;
}

/** A tool of the AI SDK: what `tool({...})` gives. */
export interface AiSdkTool {
  readonly inputSchema: unknown;
  readonly description?: unknown;
  readonly needsApproval?: unknown;
  execute?(input: never, options: never): unknown;
}

/** What is asked of a model of the AI SDK. */
export interface AiSdkModelOptions {
  /** Tokens of a reply at most; the service's own limit when left out. */
  readonly maxOutputTokens?: number | undefined;
}

/**
 * A model of the AI SDK as the model client of a planner. It tries again, three times, where the service is busy or does not
 * answer. What fails then ends the run with `model_failed`. Warnings of the SDK go where its `AI_SDK_LOG_WARNINGS` sends them.
 */
export function aiSdkModel(model: AiSdkModel, { maxOutputTokens }: AiSdkModelOptions = {}): ModelClient {
  return liveClient({ model: model as unknown as LanguageModel, key: null }, { max_output_tokens: maxOutputTokens });
}

/**
 * A set of tools of the AI SDK as tools of a search or a planner; they are deferred unless the settings say otherwise. One that
 * may need an approval pauses the run before each call. Error: `invalid_input` for a tool that the provider runs itself.
 */
export function aiSdkTools(tools: Readonly<Record<string, AiSdkTool>>): Promise<Tool[]> {
  return Promise.all(Object.entries(tools).map(([name, tool]) => toTool(name, tool)));
}

async function toTool(name: string, tool: AiSdkTool): Promise<Tool> {
  if ('type' in tool && tool.type === 'provider') {
    throw new PegboardError('invalid_input', `The provider runs ${name} itself.`, { hint: 'Leave it out of the set.' });
  }
  const { description, needsApproval, inputSchema } = tool;
  const schema = asSchema(inputSchema as Parameters<typeof asSchema>[0]);
  const run: ToolFunction = async (args, call) => execute(tool, await validated(schema, args), call);
  return {
    name,
    input_schema: (await schema.jsonSchema) as JsonSchema,
    requires_confirmation: needsApproval !== undefined && needsApproval !== false,
    ...(typeof description === 'string' ? { description } : {}),
    ...(tool.execute ? { run } : {}),
  };
}

/** The arguments as the tool's own schema reads them, with its defaults. Throws what the schema finds. */
async function validated({ validate }: ReturnType<typeof asSchema>, args: unknown): Promise<unknown> {
  const result = await validate?.(args);
  if (result === undefined) return args;
  if (result.success) return result.value;
  throw result.error;
}

/** Calls the tool; of one that yields results, the last counts. */
async function execute(tool: AiSdkTool, args: unknown, { name, context, signal }: ToolCall): Promise<unknown> {
  const options = { toolCallId: name, messages: [], abortSignal: signal, context, experimental_context: context };
  const result = await tool.execute?.(args as never, options as never);
  if (!isIterable(result)) return result;
  let last: unknown;
  for await (const part of result) last = part;
  return last;
}

function isIterable(value: unknown): value is AsyncIterable<unknown> {
  return typeof value === 'object' && value !== null && Symbol.asyncIterator in value;
}
