import type { Finding } from '#shared/domain/finding.ts';
import { type Scenario, type ScenarioTurn, turnsOf } from '#shared/domain/scenario.ts';
import type { ToolContext } from '#shared/domain/tool-policy.ts';
import type { Trace, TraceStep } from '#shared/domain/trace.ts';
import { PegboardError } from '#shared/errors.ts';
import type { TokenCount } from '#shared/tokens.ts';
import type { ModelClient, ModelMessage } from '../models/model-client.ts';
import type { Planner } from '../planner.ts';
import type { ResumedWith, RunOptions } from '../planner-options.ts';
import type { AgentStyle } from '../styles/agent-style.ts';
import { scriptedModel } from './scenario-script.ts';
import { continuing, fastForward, type Start } from './start-from-history.ts';

/** One turn that was run. */
export interface PlayedTurn {
  readonly trace: Trace;
  /** The input of the scenario or of a user. */
  readonly asked: ScenarioTurn;
  /** Its number in the scenario, from 1. */
  readonly turn: number;
  /** The messages before the first step of its run, with searches where they are kept. */
  readonly said: readonly ModelMessage[];
  /** Steps of the same run in the turns before. */
  readonly before: readonly TraceStep[];
  readonly allTools: TokenCount;
  readonly findings: readonly Finding[];
}

/** The model of the run, and the reports about each run. */
export interface Players {
  readonly planner: Planner;
  readonly style: AgentStyle;
  readonly tool_context: ToolContext;
  readonly start: Start;
  /** The model that replaces the scripts. */
  readonly live: ModelClient | undefined;
  readonly run: RunOptions;
  readonly onPause: ((trace: Trace) => Promise<ResumedWith | null>) | undefined;
  /** What the system prompt of a query costs with every permitted tool in it. */
  readonly allTools: (query: string) => Promise<TokenCount>;
}

/**
 * Plays each turn on what the turns before it said. A turn that does not end with an answer or a pause ends the scenario. What of a
 * turn the later ones read is for the agent's style to say.
 */
export async function playTurns(scenario: Scenario, players: Players): Promise<PlayedTurn[]> {
  const { planner, style, tool_context, start, live, run, onPause, allTools } = players;
  const played: PlayedTurn[] = [];
  const history: ModelMessage[] = [...start.before];
  // The events of the run so far: a resumed run repeats them.
  let before: Trace | null = null;
  let beforeRun: readonly ModelMessage[] = [];
  let script = scriptedModel([]);
  let number = start.played - (start.open ? 1 : 0);
  let open = start.open;
  const turns = turnsOf(scenario).slice(number);
  for (let turn = turns.shift(); turn !== undefined; turn = turns.shift() ?? (await nextTurn(before, onPause))) {
    number += 1;
    if (turn.query !== undefined || turn.script.length > 0) script = scriptedModel(turn.script);
    const model = live ?? script;
    const asked: ModelMessage = { role: 'user', content: turn.query ?? '' };
    const findings = open && !live ? await fastForward(model, [...history, asked], open) : [];
    const how = { ...run, model: open ? continuing(model, open) : model };
    const said = open?.said ?? [];
    // Before the turn, whose uses of skills may change the directory of the next.
    const told = { asked: turn, turn: number, findings, allTools: await allTools(turn.query ?? before?.query ?? '') };
    let trace: Trace;
    if (turn.query === undefined) {
      if (!before?.resume_token) throw notPaused();
      const given = turn.approve === undefined ? { input: turn.resume } : { approved: turn.approve };
      trace = await planner.resume(before.resume_token, { ...how, ...given });
      played.push({ ...told, trace: withoutBeginning(trace, before), said: beforeRun, before: before.steps });
    } else {
      beforeRun = [...history, ...said];
      trace = await planner.run({ ...how, query: turn.query, tool_context, history: [...history], said });
      played.push({ ...told, trace, said: beforeRun, before: [] });
    }
    open = null;
    history.push(...style.messagesOf(trace, said));
    before = trace;
    if (trace.reason !== 'answer' && trace.reason !== 'paused') break;
  }
  return played;
}

/** How somebody says to go on with a run that paused at the end of the scenario. */
async function nextTurn(before: Trace | null, onPause: Players['onPause']): Promise<ScenarioTurn | undefined> {
  if (before?.reason !== 'paused' || !onPause) return undefined;
  const given = await onPause(before);
  if (given === null) return undefined;
  return { script: [], ...('approved' in given ? { approve: given.approved } : { resume: given.input ?? null }) };
}

/** Only the events after the pause: the turns before reported the others. */
function withoutBeginning(trace: Trace, before: Trace): Trace {
  const resumptions = trace.resumptions?.slice(before.resumptions?.length ?? 0);
  return {
    ...trace,
    steps: trace.steps.slice(before.steps.length),
    ...(resumptions ? { resumptions } : {}),
    events: trace.events.slice(before.events.length),
  };
}

function notPaused(): PegboardError {
  return new PegboardError('scenario_invalid', 'A turn resumes or approves, and the turn before it did not pause.', {
    hint: 'In the turn before, call a tool whose result is `pause`, or one that needs approval.',
  });
}
