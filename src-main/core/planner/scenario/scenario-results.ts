import { type Finding, finding } from '#shared/domain/finding.ts';
import { firstMatchingGlob } from '#shared/domain/glob.ts';
import { missingResultCode, missingResultSentence } from '#shared/domain/missing-result.ts';
import type { Scenario, ToolResult } from '#shared/domain/scenario.ts';
import type { CatalogTool } from '#shared/domain/tool.ts';
import type { ToolAnswer, ToolBinding, ToolCall } from '../run/run-tool.ts';
import type { ScenarioClock } from './scenario-clock.ts';
import { TasksList, tasksToolNames } from './tasks-list.ts';

/** Calls a tool at its real server. */
export type CallLive = (call: ToolCall) => Promise<ToolAnswer>;

export interface ScenarioResultsOptions {
  readonly clock: Pick<ScenarioClock, 'now' | 'advance'>;
  readonly timeoutMs: number;
  readonly callLive: CallLive;
  /** Asked before the results of the scenario; null leaves the call to them. */
  readonly answerFirst?: ((call: ToolCall) => ToolAnswer | null) | undefined;
  /** Called when the scenario has no answer for a call. */
  readonly onFinding: (finding: Finding) => void;
}

/**
 * What runs the tools of a scenario: its results, else the real server where it says so, else the list of tasks in memory. A
 * call with no answer fails, and a finding says so.
 */
export function scenarioBindings(
  scenario: Scenario,
  options: ScenarioResultsOptions,
): (tool: CatalogTool) => ToolBinding {
  const tasks = new TasksList(options.clock.now);
  const results = new ResultRows(scenario, options);
  return (tool) => {
    const isLive = firstMatchingGlob(scenario.live_tools, tool.name) !== undefined;
    return async (call) => {
      const first = options.answerFirst?.(call);
      if (first) return first;
      const answer = results.answer(tool.name, call.args);
      if (answer) return answer;
      if (isLive) return options.callLive(call);
      if (tasksToolNames.has(tool.name)) return tasks.call(tool.name, call.args);
      const message = missingResultSentence(tool.name, rowsOf(tool.name, scenario).length > 0);
      options.onFinding(noResult(tool.name, message));
      return { kind: 'missing', message };
    };
  };
}

/** The answers that `results` gives, each as often as it may be used. */
export class ResultRows {
  readonly #results: Pick<Scenario, 'results'>;
  readonly #options: Pick<ScenarioResultsOptions, 'clock' | 'timeoutMs'>;
  readonly #played = new Map<ToolResult, number>();

  constructor(results: Pick<Scenario, 'results'>, options: Pick<ScenarioResultsOptions, 'clock' | 'timeoutMs'>) {
    this.#results = results;
    this.#options = options;
  }

  /** The first answer that is for this call and may still be used; null without one. */
  answer(tool: string, args: Record<string, unknown>): ToolAnswer | null {
    const isLeft = (row: ToolResult) => (this.#played.get(row) ?? 0) < (row.times ?? Infinity);
    const row = rowsOf(tool, this.#results).find((one) => isLeft(one) && rowFits(one, args));
    if (!row) return null;
    this.#played.set(row, (this.#played.get(row) ?? 0) + 1);
    return answerOf(row, this.#options);
  }
}

/** The answers of a tool: those under its name, else under the first glob that fits. */
export function rowsOf(name: string, { results }: Pick<Scenario, 'results'>): readonly ToolResult[] {
  if (Object.hasOwn(results, name)) return results[name] ?? [];
  const glob = firstMatchingGlob(Object.keys(results), name);
  return glob === undefined ? [] : (results[glob] ?? []);
}

/** Whether a row is for these arguments. */
export function rowFits({ when }: ToolResult, args: Record<string, unknown>): boolean {
  return when === undefined || holds(args, when);
}

function answerOf(
  { value, error, pause, latency_ms }: ToolResult,
  { clock, timeoutMs }: Pick<ScenarioResultsOptions, 'clock' | 'timeoutMs'>,
): ToolAnswer {
  clock.advance(Math.min(latency_ms, timeoutMs));
  if (latency_ms > timeoutMs) return { kind: 'timeout' };
  if (error !== undefined) return { kind: 'error', message: error };
  return pause === undefined ? { kind: 'result', value } : { kind: 'pause', reason: pause };
}

/** Whether a value holds everything that a pattern has: objects may hold more, all else must be equal. */
export function holds(value: unknown, pattern: unknown): boolean {
  if (Array.isArray(pattern)) {
    return Array.isArray(value) && value.length === pattern.length && pattern.every((item, i) => holds(value[i], item));
  }
  if (typeof pattern === 'object' && pattern !== null) {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
    const record = value as Record<string, unknown>;
    return Object.entries(pattern).every(([key, item]) => Object.hasOwn(record, key) && holds(record[key], item));
  }
  return value === pattern;
}

function noResult(name: string, message: string): Finding {
  return finding(missingResultCode, {
    message,
    path: `results.${name}`,
    hint: `Add a result for ${name} under results, or name the tool in live_tools.`,
  });
}
