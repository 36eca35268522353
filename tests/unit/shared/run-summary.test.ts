import { describe, expect, it } from 'vitest';
import { runSummary } from '#shared/domain/run-summary.ts';
import type { Simulation } from '#shared/domain/simulation.ts';

type Told = Parameters<typeof runSummary>[0];

/** A run as its turns tell it: outcomes of steps, and before them those of resumptions. */
function run(reason: Simulation['reason'], ...turns: { steps: string[]; resumed?: string }[]): Told {
  const traces = turns.map(({ steps, resumed }) => ({
    steps: steps.map((outcome) => ({
      outcome,
      action: outcome === 'invalid_reply' ? null : { next_node: 'x', args: {} },
    })),
    ...(resumed === undefined ? {} : { resumptions: [{ outcome: resumed }] }),
  }));
  return { reason, traces } as unknown as Told;
}

describe('the summary of a run', () => {
  it('counts the calls that failed, and is good only when none did', () => {
    expect(runSummary(run('answer', { steps: ['result', 'final'] }))).toMatchObject({ text: 'Answered', tone: 'good' });
    const two = run('answer', { steps: ['tool_failed', 'result', 'tool_not_found', 'final'] });
    expect(runSummary(two)).toEqual({ text: 'Answered, 2 of 3 calls failed', tone: 'waits', calls: 3, failed: 2 });
    expect(runSummary(run('answer', { steps: ['invalid_arguments', 'final'] })).text).toBe(
      'Answered, 1 of 1 call failed',
    );
    expect(runSummary(run('answer', { steps: ['invalid_reply', 'tool_timeout', 'result', 'final'] })).text).toBe(
      'Answered, 1 of 2 calls failed',
    );
  });

  it('counts a call that paused by what its resumption brought', () => {
    const resumed = (outcome: string) =>
      runSummary(run('answer', { steps: ['result', 'paused'] }, { steps: ['final'], resumed: outcome }));
    expect(resumed('result')).toMatchObject({ text: 'Answered', calls: 2 });
    expect(resumed('tool_failed')).toMatchObject({ text: 'Answered, 1 of 2 calls failed', calls: 2 });
    expect(runSummary(run('paused', { steps: ['paused'] }))).toMatchObject({ text: 'Paused', tone: 'waits' });
  });

  it('says how a run ended that has no answer', () => {
    expect(runSummary(run('step_limit', { steps: ['result'] }))).toMatchObject({ tone: 'waits' });
    expect(runSummary(run('model_failed', { steps: ['tool_failed'] }))).toMatchObject({
      text: 'The model failed, 1 of 1 call failed',
      tone: 'bad',
    });
  });
});
