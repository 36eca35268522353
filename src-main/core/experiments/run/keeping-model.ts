import type { ReportedUsage } from '#shared/domain/experiment.ts';
import { PegboardError } from '#shared/errors.ts';
import { estimateTokens } from '#shared/tokens.ts';
import type { ModelClient, ModelMessage } from '../../planner/models/model-client.ts';
import type { KeptReply, ReplyStore } from '../store/reply-store.ts';

interface Keeping {
  readonly trial: number;
  readonly store: ReplyStore;
  readonly stopwatch: () => number;
  /** Number of the first request less 1; 0 by default. */
  readonly after?: number;
  /** Waits until the next request may be sent. Error: `cancelled`. */
  readonly turn?: (signal: AbortSignal | undefined) => Promise<void>;
  /** Told of each new reply, once it is kept. */
  readonly onKept?: (kept: KeptReply) => void;
}

/**
 * The model of one trial. A request that was answered before gets the kept reply, and the model is not asked; a new reply is kept before the run
 * reads it. Errors: those of the model; `model_failed` where the trial sends another request than the kept one.
 */
export function keepingModel(
  model: ModelClient,
  { trial, store, stopwatch, after = 0, turn, onKept }: Keeping,
): ModelClient {
  let step = after;
  return {
    complete: async (request) => {
      step += 1;
      const place = { trial, step };
      const kept = store.find(place, request.messages);
      if (kept === 'differs') throw anotherRequest(step);
      if (kept) {
        if (kept.counted) request.on_usage?.(kept.tokens);
        request.on_stream_chunk?.(kept.reply, false);
        request.on_stream_chunk?.('', true);
        return kept.reply;
      }
      await turn?.(request.signal);
      store.noteSent(place, request.messages);
      const before = stopwatch();
      let usage: ReportedUsage | null = null;
      const reply = await model.complete({
        ...request,
        on_usage: (told) => {
          usage = told;
        },
      });
      const tokens = usage ?? estimated(request.messages, reply);
      const fresh = { reply, tokens, counted: usage !== null, ms: stopwatch() - before };
      store.keep(place, fresh);
      onKept?.(fresh);
      if (usage) request.on_usage?.(usage);
      return reply;
    },
  };
}

function estimated(messages: readonly ModelMessage[], reply: string): ReportedUsage {
  const input = messages.reduce((sum, { content }) => sum + estimateTokens(content), 0);
  return { input, cached: 0, output: estimateTokens(reply) };
}

function anotherRequest(step: number): PegboardError {
  return new PegboardError('model_failed', `Request ${step} of the trial differs from the one that is kept.`, {
    hint: 'The workspace, a task or Pegboard changed since the experiment began. Run a new experiment.',
  });
}
