import type { ToolAnswer } from '../../planner/run/run-tool.ts';
import type { CallLive } from '../../planner/scenario/scenario-results.ts';
import type { CallStore } from '../store/call-store.ts';

/** Calls of live tools in one trial. An answer is kept before the run reads it; a call that was answered before is not made again. */
export function keepingCalls(
  callLive: CallLive,
  { trial, store }: { readonly trial: number; readonly store: CallStore },
): CallLive {
  let number = 0;
  return async (call) => {
    number += 1;
    const place = { trial, number };
    const said = JSON.stringify([call.tool.name, call.args]);
    const kept = store.find(place, said);
    if (kept) return kept;
    const answer = await callLive(call);
    const plain = JSON.parse(JSON.stringify(answer)) as ToolAnswer;
    store.keep(place, said, plain);
    return plain;
  };
}
