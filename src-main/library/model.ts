/** A message as a model gets it. */
export interface Message {
  readonly role: 'system' | 'user' | 'assistant';
  readonly content: string;
}

/** What a model is asked. */
export interface CompletionRequest {
  /** The system prompt first, then what was said, the newest last. */
  readonly messages: readonly Message[];
  /** What the reply must be: one JSON object. */
  readonly response_format?: { readonly type: 'json_object' } | undefined;
  /** Whether `on_stream_chunk` is there. */
  readonly stream?: boolean | undefined;
  /** Wants the reply as it comes; `done` with the last piece, which is empty. A client need not call it. */
  readonly on_stream_chunk?: ((chunk: string, done: boolean) => void) | undefined;
  /** Aborts when the run is cancelled or the model's time is over. */
  readonly signal?: AbortSignal | undefined;
}

/** A model client. It returns the whole reply; what it throws ends the run with the reason `model_failed`. */
export interface ModelClient {
  complete(request: CompletionRequest): Promise<string>;
}
