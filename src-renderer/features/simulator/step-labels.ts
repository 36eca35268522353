import { reservedToolNames } from '#shared/domain/builtin-tools.ts';
import { lacksResult, missingResultWords } from '#shared/domain/missing-result.ts';
import type { Resumption, TraceStep } from '#shared/domain/trace.ts';
import type { PlayedStep } from './played-run.ts';

type Outcome = TraceStep['outcome'];

/** What came of a step, or of a resumption. */
export type ToldOutcome = Pick<Resumption, 'tool' | 'outcome' | 'observation'>;

export interface OutcomeWords {
  readonly text: string;
  readonly tone: 'good' | 'bad' | 'waits';
}

/** Outcomes as people read them, and whether that is good, bad, or waiting. */
const outcomeWords: Readonly<Record<Outcome | 'refused', OutcomeWords>> = {
  result: { text: 'result', tone: 'good' },
  final: { text: 'answer', tone: 'good' },
  paused: { text: 'waits for a result', tone: 'waits' },
  awaits_approval: { text: 'waits for approval', tone: 'waits' },
  invalid_reply: { text: 'no action', tone: 'bad' },
  tool_not_found: { text: 'tool not found', tone: 'bad' },
  invalid_arguments: { text: 'wrong arguments', tone: 'bad' },
  tool_failed: { text: 'tool failed', tone: 'bad' },
  tool_timeout: { text: 'timed out', tone: 'bad' },
  refused: { text: 'refused', tone: 'bad' },
};

export function outcomeOf(told: Pick<ToldOutcome, 'outcome' | 'observation'>): OutcomeWords {
  return lacksResult(told) ? { text: missingResultWords, tone: 'bad' } : outcomeWords[told.outcome];
}

/** `2.3`: turn and step; the turn is known once the run is over. */
export function stepNumber({ step, simulated }: PlayedStep): string {
  if (simulated) return `${simulated.turn}.${simulated.index}`;
  return step ? String(step.index) : '…';
}

/** What a step calls, as the model named it. */
export function calledName({ step }: PlayedStep): string {
  if (!step) return '…';
  return step.action?.next_node ?? '(no action)';
}

/** `2.3 github.search_issues`. */
export function stepLabel(played: PlayedStep): string {
  return `${stepNumber(played)} ${calledName(played)}`;
}

/** Where an observation comes from: a real server, the scenario's fixed results, Pegboard itself, or no tool at all. */
export type ObservationSource = 'live' | 'fixed' | 'builtin' | 'none';

export function observationSource(told: ToldOutcome, live: boolean): ObservationSource {
  const { tool, outcome } = told;
  if (live) return 'live';
  if (tool === null || lacksResult(told) || outcome === 'invalid_arguments' || outcome === 'awaits_approval')
    return 'none';
  return reservedToolNames.has(tool) ? 'builtin' : 'fixed';
}

export const sourceWords: Readonly<Record<ObservationSource, { text: string; title: string }>> = {
  live: { text: 'LIVE', title: 'The tool was called at its real server.' },
  fixed: {
    text: 'fixed',
    title: 'The result is written in the scenario, or comes from its list of tasks; no server was called.',
  },
  builtin: { text: 'built in', title: 'Pegboard itself answers: a search really searches this catalog.' },
  none: { text: 'no tool', title: 'No tool ran.' },
};
