import { isPegboardError, PegboardError } from '#shared/errors.ts';
import { type ModelClient, type ModelMessage, ScriptEnded } from '../models/model-client.ts';
import type { Delay } from './run-tool.ts';

interface AskOptions {
  readonly timeoutMs: number;
  readonly delay: Delay;
  readonly signal: AbortSignal;
  /** Gets the reply as it comes, and nothing once the time is over. */
  readonly onChunk?: ((text: string) => void) | undefined;
}

/** One reply of the model, within its time. Errors: `ScriptEnded`, those of the client, `model_failed`, `cancelled`. */
export async function askModel(
  model: ModelClient,
  messages: readonly ModelMessage[],
  { timeoutMs, delay, signal, onChunk }: AskOptions,
): Promise<string> {
  const over = new AbortController();
  const stop = AbortSignal.any([signal, over.signal]);
  const timeout = delay(timeoutMs, stop).then((): never => {
    if (signal.aborted) throw new PegboardError('cancelled', 'The run was cancelled.');
    throw new PegboardError('model_failed', `The model gave no reply within ${timeoutMs} ms.`, {
      hint: 'Raise planner.model_timeout_ms, or try again.',
    });
  });
  timeout.catch(() => {});
  try {
    const reply = model.complete({
      messages,
      response_format: { type: 'json_object' },
      signal: stop,
      ...(onChunk ? { stream: true, on_stream_chunk: (text) => stop.aborted || text === '' || onChunk(text) } : {}),
    });
    reply.catch(() => {});
    return await Promise.race([reply, timeout]);
  } catch (error) {
    if (error instanceof ScriptEnded || isPegboardError(error)) throw error;
    // What a client throws that we do not know may hold a key: its text stays here.
    throw new PegboardError('model_failed', 'The model client failed.');
  } finally {
    over.abort();
  }
}
