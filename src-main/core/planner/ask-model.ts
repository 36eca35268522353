import { PegboardError } from '#shared/errors.ts';
import type { ModelClient, ModelMessage } from './model-client.ts';
import type { Delay } from './run-tool.ts';

/** One reply of the model, within its time. Errors: `cancelled`, `model_failed`, those of the client. */
export async function askModel(
  model: ModelClient,
  messages: readonly ModelMessage[],
  { timeoutMs, delay, signal }: { timeoutMs: number; delay: Delay; signal: AbortSignal },
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
    const reply = model.complete({ messages, response_format: { type: 'json_object' }, signal: stop });
    reply.catch(() => {});
    return await Promise.race([reply, timeout]);
  } finally {
    over.abort();
  }
}
