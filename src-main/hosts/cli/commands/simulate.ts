import { dirname, resolve } from 'node:path';
import { nodeFiles } from '#core/files/node-files.ts';
import { maximumHistoryBytes } from '#core/history/read-history.ts';
import { goldenOf } from '#core/planner/scenario/golden-trace.ts';
import type { Services } from '#core/services.ts';
import type { Golden } from '#shared/contract/planner.ts';
import { lacksResult, missingResultWords } from '#shared/domain/missing-result.ts';
import type { RenderedPrompt } from '#shared/domain/prompt-block.ts';
import type { PromptComparison } from '#shared/domain/prompt-diff.ts';
import { runSummary } from '#shared/domain/run-summary.ts';
import type { GoldenLine, RecordedRun, Saving, SimulatedStep, Simulation } from '#shared/domain/simulation.ts';
import type { Resumption } from '#shared/domain/trace.ts';
import { PegboardError } from '#shared/errors.ts';
import { maximumScenarioBytes, readScenario, scenarioOf } from '#shared/text/read-scenario.ts';
import { type CommandContext, type CommandResult, withWorkspace } from '../command-context.ts';
import { describePromptComparison } from '../describe-prompt-comparison.ts';
import { denialWords, describeCache, describeMemory, describeRunTypes } from '../describe-run.ts';
import { plainText } from '../plain-text.ts';
import { excerpt, type Reporter, table } from '../reporter.ts';
import { withConsent } from '../with-consent.ts';
import { writeOutput } from './eval.ts';

export interface SimulateOptions {
  readonly live?: boolean | undefined;
  readonly history?: string | undefined;
  readonly update?: boolean | undefined;
  readonly yes?: boolean | undefined;
  readonly remember?: boolean | undefined;
  readonly forget?: boolean | undefined;
  readonly record?: string | undefined;
  readonly diff?: string | undefined;
}

/** A command prints the whole at its end, and nobody answers it. */
const quiet = { prompts: false, chunks: false, interactive: false };

/**
 * `pegboard simulate <scenario.yaml>`: runs a scenario. Exit code 1 when an expectation fails or the run differs from its golden
 * trace, which is beside the scenario and is written by `--update`.
 */
export async function simulate(context: CommandContext, file: string, options: SimulateOptions): CommandResult {
  const { io, reporter } = context;
  const path = resolve(io.cwd, file);
  refuseWithUpdate(options);
  const compared = options.diff === undefined ? null : readSteps(options.diff);
  const text = await nodeFiles.readText(path, { maximumBytes: maximumScenarioBytes, regularOnly: true });
  const read = readScenario(text, file);
  if (!read.scenario) {
    reporter.findings(read.findings);
    scenarioOf(read);
  }
  const history = options.history === undefined ? undefined : await historyFile(options.history, io.cwd);
  const recordTo = options.record === undefined ? null : await placeOfRecording(options.record, io.cwd);
  return withWorkspace(scenarioContext(context, path), async (services) => {
    const prompts: RenderedPrompt[] = [];
    const { simulation, recording } = await withConsent(context, options.yes === true, async (agreement) => {
      const { live = false, remember = false, forget = false } = options;
      const asked = { ...quiet, prompts: compared !== null, record: recordTo !== null };
      const input = { text, path: file, live, ...asked, history, remember, forget, ...agreement };
      // A run that needs consent begins again.
      prompts.length = 0;
      for await (const event of services.planner.simulate(input, { signal: io.signal })) {
        if (event.type === 'prompt') prompts.push(event.prompt);
        if (event.type === 'done') return event;
      }
      throw new Error('The simulation ended without a result.');
    });
    // A run that does not begin with nothing is another than that of the golden trace.
    const isAnother = options.live || options.remember || history !== undefined;
    const golden: Golden = isAnother
      ? { state: 'none', changes: [] }
      : await goldenOf(simulation, { path, act: options.update ? 'write' : 'compare', files: nodeFiles });
    const recorded = recordTo === null ? undefined : await writeRecording(recordTo, recording);
    const diff = compared && (await stepsDiff(services, prompts, compared, io.signal));
    reporter.findings(simulation.findings);
    const more = { ...(recorded === undefined ? {} : { recorded }), ...(diff ? { diff } : {}) };
    reporter.result('simulate/1', { ...simulation, golden, ...more }, () => {
      const run = describe(simulation, { golden, recorded }, reporter);
      if (!diff) return run;
      const [before, after] = diff.steps;
      return `${run}\n\n${describePromptComparison(diff, { before: `step ${before}`, after: `step ${after}` })}`;
    });
    const isSame = golden.state !== 'changed' && (recorded === undefined || recorded?.changes.length === 0);
    return simulation.passed && isSame ? 0 : 1;
  });
}

/** A run that was written as a scenario. */
interface Recorded extends RecordedRun {
  readonly path: string;
}

