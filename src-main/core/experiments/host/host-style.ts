import type { WorkspaceConfig } from '#shared/domain/config.ts';
import type { Action } from '#shared/domain/trace.ts';
import type { CallOutcome } from '../../planner/run/observations.ts';
import type { RunContext } from '../../planner/run/run-context.ts';
import type { AgentStyle } from '../../planner/styles/agent-style.ts';
import { StandardTurn, standardStyle } from '../../planner/styles/standard.ts';

type AnswerCall = (action: Action, run: RunContext) => Promise<CallOutcome>;

/** An agent that passes each call on to its server, whatever name it calls. */
export function hostStyle(config: WorkspaceConfig, answer: AnswerCall): AgentStyle {
  return { ...standardStyle(config), hasHints: false, beginTurn: async (run) => new HostTurn(run, answer) };
}

class HostTurn extends StandardTurn {
  readonly #answer: AnswerCall;

  constructor(run: RunContext, answer: AnswerCall) {
    super(run);
    this.#answer = answer;
  }

  override discover(action: Action): Promise<CallOutcome> {
    return this.#answer(action, this.run);
  }
}
