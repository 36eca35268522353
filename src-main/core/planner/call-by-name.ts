import type { WorkspaceConfig } from '#shared/domain/config.ts';
import type { CatalogTool } from '#shared/domain/tool.ts';
import type { Action } from '#shared/domain/trace.ts';
import { isPegboardError } from '#shared/errors.ts';
import { checkArguments } from '../mcp/check-arguments.ts';
import { type BuiltinOutcome, callBuiltin, notConfiguredOutcome } from './builtin-calls.ts';
import { builtinCatalog } from './builtin-catalog.ts';
import { activationRefusal } from './concurrency.ts';
import { searchForHistory } from './history-mode.ts';
import { errorObservation, notFoundObservation, type Observation, resultObservation } from './observations.ts';
import type { SkillTurn } from './planner-skills.ts';
import { readableError } from './readable-error.ts';
import type { RunEnvironment } from './run-environment.ts';
import type { RunState } from './run-state.ts';
import { runTool } from './run-tool.ts';
import { type RunView, resolveName } from './run-view.ts';
import type { ToolAnswer } from './tool-binding.ts';
import type { VisibleCatalog } from './visible-catalog.ts';

/** What became of a call: what the model reads of it, which tool ran, which it made visible. */
export type CallOutcome =
  | {
      readonly outcome:
        | 'result'
        | 'invalid_reply'
        | 'tool_not_found'
        | 'invalid_arguments'
        | 'tool_failed'
        | 'tool_timeout';
      readonly observation: Observation;
      readonly tool: string | null;
      readonly activated: string | null;
    }
  | {
      readonly outcome: 'paused';
      readonly reason: string;
      readonly tool: string;
      readonly activated: string | null;
    };

/** Resolves a name, activates the tool where it is deferred and may be, and runs it, all in one step (R5.12–R5.14). */
export async function callByName(
  { next_node: name, args }: Action,
  run: RunEnvironment,
  visible: VisibleCatalog,
): Promise<CallOutcome> {
  const { view, state, options, finder } = run;
  const { tool_search, planner } = options.config;
  const stateless = tool_search.enabled && tool_search.history.enabled;
  if (stateless && name === tool_search.history.tool_name) {
    return { ...(await searchForHistory(args, run)), tool: name, activated: null };
  }
  if (!stateless && builtinCatalog.some((tool) => tool.name === name)) {
    const context = {
      view,
      finder,
      emit: state.emit,
      maximumCharacters: planner.max_observation_chars,
      logger: options.logger,
    };
    const called = tool_search.enabled ? await callBuiltin(name, args, context) : notConfiguredOutcome;
    return { ...called, tool: tool_search.enabled ? name : null, activated: null };
  }
  if (options.skills?.tools.some((tool) => tool.name === name)) {
    return { ...(await callSkills(name, args, run)), tool: name, activated: null };
  }
  const tool = resolveName(view, name);
  if (!tool) {
    if (tool_search.enabled) {
      const isHidden = run.registry.tools.has(name);
      state.emit('tool_activation_denied', { reason: isHidden ? 'visibility_policy' : 'not_in_registry' });
    }
    return notFound(tool_search);
  }
  if (stateless && !visible.has(tool.name)) {
    state.emit('tool_activation_denied', { reason: 'not_discovered' });
    return notFound(tool_search);
  }
  const activation = activate(tool, run, visible);
  if (activation === 'refused') return notFound(tool_search);
  const activated = activation === 'activated' ? tool.name : null;
  try {
    checkArguments(tool, args);
  } catch (error) {
    if (!isPegboardError(error)) throw error;
    const observation = errorObservation('invalid_arguments', error.message, planner.max_observation_chars);
    return { outcome: 'invalid_arguments', observation, tool: tool.name, activated };
  }
  const registered = run.registry.tools.get(tool.name) ?? tool;
  const answer = await runTool(
    run.registry.bindingOf(tool),
    { tool: registered, args, context: state.context },
    { timeoutMs: planner.tool_timeout_ms, delay: options.delay, signal: run.signal },
  );
  return { ...answered(answer, run), tool: tool.name, activated };
}

async function callSkills(name: string, args: Action['args'], run: RunEnvironment): Promise<BuiltinOutcome> {
  const { options, state, view } = run;
  try {
    const called = await options.skills?.call(name, args, skillTurn(state, view));
    if (called) return called;
  } catch (error) {
    options.logger.error(`${name} failed.`, { error: String(error) });
  }
  return { outcome: 'tool_failed', observation: errorObservation('tool_failed', `${name} failed. Try again.`) };
}

export function skillTurn({ query, context, emit }: RunState, view: RunView): SkillTurn {
  return { query, context, view, emit };
}

/** Makes a tool visible on first use; a tool that is visible already needs nothing (R12.16). */
function activate(
  tool: CatalogTool,
  run: RunEnvironment,
  visible: VisibleCatalog,
): 'visible' | 'activated' | 'refused' {
  if (visible.has(tool.name)) return 'visible';
  const { state, options } = run;
  const refusal = activationRefusal(options.concurrency, state.context);
  if (refusal) {
    state.emit('tool_activation_denied', { reason: refusal });
    return 'refused';
  }
  const { activation_scope } = options.config.tool_search;
  visible.activate(tool.name);
  if (activation_scope === 'session') run.activations.add(state.context, tool.name);
  else state.activated = visible.activated();
  state.emit('tool_activated', {
    tool_name: tool.name,
    activation_scope,
    source: 'tool_call',
    reason: 'first_use',
  });
  return 'activated';
}

function notFound({ enabled, history }: WorkspaceConfig['tool_search']): CallOutcome {
  const searchName = history.enabled ? history.tool_name : undefined;
  return {
    outcome: 'tool_not_found',
    observation: notFoundObservation(enabled, searchName),
    tool: null,
    activated: null,
  };
}

type Answered =
  | { readonly outcome: 'result' | 'tool_failed' | 'tool_timeout'; readonly observation: Observation }
  | { readonly outcome: 'paused'; readonly reason: string };

function answered(answer: ToolAnswer, { view, options }: RunEnvironment): Answered {
  const { max_observation_chars, tool_timeout_ms } = options.config.planner;
  const failed = (message: string): Answered => ({
    outcome: 'tool_failed',
    observation: errorObservation('tool_failed', readableError(message, view), max_observation_chars),
  });
  switch (answer.kind) {
    case 'result':
      try {
        return { outcome: 'result', observation: resultObservation(answer.value, max_observation_chars) };
      } catch {
        return failed('The result of the tool is no JSON.');
      }
    case 'error':
      return failed(answer.message);
    case 'timeout': {
      const observation = errorObservation('tool_timeout', `The tool gave no result within ${tool_timeout_ms} ms.`);
      return { outcome: 'tool_timeout', observation };
    }
    case 'pause':
      return { outcome: 'paused', reason: answer.reason };
  }
}