/** Where a recording goes: a scenario that is not there yet. Errors: `usage`, `file_exists`. */
async function placeOfRecording(file: string, cwd: string): Promise<string> {
  if (!/\.scenario\.ya?ml$/.test(file)) {
    throw new PegboardError('usage', `--record ${file}: scenarios are named *.scenario.yaml.`, {
      hint: `Write --record ${file.replace(/(\.ya?ml)?$/, '.scenario.yaml')}`,
    });
  }
  const path = resolve(cwd, file);
  await refuseOver(path, 'Record into another file, or remove this one first.');
  return path;
}

async function refuseOver(path: string, hint: string): Promise<void> {
  if (await nodeFiles.exists(path)) throw new PegboardError('file_exists', `${path} already exists.`, { hint });
}

async function writeRecording(path: string, recording: RecordedRun | null): Promise<Recorded | null> {
  if (recording === null) return null;
  // A run with a real model takes minutes.
  await refuseOver(path, 'It was created during the run, so the run was not recorded. Record again into another file.');
  await writeOutput(path, recording.text);
  return { path, ...recording };
}

async function historyFile(path: string, cwd: string): Promise<{ text: string; path: string }> {
  const options = { maximumBytes: maximumHistoryBytes, regularOnly: true };
  return { text: await nodeFiles.readText(resolve(cwd, path), options), path };
}

/** A golden trace is that of a whole run, which begins with nothing and says the same each time. Error: `usage`. */
function refuseWithUpdate({ update, live, history, remember, forget }: SimulateOptions): void {
  if (!update) return;
  const refuse = (option: string, why: string): never => {
    throw new PegboardError('usage', `--update and ${option} exclude each other: ${why}.`, {
      hint: `Write the golden trace from the scripts: leave ${option} out.`,
    });
  };
  if (live) refuse('--live', 'a live model never gives the same replies twice');
  if (history !== undefined) refuse('--history', 'a golden trace covers a whole run');
  if (remember) refuse('--remember', 'a golden trace begins without a memory');
  if (forget) refuse('--forget', 'a golden trace begins without a memory');
}

/** A scenario belongs to the workspace around it, unless another is named. */
function scenarioContext(context: CommandContext, path: string): CommandContext {
  if (context.workspace !== undefined) return context;
  return { ...context, io: { ...context.io, cwd: dirname(path) } };
}

function describe(
  simulation: Simulation,
  { golden, recorded }: { readonly golden: Golden; readonly recorded: Recorded | null | undefined },
  reporter: Reporter,
): string {
  const { steps, turns, events, expectations, answer, tokens } = simulation;
  const parts = turns.flatMap((turn, i) => [
    ...(simulation.traces[i]?.resumptions ?? []).map((one) => describeResumption(one, turn.turn, reporter)),
    ...steps.filter((step) => step.turn === turn.turn).map((step) => describeStep(step, reporter)),
    ...(turn.memory ? [describeMemory(turn.turn, turn.memory, reporter)] : []),
  ]);
  const names = events.map((event) => {
    const line = `${event.event_type} ${plainText(JSON.stringify(event.payload))}`;
    return event.event_type === 'tool_activation_denied' ? `${line}: ${denialWords[event.payload.reason]}` : line;
  });
  parts.push(`${reporter.paint('bold', 'events')}\n${names.map((name) => `  ${name}`).join('\n') || '  none'}`);
  parts.push(describeTokens(simulation));
  const saved = (['estimate', 'o200k'] as const).map((key) => describeSaving(key, tokens[key])).join('\n');
  parts.push(saved, describeRunTypes(simulation), describeCache(simulation));
  const answered = answer === null ? '' : `: ${excerpt(answer, 200)}`;
  const { text, tone } = runSummary(simulation);
  parts.push(`${tone === 'good' ? text : reporter.paint(tone === 'bad' ? 'red' : 'yellow', text)}${answered}`);
  for (const { passed, expectation, message } of expectations) {
    const mark = passed ? reporter.paint('green', 'pass') : reporter.paint('red', 'FAIL');
    parts.push(`${mark} ${expectation}: ${plainText(message)}`);
  }
  if (golden.state !== 'none') parts.push(describeGolden(golden, reporter));
  if (recorded) parts.push(describeRecording(recorded, reporter));
  return parts.join('\n\n').replace(/\n\n(?=.{0,9}(pass|FAIL))/g, '\n');
}

function describeStep(step: SimulatedStep, reporter: Reporter): string {
  const what = step.action
    ? `${step.action.next_node} ${excerpt(JSON.stringify(step.action.args), 120)}`
    : excerpt(step.reply, 120);
  const head = `${reporter.paint('bold', `turn ${step.turn}, step ${step.index}`)}  ${plainText(what)}`;
  const lines = [`  visible (${step.visible.length}): ${excerpt(step.visible.join(', '), 120)}`];
  if (step.discovered?.length) lines.push(`  found: ${excerpt(step.discovered.join(', '), 120)}`);
  if (step.activated !== null) lines.push(`  activated: ${plainText(step.activated)}`);
  lines.push(`  ${describeOutcome(step)}`);
  return [head, ...lines].join('\n');
}

