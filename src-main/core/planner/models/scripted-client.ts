import { type CompletionRequest, type ModelClient, type ModelMessage, ScriptEnded } from './model-client.ts';

/** One reply of a script. */
export interface ScriptedReply {
  readonly reply: string;
  /** Whether it fits the messages; one without is always next. */
  readonly when?: ((messages: readonly ModelMessage[]) => boolean) | undefined;
}

/**
 * Plays replies in order (R6.03). A reply with a predicate that fails is skipped for good; when no reply is left, the script has ended.
 * So a list of replies ignores the messages, and alternatives one after another make a branch.
 */
export class ScriptedClient implements ModelClient {
  readonly #replies: readonly ScriptedReply[];
  #next = 0;

  constructor(replies: readonly (string | ScriptedReply)[]) {
    this.#replies = replies.map((reply) => (typeof reply === 'string' ? { reply } : reply));
  }

  async complete({ messages, on_stream_chunk }: CompletionRequest): Promise<string> {
    for (;;) {
      const scripted = this.#replies[this.#next];
      this.#next += 1;
      if (!scripted) throw new ScriptEnded('The script has no further reply.');
      if (scripted.when && !scripted.when(messages)) continue;
      on_stream_chunk?.(scripted.reply, false);
      on_stream_chunk?.('', true);
      return scripted.reply;
    }
  }
}
