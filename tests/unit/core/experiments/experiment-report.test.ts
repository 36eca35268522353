import { describe, expect, it } from 'vitest';
import { experimentReport } from '../../../../src-main/core/experiments/report/experiment-report.ts';
import { experimentReportSchema, type Trial } from '../../../../src-shared/domain/experiment.ts';
import { seededRandom } from '../../../../src-shared/seeded-random.ts';
import { experimentOf, runOf, trialOf } from './trials.ts';

const seeds = 200;

/** The figures of this run, for its log. */
const print = (title: string, ...figures: readonly object[]) =>
  process.stdout.write(`${title} ${JSON.stringify(figures)}\n`);

interface Population {
  readonly tasks: number;
  readonly repetitions: number;
  /** What each arm adds to the chance of success of each task. */
  readonly effects: Readonly<Record<string, number>>;
  /** Tokens of each arm, as a factor. */
  readonly tokens?: Readonly<Record<string, number>>;
}

/** Trials of a population whose tasks differ from each other more than its arms do. */
function drawnReport({ tasks, repetitions, effects, tokens }: Population, seed: number) {
  const next = seededRandom(seed * 7919 + 17);
  for (let i = 0; i < 5; i++) next();
  const arms = Object.keys(effects);
  const files = Array.from({ length: tasks }, (_, i) => ({
    path: `t${i}.task.yaml`,
    name: `Task ${i}`,
    level: 'easy' as const,
  }));
  const trials: Trial[] = [];
  for (const { path: task } of files) {
    const ease = 0.3 + 0.4 * next();
    const size = 1000 * Math.exp(2 * next());
    for (const arm of arms) {
      // Tasks differ in how much an arm helps, by up to 20 points either way.
      const chance = ease + (effects[arm] ?? 0) + (effects[arm] === 0 ? 0 : 0.4 * (next() - 0.5));
      for (let repetition = 1; repetition <= repetitions; repetition++) {
        // Equal tokens cost the permutation nothing.
        const sent = tokens ? Math.round(size * (tokens[arm] ?? 1) * (0.7 + 0.6 * next())) : 1000;
        trials.push(
          trialOf({
            number: trials.length + 1,
            task,
            arm,
            repetition,
            success: next() < chance,
            tokens: { ...trialOf({}).tokens, sent: { estimate: sent, o200k: sent } },
          }),
        );
      }
    }
  }
  return experimentReport({ run: runOf(arms), experiment: experimentOf(arms, { seed }), tasks: files, trials });
}

/** Over all seeds: how often each comparison of success was shown, how often any was, and how often all intervals held the truth. */
function measured(population: Population) {
  const shown: Record<string, number> = {};
  let any = 0;
  let covered = 0;
  for (let seed = 1; seed <= seeds; seed++) {
    const comparisons = drawnReport(population, seed).comparisons.filter(({ metric }) => metric === 'success');
    const found = comparisons.filter(({ verdict }) => verdict === 'higher' || verdict === 'lower');
    for (const { arm, verdict } of found) shown[`${arm} ${verdict}`] = (shown[`${arm} ${verdict}`] ?? 0) + 1;
    if (found.length > 0) any++;
    const base = Object.values(population.effects)[0] ?? 0;
    const holds = comparisons.every(({ arm, difference }) => {
      const truth = (population.effects[arm] ?? 0) - base;
      return difference.low <= truth && truth <= difference.high;
    });
    if (holds) covered++;
  }
  return { shown, any: any / seeds, covered: covered / seeds };
}

