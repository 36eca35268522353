import { reservedToolNames } from '#shared/domain/builtin-tools.ts';
import { lacksResult, missingResultWords } from '#shared/domain/missing-result.ts';
import type { Resumption, TraceStep } from '#shared/domain/trace.ts';
import { strings } from '../../strings/simulator.ts';
import type { PlayedStep } from './played-run.ts';

type Outcome = TraceStep['outcome'];

/** The result of a step, or of a resumption. */
export type ToldOutcome = Pick<Resumption, 'tool' | 'outcome' | 'observation'>;

export interface OutcomeWords {
  readonly text: string;
  readonly tone: 'good' | 'bad' | 'waits';
}

/** Outcomes as people read them, and whether that is good, bad, or waiting. */
const outcomeWords: Readonly<Record<Outcome | 'refused', OutcomeWords>> = {
  result: { text: strings.stepLabels.result, tone: 'good' },
  final: { text: strings.stepLabels.answer, tone: 'good' },
  paused: { text: strings.stepLabels.waitsResult, tone: 'waits' },
  awaits_approval: { text: strings.stepLabels.waitsApproval, tone: 'waits' },
  invalid_reply: { text: strings.stepLabels.noAction, tone: 'bad' },
  tool_not_found: { text: strings.stepLabels.toolNotFound, tone: 'bad' },
  invalid_arguments: { text: strings.stepLabels.wrongArguments, tone: 'bad' },
  tool_failed: { text: strings.stepLabels.toolFailed, tone: 'bad' },
  tool_timeout: { text: strings.stepLabels.timedOut, tone: 'bad' },
  refused: { text: strings.stepLabels.refused, tone: 'bad' },
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
  return step.action?.next_node ?? strings.stepLabels.noAction2;
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
  live: { text: strings.stepLabels.live, title: strings.stepLabels.realServerRanTool },
  fixed: {
    text: strings.stepLabels.scripted,
    title: strings.stepLabels.resultComesFromScenario,
  },
  builtin: { text: strings.stepLabels.built, title: strings.stepLabels.pegboardAnswersSearchReally },
  none: { text: strings.stepLabels.noTool, title: strings.stepLabels.noToolRan },
};
