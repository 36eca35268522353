import { promptText } from '#shared/domain/prompt-block.ts';
import type { Action, Trace, TraceStep } from '#shared/domain/trace.ts';
import { isPegboardError } from '#shared/errors.ts';
import { addTokenCounts } from '#shared/tokens.ts';
import { countPrompt, type PromptSkills, renderPrompt } from '../prompt/render-prompt.ts';
import { askModel } from './ask-model.ts';
import { terminalNames } from './builtin-catalog.ts';
import { type CallOutcome, callByName, skillTurn } from './call-by-name.ts';
import { catalogFromMessages, discoveryTools } from './history-mode.ts';
import { type ModelMessage, ScriptEnded } from './model-client.ts';
import { invalidReplyObservation, observationMessage } from './observations.ts';
import { parseReply } from './parse-reply.ts';
import { type PromptAids, promptAids } from './prompt-aids.ts';
import { stepMessages } from './prompt-cache/step-messages.ts';
import { promptInput } from './prompt-input.ts';
import type { RunEnvironment } from './run-environment.ts';
import type { RunState } from './run-state.ts';
import { settlePause } from './settle-pause.ts';
import { untilAborted } from './until-aborted.ts';
import { VisibleCatalog } from './visible-catalog.ts';

/** The loop (R6.01): prompt, reply, call, observation, until an answer or a reason to stop. Throws only what is a fault of ours. */
export async function runSteps(run: RunEnvironment): Promise<Trace> {
  const { state } = run;
  try {
    return await loop(run);
  } catch (error) {
    if (run.signal.aborted) return state.trace('cancelled');
    if (error instanceof ScriptEnded) return state.trace('script_ended', { problem: error.message });
    if (isPegboardError(error)) return state.trace('model_failed', { problem: error.message });
    throw error;
  }
}

async function loop(run: RunEnvironment): Promise<Trace> {
  const { state, view, options, signal } = run;
  const { config } = options;
  const { enabled, activation_scope } = config.tool_search;
  const known = activation_scope === 'session' ? run.activations.of(state.context) : state.activated;
  const builtins = [...discoveryTools(view, config), ...(options.skills?.tools ?? [])];
  const stateless = enabled && config.tool_search.history.enabled;
  let visible = new VisibleCatalog(view, { builtins, activated: enabled ? known : [] });
  run.memory?.recall(visible);
  // In history mode nothing but the messages makes a tool known.
  const aids = stateless ? { hints: [], directory: [] } : await preparedAids(run);
  const skills = await preparedSkills(run);
  const input = promptInput(
    { view, config, now: options.now },
    { ...aids, skills, memory: run.memory?.rendered ?? '' },
  );
  const deferred = [...view.tools.values()].filter(({ mode }) => mode === 'deferred');
  if (run.resumed) {
    if (stateless) visible = catalogFromMessages(run, options.skills?.tools ?? []);
    const paused = await settlePause(run.resumed, run, visible);
    if (signal.aborted) return state.trace('cancelled');
    if (paused !== null) return pausedTrace(run, paused);
  }
  while (state.stepCount < config.planner.max_steps) {
    if (signal.aborted) return state.trace('cancelled');
    if (stateless) visible = catalogFromMessages(run, options.skills?.tools ?? []);
    const { always, activated } = partsOf(visible, state);
    const tools = config.planner.stable_prefix ? always : [...always, ...activated];
    const prompt = countPrompt(renderPrompt({ tools, ...input }), options.countTokens);
    run.onSent?.({ run: state.id, input, always, activated, deferred, messages: [...state.messages] });
    const said = stepMessages(state, activated, options);
    run.onPrompt?.(prompt, said.messages);
    const messages: ModelMessage[] = [{ role: 'system', content: promptText(prompt.blocks) }, ...said.messages];
    const listed = visible.tools().map(({ name }) => name);
    const reply = await askModel(run.model, messages, {
      timeoutMs: config.planner.model_timeout_ms,
      delay: options.delay,
      signal,
      onChunk: run.onChunk,
    });
    const parsed = parseReply(reply, { finalAnswer: run.memory !== null });
    const action = 'action' in parsed ? parsed.action : null;
    const called = 'problem' in parsed ? invalidReply(parsed.problem) : await act(parsed.action, run, visible);
    if (signal.aborted) return state.trace('cancelled');
    state.addStep({
      index: state.stepCount + 1,
      visible: listed,
      blocks: prompt.blocks.map(({ name, tokens }) => ({ name, tokens })),
      tokens: addTokenCounts(prompt.tokens, said.tokens),
      system_tokens: prompt.tokens,
      ...said.appended,
      reply,
      action,
      ...stepFields(called),
    });
    state.messages.push({ role: 'assistant', content: reply });
    if (called.outcome === 'final') return state.trace('answer', { answer: called.answer });
    if ('reason' in called) {
      state.pending = called.outcome === 'paused' ? null : action;
      return pausedTrace(run, called.reason);
    }
    state.messages.push({ role: 'user', content: observationMessage(called.observation.text) });
  }
  return state.trace('step_limit');
}

