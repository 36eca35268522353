import type { Resumption } from '#shared/domain/trace.ts';
import type { ResumedWith } from '../planner-options.ts';
import { callByName } from './call-by-name.ts';
import { errorObservation, observationMessage, resultLimit, resultObservation } from './observations.ts';
import type { Run } from './run-context.ts';

/**
 * Gives a paused run what it waited for: a result, or the call that somebody approved or refused, by what the run may see now.
 * Returns why the run has to wait again, or null.
 */
export async function resumePausedCall(given: ResumedWith, run: Run): Promise<string | null> {
  const { state, options, signal } = run;
  const step = state.steps.length;
  const note = (resumption: Omit<Resumption, 'step'>) => {
    state.addResumption({ step, ...resumption });
    if (resumption.observation !== null) {
      state.messages.push({ role: 'user', content: observationMessage(resumption.observation) });
    }
  };
  const { pending } = state;
  if (pending === null || !('approved' in given)) {
    const value = 'input' in given ? (given.input ?? null) : null;
    const waited = state.steps.at(-1)?.tool;
    if (waited) run.turn.noteAnswer(waited, { kind: 'result', value });
    const { text, truncated } = resultObservation(value, resultLimit(run.view.tools.get(waited ?? ''), options.config));
    note({ approved: null, tool: null, outcome: 'result', observation: text, truncated });
    return null;
  }
  state.pending = null;
  const { approved } = given;
  state.emit('tool_approval_given', { tool_name: state.steps.at(-1)?.tool ?? pending.next_node, approved });
  if (!approved) {
    const { text, truncated } = errorObservation('refused', 'The user refused this call.');
    note({ approved, tool: null, outcome: 'refused', observation: text, truncated });
    return null;
  }
  const called = await callByName(pending, run, { approved });
  if (signal.aborted) return null;
  const { outcome, tool } = called;
  if ('reason' in called) {
    note({ approved, tool, outcome, observation: null, truncated: false });
    return called.reason;
  }
  const { text, truncated } = called.observation;
  note({ approved, tool, outcome, observation: text, truncated });
  return null;
}
