import { APICallError, type LanguageModelUsage, streamText } from 'ai';
import type { ModelChoice } from '#shared/domain/scenario.ts';
import { PegboardError } from '#shared/errors.ts';
import { throwIfCancelled } from '../../cancellation.ts';
import { type Delay, realDelay } from '../run/run-tool.ts';
import { type LiveEnvironment, type LiveModel, liveModel } from './live-provider.ts';
import type { CompletionRequest, ModelClient } from './model-client.ts';

/** Longest text of a service that an error repeats, characters. */
const maximumText = 500;

/**
 * Whether the same request may succeed later. A reply that breaks off is not an APICallError: part of it was streamed
 * already.
 */
function isRetryable(error: unknown): boolean {
  if (!APICallError.isInstance(error)) return false;
  const { statusCode } = error;
  return statusCode === undefined ? error.isRetryable : statusCode === 429 || statusCode >= 500;
}

/** How long the service asks to wait, milliseconds; undefined when it does not say. */
function retryAfterMs(error: unknown): number | undefined {
  if (!APICallError.isInstance(error)) return undefined;
  const seconds = Number(error.responseHeaders?.['retry-after']);
  return Number.isFinite(seconds) && seconds >= 0 ? seconds * 1000 : undefined;
}

/** The failure in our words. What the service says is repeated without the key. Errors: `authentication_required`, `model_failed`. */
function liveFailure(error: unknown, key: string | null): PegboardError {
  const said = key === null ? messageOf(error) : messageOf(error).replaceAll(key, '[key]');
  const text = said.length > maximumText ? `${said.slice(0, maximumText)}…` : said;
  const status = APICallError.isInstance(error) ? error.statusCode : undefined;
  if (status === 401 || status === 403) {
    return new PegboardError('authentication_required', `The model's service refused the key (${status}).`, {
      hint: 'Check the variable that holds it, and the permissions of the key.',
      data: { status },
    });
  }
  const where = status === undefined ? '' : ` (${status})`;
  return new PegboardError('model_failed', `The model's service failed${where}: ${text}`, {
    hint: status === undefined ? 'Is the service running, and its address right?' : 'Try again later.',
    ...(status === undefined ? {} : { data: { status } }),
  });
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Times that a request is sent at most. */
const maximumAttempts = 4;

/** Wait before the second attempt, milliseconds; each further one is twice as long. */
const firstWaitMs = 500;

/** Longest wait, whatever the service asks for, milliseconds. */
const longestWaitMs = 30_000;

/** A model at a service. Errors: `variable_missing`. */
export async function createLiveClient(
  choice: ModelChoice,
  { delay = realDelay, ...environment }: LiveEnvironment & { readonly delay?: Delay },
): Promise<ModelClient> {
  // The SDK prints advice to the console, where a command's diagnostics belong to us.
  globalThis.AI_SDK_LOG_WARNINGS = false;
  return liveClient(await liveModel(choice, environment), choice, delay);
}

/** A model of the AI SDK as a client. */
export function liveClient(live: LiveModel, options: LiveOptions, delay: Delay = realDelay): ModelClient {
  return { complete: (request) => completeWithRetry(live, options, request, delay) };
}

type LiveOptions = Pick<ModelChoice, 'max_output_tokens'>;

/** Sends a request until it succeeds: again after 429, 5xx and where nobody answers, never once a reply has begun. */
async function completeWithRetry(
  live: LiveModel,
  options: LiveOptions,
  request: CompletionRequest,
  delay: Delay,
): Promise<string> {
  const signal = request.signal ?? new AbortController().signal;
  for (let attempt = 1; ; attempt++) {
    try {
      return await complete(live, options, request);
    } catch (error) {
      throwIfCancelled(signal);
      if (attempt === maximumAttempts || !isRetryable(error)) throw liveFailure(error, live.key);
      const wait = retryAfterMs(error) ?? firstWaitMs * 2 ** (attempt - 1);
      await delay(Math.min(wait, longestWaitMs), signal);
      throwIfCancelled(signal);
    }
  }
}

async function complete({ model }: LiveModel, options: LiveOptions, request: CompletionRequest): Promise<string> {
  const { messages, signal, on_stream_chunk, on_usage } = request;
  const system = messages.filter(({ role }) => role === 'system').map(({ content }) => content);
  const { fullStream } = streamText({
    model,
    instructions: system.join('\n\n'),
    messages: messages.flatMap(({ role, content }) => (role === 'system' ? [] : [{ role, content }])),
    maxRetries: 0,
    ...(signal ? { abortSignal: signal } : {}),
    ...(options.max_output_tokens === undefined ? {} : { maxOutputTokens: options.max_output_tokens }),
    // Errors come as parts of the stream; the default would print them.
    onError: () => {},
  });
  let text = '';
  for await (const part of fullStream) {
    if (part.type === 'error') throw part.error;
    if (part.type === 'abort') throw new Error('The request was aborted.');
    if (part.type === 'finish') tellUsage(part.totalUsage, on_usage);
    if (part.type !== 'text-delta') continue;
    text += part.text;
    on_stream_chunk?.(part.text, false);
  }
  on_stream_chunk?.('', true);
  return text;
}

function tellUsage(
  { inputTokens, outputTokens, inputTokenDetails }: LanguageModelUsage,
  tell: CompletionRequest['on_usage'],
): void {
  if (inputTokens === undefined && outputTokens === undefined) return;
  tell?.({ input: inputTokens ?? 0, cached: inputTokenDetails.cacheReadTokens ?? 0, output: outputTokens ?? 0 });
}
