import type { ToolAnswer } from '../run/run-tool.ts';
import { messageOf } from '../run/run-tool.ts';
import type { ScenarioClock } from './scenario-clock.ts';
import type { CallLive } from './scenario-results.ts';

/** A call of a real tool, and what it answered. */
export interface LiveAnswer {
  readonly tool: string;
  readonly args: Record<string, unknown>;
  readonly answer: ToolAnswer;
}

/**
 * Calls real tools and tells what they answered. One that hangs moves the clock by the time it was given, as a scripted one does, so
 * that the same run played again has the same times.
 */
export function noteLiveAnswers(
  callLive: CallLive,
  options: {
    readonly clock: ScenarioClock;
    readonly timeoutMs: number;
    readonly onAnswer: (answer: LiveAnswer) => void;
  },
): CallLive {
  return async (call) => {
    const args = structuredClone(call.args);
    const told = (answer: ToolAnswer) => options.onAnswer({ tool: call.tool.name, args, answer });
    // The signal of a call aborts also when it is over; only one that is still under way has run out of time.
    const onTimeout = () => {
      options.clock.advance(options.timeoutMs);
      told({ kind: 'timeout' });
    };
    call.signal.addEventListener('abort', onTimeout, { once: true });
    try {
      const answer = await callLive(call);
      if (!call.signal.aborted) told(answer);
      return answer;
    } catch (error) {
      if (!call.signal.aborted) told({ kind: 'error', message: messageOf(error) });
      throw error;
    } finally {
      call.signal.removeEventListener('abort', onTimeout);
    }
  };
}
