import { builtinTools, reservedToolNames } from '#shared/domain/builtin-tools.ts';
import type { TrialCause } from '#shared/domain/experiment.ts';
import type { ExpectationResult, SimulatedStep, Simulation } from '#shared/domain/simulation.ts';
import type { Task } from '#shared/domain/task.ts';

export interface JudgedTrial {
  readonly task: Pick<Task, 'solution' | 'expect'>;
  readonly simulation: Pick<Simulation, 'reason' | 'steps' | 'events'>;
  readonly judged: readonly ExpectationResult[];
  /** Tools that each prompt of the arm names, beside those that a step lists: a directory with names. */
  readonly alwaysVisible?: readonly string[] | undefined;
}

/** A tool that the task needs, and the arguments of its solution; null where no solution says them. */
interface Needed {
  readonly tool: string;
  readonly args: Readonly<Record<string, unknown>> | null;
}

const searchNames: ReadonlySet<string> = new Set(['tool_search', 'pai_tool_search_tool']);
const readsTools: ReadonlySet<string> = new Set([...searchNames, ...builtinTools.map(({ name }) => name)]);
const ofTheAnswer: ReadonlySet<string> = new Set(['answer_contains', 'answer_lacks', 'judge']);
const forbidden: ReadonlySet<string> = new Set(['never_called', 'only_changes']);

/**
 * Why a trial failed, the first cause that fits in the order of `trialCauseSchema`, or null where everything that was judged came true; and how many of
 * its calls were of tools that the task does not need. The tools of the solution are the right ones, or without one those of `called`; a task that has
 * neither counts no wrong tools.
 */
export function trialCause({ task, simulation, judged, alwaysVisible = [] }: JudgedTrial): {
  readonly cause: TrialCause | null;
  readonly wrong_tools: number;
} {
  const needed = neededTools(task);
  const right = new Set(needed.map(({ tool }) => tool));
  const isWrong = ({ tool }: SimulatedStep) =>
    right.size > 0 && tool !== null && !right.has(tool) && !reservedToolNames.has(tool);
  const wrong_tools = simulation.steps.filter(isWrong).length;
  return { cause: causeOf({ simulation, judged, alwaysVisible, needed, isWrong }), wrong_tools };
}

interface Case {
  readonly simulation: JudgedTrial['simulation'];
  readonly judged: readonly ExpectationResult[];
  readonly alwaysVisible: readonly string[];
  readonly needed: readonly Needed[];
  readonly isWrong: (step: SimulatedStep) => boolean;
}

function causeOf(trial: Case): TrialCause | null {
  const { simulation, judged, needed } = trial;
  if (simulation.reason === 'model_failed') return 'model_failed';
  const failed = judged.filter(({ passed }) => !passed).map(({ expectation }) => expectation);
  if (failed.length === 0) return null;
  if (failed.some((expectation) => forbidden.has(expectation))) return 'forbidden';
  const { missing, after } = firstMissing(simulation.steps, needed);
  if (missing) return causeOfMissing(missing, after, trial);
  if (needed.some((call) => distorted(call, simulation.steps))) return 'wrong_arguments';
  if (simulation.reason === 'step_limit') return 'step_limit';
  return failed.every((expectation) => ofTheAnswer.has(expectation)) ? 'wrong_answer' : 'other';
}

function neededTools({ solution, expect }: JudgedTrial['task']): Needed[] {
  if (solution.length > 0) return solution.map(({ tool, args }) => ({ tool, args }));
  return (expect.called ?? []).map((tool) => ({ tool, args: null }));
}

/** The first needed tool that gave no result, and the place of the last step that was still right. Calls may come in another order. */
function firstMissing(steps: readonly SimulatedStep[], needed: readonly Needed[]) {
  const used = new Set<number>();
  let after = -1;
  for (const call of needed) {
    const at = steps.findIndex((step, i) => !used.has(i) && step.tool === call.tool && gaveResult(step));
    if (at < 0) return { missing: call, after };
    used.add(at);
    after = Math.max(after, at);
  }
  return { missing: null, after };
}

/** A call that waited for approval ran: a trial agrees to it. */
const gaveResult = ({ outcome }: SimulatedStep) =>
  outcome === 'result' || outcome === 'paused' || outcome === 'awaits_approval';

function causeOfMissing({ tool }: Needed, after: number, trial: Case): TrialCause {
  const { simulation, isWrong } = trial;
  const { steps } = simulation;
  // Its name was called: the agent knew it, and what it gave was not taken. A call that worked before belongs to an earlier step of the solution.
  const called = steps.some((step) => step.tool === tool && !gaveResult(step));
  if (!called && !knew(tool, trial)) {
    return steps.some(({ tool: name }) => name !== null && searchNames.has(name)) ? 'not_found' : 'not_searched';
  }
  if (called) return 'wrong_arguments';
  return steps.slice(after + 1).some(isWrong) ? 'wrong_tool' : 'not_called';
}

/** Whether the agent read the name of the tool: in a prompt, a hint, or what a search or `tool_get` answered. */
function knew(tool: string, { simulation: { steps, events }, alwaysVisible }: Case): boolean {
  if (alwaysVisible.includes(tool)) return true;
  const hinted = events.some(
    (event) => event.event_type === 'tool_hints_generated' && event.payload.tools.includes(tool),
  );
  return (
    hinted || steps.some((step) => listed(step, tool) || (answersWithTools(step) && mentions(step.observation, tool)))
  );
}

function listed({ visible, discovered, activated }: SimulatedStep, tool: string): boolean {
  return visible.includes(tool) || activated === tool || (discovered?.includes(tool) ?? false);
}

function answersWithTools({ tool, outcome }: SimulatedStep): boolean {
  return tool !== null && readsTools.has(tool) && outcome === 'result';
}

/** Whether a text has the name, and not only as a part of another one. Works for JSON that was cut and for the text of a gateway. */
function mentions(text: string | null, tool: string): boolean {
  if (text === null) return false;
  for (let at = text.indexOf(tool); at >= 0; at = text.indexOf(tool, at + 1)) {
    const before = text[at - 1] ?? ' ';
    const behind = text.slice(at + tool.length, at + tool.length + 2);
    if (!/[\w.:/-]/.test(before) && !/^(?:[\w:/-]|\.\w)/.test(behind)) return true;
  }
  return false;
}

/** Whether no call of the tool had the arguments of the solution; further arguments and the case of letters do not matter. */
function distorted({ tool, args }: Needed, steps: readonly SimulatedStep[]): boolean {
  if (args === null) return false;
  return !steps.some((step) => step.tool === tool && gaveResult(step) && holds(step.action?.args, args));
}

function holds(value: unknown, wanted: unknown): boolean {
  if (typeof wanted === 'string' && typeof value === 'string')
    return value.trim().toLowerCase() === wanted.trim().toLowerCase();
  if (Array.isArray(wanted)) {
    return Array.isArray(value) && value.length === wanted.length && wanted.every((item, at) => holds(value[at], item));
  }
  if (typeof wanted === 'object' && wanted !== null) {
    if (typeof value !== 'object' || value === null) return false;
    return Object.entries(wanted).every(([key, item]) =>
      holds((value as Readonly<Record<string, unknown>>)[key], item),
    );
  }
  return Object.is(value, wanted);
}