describe('the report of a population with known differences, over 200 seeds', { timeout: 300_000 }, () => {
  it('finds 25 points over 60 tasks, three times each, and nothing where nothing is', () => {
    const { shown, covered } = measured({ tasks: 60, repetitions: 3, effects: { all: 0, better: 0.25, same: 0 } });
    print('25 points, 60 tasks x 3:', shown, { covered });
    expect((shown['better higher'] ?? 0) / seeds).toBeGreaterThanOrEqual(0.95);
    expect(((shown['same higher'] ?? 0) + (shown['same lower'] ?? 0)) / seeds).toBeLessThanOrEqual(0.05);
    expect(shown['better lower']).toBeUndefined();
    expect(covered).toBeGreaterThanOrEqual(0.93);
  });

  it('shows none in at most 5 % of seeds where no arm differs, over all arms together', () => {
    for (const tasks of [12, 60]) {
      const { any, covered } = measured({ tasks, repetitions: 3, effects: { all: 0, b: 0, c: 0, d: 0 } });
      print(`no difference, ${tasks} tasks x 3, 3 comparisons:`, { any, covered });
      expect(any).toBeLessThanOrEqual(0.05);
      expect(covered).toBeGreaterThanOrEqual(0.93);
    }
  });

  it('holds the truth where success is 0 or 1, and tasks are few', () => {
    const { shown, covered } = measured({ tasks: 15, repetitions: 1, effects: { all: 0, worse: -0.2 } });
    print('-20 points, 15 tasks x 1:', shown, { covered });
    expect(covered).toBeGreaterThanOrEqual(0.93);
    expect(shown['worse higher'] ?? 0).toBeLessThanOrEqual(seeds * 0.025);
  });

  it('shows what it calls detectable about four times in five', () => {
    const population = { tasks: 60, repetitions: 3, effects: { all: 0, same: 0.0001 } };
    const detectable = Array.from({ length: 40 }, (_, i) => {
      const [success] = drawnReport(population, 900 + i).comparisons;
      return success?.detectable ?? 0;
    });
    const mean = detectable.reduce((sum, value) => sum + value, 0) / detectable.length;
    const { shown } = measured({ ...population, effects: { all: 0, better: mean } });
    const power = (shown['better higher'] ?? 0) / seeds;
    print('detectable:', { mean, power });
    expect(power).toBeGreaterThan(0.7);
    expect(power).toBeLessThan(0.9);
  });

  it('finds tokens that an arm saves, in pairs, though tasks differ more than arms', () => {
    const tokens = { all: 1, search: 0.8, same: 1 };
    let found = 0;
    let wrong = 0;
    for (let seed = 1; seed <= seeds; seed++) {
      const report = drawnReport({ tasks: 40, repetitions: 2, effects: { all: 0, search: 0, same: 0 }, tokens }, seed);
      const verdict = (arm: string) =>
        report.comparisons.find((one) => one.arm === arm && one.metric === 'tokens')?.verdict;
      if (verdict('search') === 'lower') found++;
      if (verdict('same') !== 'not_shown') wrong++;
    }
    print('20 % fewer tokens:', { found: found / seeds, wrong: wrong / seeds });
    expect(found / seeds).toBeGreaterThanOrEqual(0.95);
    expect(wrong / seeds).toBeLessThanOrEqual(0.05);
  });
});

