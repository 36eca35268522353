import { missingResultCode } from '#shared/domain/missing-result.ts';
import { approvalReason, type CatalogTool } from '#shared/domain/tool.ts';
import type { Action } from '#shared/domain/trace.ts';
import { isPegboardError } from '#shared/errors.ts';
import { untilAborted } from '../../cancellation.ts';
import { checkArguments } from '../../json/check-arguments.ts';
import { activationRefusal } from '../concurrency.ts';
import { type PermittedCatalog, readableError, resolveName } from '../permitted/permitted-catalog.ts';
import type { SkillTurn } from '../skills/planner-skills.ts';
import { type BuiltinOutcome, failedOutcome } from './builtin-calls.ts';
import {
  type CallOutcome,
  errorObservation,
  notFoundObservation,
  type Observation,
  resultLimit,
  resultObservation,
} from './observations.ts';
import type { Run } from './run-context.ts';
import type { RunState } from './run-state.ts';
import type { ToolAnswer } from './run-tool.ts';
import { runTool } from './run-tool.ts';

/**
 * Resolves a name, activates the tool where it is deferred and may be, and runs it, all in one step (R5.12–R5.14). One that may
 * destroy something, or wants a person's word, runs when it is `approved` (R17.32).
 */
export async function callByName(
  action: Action,
  run: Run,
  { approved = false }: { readonly approved?: boolean } = {},
): Promise<CallOutcome> {
  const { view, state, turn, options } = run;
  const { next_node: name, args } = action;
  const { tool_search, planner } = options.config;
  const discovered = await turn.discover(action);
  if (discovered) return discovered;
  if (options.skills?.tools.some((tool) => tool.name === name)) {
    return { ...(await callSkills(name, args, run)), tool: name, activated: null };
  }
  const tool = resolveName(view, name);
  if (!tool) {
    if (tool_search.enabled) {
      state.emit('tool_activation_denied', { reason: whyNotThere(name, run.registry.tools) });
    }
    return notFound(run);
  }
  if (!turn.admits(tool)) {
    state.emit('tool_activation_denied', { reason: 'not_discovered' });
    return notFound(run);
  }
  const activation = activate(tool, run);
  if (activation === 'refused') return notFound(run);
  const activated = activation === 'activated' ? tool.name : null;
  try {
    checkArguments(tool, args);
  } catch (error) {
    if (!isPegboardError(error)) throw error;
    const observation = errorObservation('invalid_arguments', error.message, planner.max_observation_chars);
    return { outcome: 'invalid_arguments', observation, tool: tool.name, activated };
  }
  const wanted = approved ? null : approvalReason(tool);
  if (wanted !== null) {
    state.emit('tool_approval_requested', { tool_name: tool.name, reason: wanted });
    return { outcome: 'awaits_approval', reason: approvalWords[wanted], tool: tool.name, activated };
  }
  const registered = run.registry.tools.get(tool.name) ?? tool;
  const answer = await runTool(
    run.registry.bindingOf(tool),
    { tool: registered, args, context: state.context },
    { timeoutMs: planner.tool_timeout_ms, delay: options.delay, signal: run.signal },
  );
  turn.noteAnswer(tool.name, answer);
  return { ...answered(answer, tool, run), tool: tool.name, activated };
}

const approvalWords = {
  destructive: 'The tool may destroy something: approve or refuse the call.',
  requires_confirmation: 'The tool wants a person to agree: approve or refuse the call.',
} as const;

/** Why no tool of the view has a name: which of the developer's cases it is (R15.02). The model reads the same of each. */
function whyNotThere(
  name: string,
  tools: ReadonlyMap<string, CatalogTool>,
): 'visibility_policy' | 'alias_of_hidden' | 'not_in_registry' {
  if (tools.has(name)) return 'visibility_policy';
  return [...tools.values()].some(({ aliases }) => aliases.includes(name)) ? 'alias_of_hidden' : 'not_in_registry';
}

async function callSkills(name: string, args: Action['args'], run: Run): Promise<BuiltinOutcome> {
  const { options, state, view } = run;
  try {
    const calling = options.skills?.call(name, args, skillTurn(state, view));
    if (calling) return await untilAborted(calling, run.signal);
  } catch (error) {
    if (!run.signal.aborted) options.logger.error(`${name} failed.`, { error: String(error) });
  }
  return failedOutcome(name);
}

export function skillTurn({ query, context, emit }: RunState, view: PermittedCatalog): SkillTurn {
  return { query, context, view, emit };
}

/** Makes a tool visible on first use; a tool that is visible already needs nothing (R12.16). */
function activate(tool: CatalogTool, run: Run): 'visible' | 'activated' | 'refused' {
  const { state, options, turn } = run;
  const { visible } = turn;
  if (visible.has(tool.name)) return 'visible';
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

function notFound({ options, style }: Run): CallOutcome {
  const observation = notFoundObservation(options.config.tool_search.enabled, style.searchName);
  return { outcome: 'tool_not_found', observation, tool: null, activated: null };
}

type Answered =
  | { readonly outcome: 'result' | 'tool_failed' | 'tool_timeout'; readonly observation: Observation }
  | { readonly outcome: 'paused'; readonly reason: string };

function answered(answer: ToolAnswer, tool: CatalogTool, { view, options }: Run): Answered {
  const { max_observation_chars, tool_timeout_ms } = options.config.planner;
  const failed = (message: string, code = 'tool_failed'): Answered => ({
    outcome: 'tool_failed',
    observation: errorObservation(code, readableError(message, view), max_observation_chars),
  });
  switch (answer.kind) {
    case 'result':
      try {
        return { outcome: 'result', observation: resultObservation(answer.value, resultLimit(tool, options.config)) };
      } catch {
        return failed('The result of the tool is not JSON.');
      }
    case 'error':
      return failed(answer.message);
    case 'missing':
      return failed(answer.message, missingResultCode);
    case 'timeout': {
      const observation = errorObservation('tool_timeout', `The tool gave no result within ${tool_timeout_ms} ms.`);
      return { outcome: 'tool_timeout', observation };
    }
    case 'pause':
      return { outcome: 'paused', reason: answer.reason };
  }
}