/** The beginning of a turn that resumed a paused run. */
function describeResumption(resumption: Resumption, turn: number, reporter: Reporter): string {
  const { approved, tool } = resumption;
  const what = approved === null ? 'resumed with a result' : approved ? 'approved' : 'refused';
  const ran = tool === null ? '' : `: ${plainText(tool)}`;
  const head = `${reporter.paint('bold', `turn ${turn}`)}  ${what}${ran}`;
  return `${head}\n  ${describeOutcome(resumption)}`;
}

/** `result: {"result":1}`; where the scenario has no result for the call, only that. */
function describeOutcome(told: Pick<Resumption, 'tool' | 'outcome' | 'observation'>): string {
  const { tool, outcome, observation } = told;
  if (lacksResult(told)) return plainText(`${tool ?? 'the tool'}: ${missingResultWords}`);
  return observation === null ? outcome : `${outcome}: ${excerpt(observation, 160)}`;
}

/** All-tools against deferred, step by step, by both estimators. */
function describeTokens({ steps, tokens }: Simulation): string {
  const head = ['step', 'call', 'visible', 'all tools (estimate)', 'deferred', 'all tools (o200k)', 'deferred'];
  const rows = steps.map((step) => [
    `${step.turn}.${step.index}`,
    step.action?.next_node ?? '(no action)',
    String(step.visible.length),
    step.all_tools_tokens ? String(step.all_tools_tokens.estimate) : '–',
    String(step.tokens.estimate),
    step.all_tools_tokens ? String(step.all_tools_tokens.o200k) : '–',
    String(step.tokens.o200k),
  ]);
  const { estimate, o200k } = tokens;
  const sum = ['total', '', '', estimate.all_tools, estimate.deferred, o200k.all_tools, o200k.deferred].map(String);
  return table([head, ...rows, sum], [false, false, true, true, true, true, true]);
}

function describeSaving(estimator: string, { all_tools, deferred, saving }: Saving): string {
  const share = `${Math.abs(saving * 100).toFixed(1)} %`;
  const words = saving >= 0 ? `saves ${share}` : `costs ${share} more`;
  return `${estimator}: ${deferred} tokens sent instead of ${all_tools}: this ${words}`;
}

/** Lines of a changed trace that are shown. */
const shownChanges = 60;

function describeGolden({ state, changes }: Golden, reporter: Reporter): string {
  if (state !== 'changed') return state === 'written' ? 'golden trace written' : 'golden trace: the same';
  return `${reporter.paint('red', 'the run differs from its golden trace')} (--update accepts it)\n${describeChanges(changes, reporter)}`;
}

function describeRecording({ path, changes }: Recorded, reporter: Reporter): string {
  const written = `recorded in ${plainText(path)}`;
  if (changes.length === 0) return `${written}: run again without a model and servers, the trace is the same`;
  const differs = reporter.paint('red', 'run again, it differs from the run');
  return `${written}: ${differs}\n${describeChanges(changes, reporter)}`;
}

function describeChanges(changes: readonly GoldenLine[], reporter: Reporter): string {
  const lines = changes.slice(0, shownChanges).map(({ kind, line, text }) => {
    const plain = `${line}: ${plainText(text)}`;
    return kind === 'added' ? reporter.paint('green', `+ ${plain}`) : reporter.paint('red', `- ${plain}`);
  });
  const more = changes.length > shownChanges ? `\n… and ${changes.length - shownChanges} lines more` : '';
  return `${lines.join('\n')}${more}`;
}

/** Two steps of a run and how their prompts differ. */
interface StepsDiff extends PromptComparison {
  /** Counted from 1, over all turns. */
  readonly steps: readonly [number, number];
}

/** The steps that `--diff 2,5` names. Error: `usage`. */
function readSteps(text: string): readonly [number, number] {
  const [, first, second] = /^([1-9]\d{0,5}),([1-9]\d{0,5})$/.exec(text) ?? [];
  if (first !== undefined && second !== undefined) return [Number(first), Number(second)];
  throw new PegboardError('usage', '--diff takes two steps of the run, counted from 1 over all turns.', {
    hint: 'For example --diff 2,5',
  });
}

/** The prompts of two steps, compared (R19.17). Error: `usage` for a step that the run did not have. */
async function stepsDiff(
  services: Services,
  prompts: readonly RenderedPrompt[],
  steps: readonly [number, number],
  signal: AbortSignal,
): Promise<StepsDiff> {
  const [before, after] = steps.map((step) => {
    const prompt = prompts[step - 1];
    if (prompt) return { blocks: prompt.blocks };
    throw new PegboardError('usage', `The run has no step ${step}.`, { hint: `It has ${prompts.length}.` });
  });
  const { comparison } = await services.prompt.compare(
    { before: before ?? { blocks: [] }, after: after ?? { blocks: [] } },
    { signal },
  );
  return { steps, ...comparison };
}
