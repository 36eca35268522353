import type { ReportedUsage } from '#shared/domain/experiment.ts';
import { PegboardError } from '#shared/errors.ts';
import type { ModelClient } from '../../planner/models/model-client.ts';
import type { ReplyStore } from '../store/reply-store.ts';

/**
 * The model of one trial. A request that was answered before gets the kept reply, and the model is not asked; a new reply is kept before the run
 * reads it. Errors: those of the model; `model_failed` where the trial sends another request than the kept one.
 */
export function keepingModel(
  model: ModelClient,
  { trial, store, stopwatch }: { readonly trial: number; readonly store: ReplyStore; readonly stopwatch: () => number },
): ModelClient {
  let step = 0;
  return {
    complete: async (request) => {
      step += 1;
      const place = { trial, step };
      const kept = store.find(place, request.messages);
      if (kept === 'differs') throw anotherRequest(step);
      if (kept) {
        if (kept.usage) request.on_usage?.(kept.usage);
        request.on_stream_chunk?.(kept.reply, false);
        request.on_stream_chunk?.('', true);
        return kept.reply;
      }
      store.noteSent(place, request.messages);
      const before = stopwatch();
      let usage: ReportedUsage | null = null;
      const reply = await model.complete({
        ...request,
        on_usage: (told) => {
          usage = told;
        },
      });
      store.keep(place, { reply, usage, ms: stopwatch() - before });
      if (usage) request.on_usage?.(usage);
      return reply;
    },
  };
}

function anotherRequest(step: number): PegboardError {
  return new PegboardError('model_failed', `Request ${step} of the trial differs from the one that is kept.`, {
    hint: 'The workspace, a task or Pegboard changed since the experiment began. Run the experiment anew.',
  });
}
