import { type Experiment, type ExperimentRun, experimentSchema, type Trial } from '#shared/domain/experiment.ts';

/** An experiment with these arms, played by scripted agents. */
export function experimentOf(arms: readonly string[], fields: object = {}): Experiment {
  return experimentSchema.parse({ name: 'An experiment', arms: arms.map((name) => ({ name })), ...fields });
}

export function runOf(arms: readonly string[], fields: Partial<ExperimentRun> = {}): ExperimentRun {
  return {
    id: '00000000-0000-4000-8000-000000000001',
    name: 'An experiment',
    started: '2026-01-01T00:00:00.000Z',
    ended: '2026-01-01T00:10:00.000Z',
    state: 'done',
    stopped_by: null,
    model: 'scripted',
    arms: [...arms],
    tasks: 2,
    repetitions: 1,
    trials: { done: 4, failed: 0, all: 4 },
    requests: 4,
    cost_usd: null,
    ...fields,
  };
}

export function trialOf(fields: Partial<Trial>): Trial {
  return {
    number: 1,
    task: 'a.task.yaml',
    arm: 'all',
    repetition: 1,
    state: 'done',
    success: true,
    cause: null,
    problem: null,
    reason: 'answer',
    expectations: [],
    habit: null,
    steps: 3,
    wrong_tools: 0,
    tokens: {
      sent: { estimate: 1000, o200k: 900 },
      searches: { estimate: 100, o200k: 90 },
      cacheable: { estimate: 500, o200k: 450 },
      received: { estimate: 50, o200k: 45 },
      reported: null,
    },
    cost_usd: null,
    ms: 10,
    ...fields,
  };
}