describe('experimentReport', () => {
  const arms = ['all', 'search'];
  const tasks = ['a', 'b'].map((name) => ({ path: `${name}.task.yaml`, name, level: 'hard' as const }));
  const build = (trials: readonly Trial[], fields = {}, run = {}) =>
    experimentReport({ run: runOf(arms, run), experiment: experimentOf(arms, fields), tasks, trials });

  it('averages the repetitions of a task first, and counts causes and tokens', () => {
    const report = build([
      trialOf({ success: true }),
      trialOf({ repetition: 2, success: false, cause: 'wrong_tool', wrong_tools: 2 }),
      trialOf({ task: 'b.task.yaml', success: true }),
      trialOf({ arm: 'search', success: false, cause: 'not_found' }),
    ]);
    expect(experimentReportSchema.parse(report)).toEqual(report);
    const [all, search] = report.arms;
    expect(all).toMatchObject({ tasks: 2, trials: 3, not_counted: 0, causes: { wrong_tool: 1 } });
    expect(all?.metrics.success?.mean).toBe(0.75);
    expect(all?.metrics.wrong_tools?.mean).toBe(0.5);
    expect(all?.metrics.tokens?.mean).toBe(1050);
    expect(all?.metrics.tokens_o200k?.mean).toBe(945);
    expect(all?.metrics.cost_usd).toBeNull();
    expect(all?.tokens.searches).toEqual({ estimate: 100, o200k: 90 });
    expect(search?.causes).toEqual({ not_found: 1 });
    expect(report.tasks.map(({ success }) => success)).toEqual([
      { all: 0.5, search: 0 },
      { all: 1, search: null },
    ]);
    const success = report.comparisons.find(({ metric }) => metric === 'success');
    expect(success).toMatchObject({ arm: 'search', baseline: 'all', tasks: 1, verdict: 'too_few' });
    expect(report.comparisons.some(({ metric }) => metric === 'cost_usd')).toBe(false);
  });

  it('does not count what could not be asked or judged, and says where one arm lost more', () => {
    const report = build([
      trialOf({}),
      trialOf({ arm: 'search', state: 'failed', success: null, problem: 'no answer' }),
      trialOf({ arm: 'search', repetition: 2, success: null }),
      trialOf({ arm: 'search', task: 'b.task.yaml', success: false, cause: 'model_failed' }),
      trialOf({ arm: 'search', repetition: 3, state: 'waiting', success: null }),
    ]);
    expect(report.arms[1]).toMatchObject({ trials: 0, not_counted: 3, tasks: 0, causes: {} });
    expect(report.notes.join('\n')).toMatch(/not counted: “search” 3 of 3\. One arm lost many more/);
  });

  it('says that scripted agents are not a model, what did not run, and how few tasks there are', () => {
    const notes = build(
      [trialOf({})],
      {},
      { trials: { done: 1, failed: 0, all: 12 }, stopped_by: 'limit of requests' },
    ).notes;
    expect(notes.join('\n')).toContain('Scripted agents ran the tasks, not a model');
    expect(notes[0]).toContain('11 trials of 12 did not run yet. It stopped: limit of requests.');
    expect(notes.join('\n')).toContain('it takes at least 6');
    const live = { model: { provider: 'openai', model: 'some-model' } };
    expect(build([trialOf({})], live).notes.join('\n')).not.toContain('Scripted');
  });

  it('reports an experiment without trials', () => {
    const report = build([]);
    expect(experimentReportSchema.parse(report).arms.map(({ metrics }) => metrics.success)).toEqual([null, null]);
  });

  it('says what a sample that shows nothing could have shown, and how many more tasks it takes', () => {
    const many = Array.from({ length: 30 }, (_, i) => ({
      path: `${i}.task.yaml`,
      name: `${i}`,
      level: 'easy' as const,
    }));
    const trials = many.flatMap(({ path }, i) => [
      trialOf({ task: path, success: i % 2 === 0 }),
      trialOf({ task: path, arm: 'search', success: i % 3 === 0 }),
    ]);
    const { notes } = experimentReport({ run: runOf(arms), experiment: experimentOf(arms), tasks: many, trials });
    expect(notes[0]).toMatch(
      /^A difference in success between “search” and “all” is not shown: −16\.7 points over 30 tasks \(interval −\d[\d.]* to \d/,
    );
    expect(notes[0]).toMatch(/with 80 % probability takes about \d+ more tasks\./);
  });

  it('calls the standard arms in its sentences by the titles of a screen, and no arm that only shares a name', () => {
    const trials = ['all', 'search'].map((arm) => trialOf({ arm }));
    const experiment = experimentOf(arms, {
      arms: [{ name: 'all' }, { name: 'search', always_loaded: 'none' }],
    });
    const titles = { all: 'All tools', search: 'Search only' };
    const tasks = [{ path: 'a.task.yaml', name: 'a', level: 'easy' as const }];
    const report = { run: runOf(arms), experiment, tasks, trials };
    expect(experimentReport({ ...report, titles }).notes[0]).toContain('compare “Search only” with “all”:');
    expect(experimentReport(report).notes[0]).toContain('compare “search” with “all”:');
  });
});
