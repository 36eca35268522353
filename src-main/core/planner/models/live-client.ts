import { streamText } from 'ai';
import type { ModelChoice } from '#shared/domain/scenario.ts';
import { throwIfCancelled } from '../../cancellation.ts';
import { type Delay, realDelay } from '../run/run-tool.ts';
import { isRetryable, liveFailure, retryAfterMs } from './live-failure.ts';
import { type LiveEnvironment, type LiveModel, liveModel } from './live-provider.ts';
import type { CompletionRequest, ModelClient } from './model-client.ts';

/** Times that a request is sent at most. */
const maximumAttempts = 4;

/** Wait before the second attempt, milliseconds; each further one is twice as long. */
const firstWaitMs = 500;

/** Longest wait, whatever the service asks for, milliseconds. */
const longestWaitMs = 30_000;

// The SDK prints advice to the console, where a command's diagnostics belong to us.
globalThis.AI_SDK_LOG_WARNINGS = false;

/** A model at a service. Errors: `variable_missing`. */
export async function createLiveClient(
  choice: ModelChoice,
  { delay = realDelay, ...environment }: LiveEnvironment & { readonly delay?: Delay },
): Promise<ModelClient> {
  const live = await liveModel(choice, environment);
  return { complete: (request) => completeWithRetry(live, choice, request, delay) };
}

/** Sends a request until it succeeds: again after 429, 5xx and where nobody answers, never once a reply has begun. */
async function completeWithRetry(
  live: LiveModel,
  choice: ModelChoice,
  request: CompletionRequest,
  delay: Delay,
): Promise<string> {
  const signal = request.signal ?? new AbortController().signal;
  for (let attempt = 1; ; attempt++) {
    try {
      return await complete(live, choice, request);
    } catch (error) {
      throwIfCancelled(signal);
      if (attempt === maximumAttempts || !isRetryable(error)) throw liveFailure(error, live.key);
      const wait = retryAfterMs(error) ?? firstWaitMs * 2 ** (attempt - 1);
      await delay(Math.min(wait, longestWaitMs), signal);
      throwIfCancelled(signal);
    }
  }
}

async function complete({ model }: LiveModel, choice: ModelChoice, request: CompletionRequest): Promise<string> {
  const { messages, signal, on_stream_chunk } = request;
  const system = messages.filter(({ role }) => role === 'system').map(({ content }) => content);
  const { fullStream } = streamText({
    model,
    instructions: system.join('\n\n'),
    messages: messages.flatMap(({ role, content }) => (role === 'system' ? [] : [{ role, content }])),
    maxRetries: 0,
    ...(signal ? { abortSignal: signal } : {}),
    ...(choice.max_output_tokens === undefined ? {} : { maxOutputTokens: choice.max_output_tokens }),
    // Errors come as parts of the stream; the default would print them.
    onError: () => {},
  });
  let text = '';
  for await (const part of fullStream) {
    if (part.type === 'error') throw part.error;
    if (part.type === 'abort') throw new Error('The request was aborted.');
    if (part.type !== 'text-delta') continue;
    text += part.text;
    on_stream_chunk?.(part.text, false);
  }
  on_stream_chunk?.('', true);
  return text;
}