/** The tools that stand in the prompt from the beginning of the run, and those that were activated in it. */
function partsOf(visible: VisibleCatalog, state: RunState): ReturnType<VisibleCatalog['parts']> {
  const { always, activated } = visible.parts();
  state.carried ??= new Set(activated.map(({ name }) => name));
  const { carried } = state;
  return {
    always: [...always, ...activated.filter(({ name }) => carried.has(name))],
    activated: activated.filter(({ name }) => !carried.has(name)),
  };
}

/** Hints and directory (R6.17, R6.18). A run whose index fails goes on without. */
async function preparedAids({ options, state, view, finder }: RunEnvironment): Promise<PromptAids> {
  try {
    return await promptAids(view, state.query, { config: options.config, finder, emit: state.emit });
  } catch (error) {
    options.logger.error('Hints could not be found.', { error: String(error) });
    return { hints: [], directory: [] };
  }
}

/** What skills add to the prompt (R6.22). An agent whose skills fail goes on without. */
async function preparedSkills({ options, state, view, signal }: RunEnvironment): Promise<PromptSkills | null> {
  try {
    const preparing = options.skills?.prepare(skillTurn(state, view));
    return preparing ? await untilAborted(preparing, signal) : null;
  } catch (error) {
    if (signal.aborted) return null;
    options.logger.error('Skills could not be prepared.', { error: String(error) });
    return null;
  }
}

type Called = CallOutcome | { readonly outcome: 'final'; readonly answer: string };

async function act(action: Action, run: RunEnvironment, visible: VisibleCatalog): Promise<Called> {
  if (!terminalNames.has(action.next_node)) return callByName(action, run, { visible });
  const { answer } = action.args;
  if (answer === undefined) return invalidReply('final_response needs args.answer.');
  return { outcome: 'final', answer: typeof answer === 'string' ? answer : JSON.stringify(answer) };
}

function invalidReply(problem: string): CallOutcome {
  return { outcome: 'invalid_reply', observation: invalidReplyObservation(problem), tool: null, activated: null };
}

type StepFields = Pick<TraceStep, 'outcome' | 'observation' | 'truncated' | 'tool' | 'activated' | 'discovered'>;

function stepFields(called: Called): StepFields {
  const { outcome } = called;
  if (outcome === 'final') return { outcome, observation: null, truncated: false, tool: null, activated: null };
  const { tool, activated } = called;
  if ('reason' in called) return { outcome, observation: null, truncated: false, tool, activated };
  const { observation, discovered } = called;
  const found = discovered ? { discovered: [...discovered] } : {};
  return { outcome, observation: observation.text, truncated: observation.truncated, tool, activated, ...found };
}

function pausedTrace({ state, options }: RunEnvironment, reason: string): Trace {
  return state.trace('paused', { resume_token: options.newId(), problem: reason });
}
