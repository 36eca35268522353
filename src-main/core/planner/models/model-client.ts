import type { ReportedUsage } from '#shared/domain/experiment.ts';

/** A message as a model gets it. */
export interface ModelMessage {
  readonly role: 'system' | 'user' | 'assistant';
  readonly content: string;
}

export interface CompletionRequest {
  readonly messages: readonly ModelMessage[];
  /** What the reply must be: one JSON object. */
  readonly response_format?: { readonly type: 'json_object' } | undefined;
  readonly stream?: boolean | undefined;
  /** Gets the reply as it comes; `done` with the last piece, which is empty. */
  readonly on_stream_chunk?: ((chunk: string, done: boolean) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Gets the tokens of the reply as the provider counts them; not called where it tells none. */
  readonly on_usage?: ((usage: ReportedUsage) => void) | undefined;
}

/**
 * Whoever answers for the model (R6.02): a script, or a service. A new one is a class with this method. Errors: `ScriptEnded`,
 * `model_failed`, `authentication_required`, `cancelled`.
 */
export interface ModelClient {
  complete(request: CompletionRequest): Promise<string>;
}

/** A script that has no reply for this step. */
export class ScriptEnded extends Error {}
