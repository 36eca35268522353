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
import { invalidReplyObservation, type Observation, observationMessage, resultObservation } from './observations.ts';
import { parseReply } from './parse-reply.ts';
import { promptAids } from './prompt-aids.ts';
import type { RunEnvironment } from './run-environment.ts';
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
  const discovery = discoveryTools(view, config);
  const builtins = [...discovery, ...(options.skills?.tools ?? [])];
  const stateless = enabled && config.tool_search.history.enabled;
  let visible = new VisibleCatalog(view, { builtins, activated: enabled ? known : [] });
  // In history mode nothing but the messages makes a tool known.
  const aids = stateless
    ? { hints: [], directory: [] }
    : await promptAids(view, state.query, { config, finder: run.finder, emit: state.emit });
  const skills = await preparedSkills(run);
  if (run.resumed) {
    state.messages.push(observed(resultObservation(run.resumed.input ?? null, config.planner.max_observation_chars)));
  }
  while (state.stepCount < config.planner.max_steps) {
    if (stateless) visible = catalogFromMessages(run, options.skills?.tools ?? []);
    const prompt = countPrompt(
      renderPrompt({
        tools: visible.tools(),
        examples: config.tool_examples,
        discovery: discovery.length > 0,
        searchName: stateless ? config.tool_search.history.tool_name : undefined,
        skills,
        ...aids,
      }),
      options.countTokens,
    );
    run.onPrompt?.(prompt);
    const messages: ModelMessage[] = [{ role: 'system', content: promptText(prompt.blocks) }, ...state.messages];
    const listed = visible.tools().map(({ name }) => name);
    const reply = await askModel(run.model, messages, {
      timeoutMs: config.planner.model_timeout_ms,
      delay: options.delay,
      signal,
    });
    const parsed = parseReply(reply);
    const action = 'action' in parsed ? parsed.action : null;
    const called = 'problem' in parsed ? invalidReply(parsed.problem) : await act(parsed.action, run, visible);
    if (signal.aborted) return state.trace('cancelled');
    state.addStep({
      index: state.stepCount + 1,
      visible: listed,
      blocks: prompt.blocks.map(({ name, tokens }) => ({ name, tokens })),
      tokens: state.messages.map(({ content }) => options.countTokens(content)).reduce(addTokenCounts, prompt.tokens),
      system_tokens: prompt.tokens,
      reply,
      action,
      ...stepFields(called),
    });
    state.messages.push({ role: 'assistant', content: reply });
    if (called.outcome === 'final') return state.trace('answer', { answer: called.answer });
    if (called.outcome === 'paused') {
      return state.trace('paused', { resume_token: options.newId(), problem: called.reason });
    }
    state.messages.push(observed(called.observation));
  }
  return state.trace('step_limit');
}

/** What skills add to the prompt (R6.22). An agent whose skills fail goes on without. */
async function preparedSkills({ options, state, view }: RunEnvironment): Promise<PromptSkills | null> {
  try {
    return (await options.skills?.prepare(skillTurn(state, view))) ?? null;
  } catch (error) {
    options.logger.error('Skills could not be prepared.', { error: String(error) });
    return null;
  }
}

type Called = CallOutcome | { readonly outcome: 'final'; readonly answer: string };

async function act(action: Action, run: RunEnvironment, visible: VisibleCatalog): Promise<Called> {
  if (!terminalNames.has(action.next_node)) return callByName(action, run, visible);
  const { answer } = action.args;
  if (answer === undefined) return invalidReply('final_response needs args.answer.');
  return { outcome: 'final', answer: typeof answer === 'string' ? answer : JSON.stringify(answer) };
}

function invalidReply(problem: string): CallOutcome {
  return { outcome: 'invalid_reply', observation: invalidReplyObservation(problem), tool: null, activated: null };
}

function stepFields(called: Called): Pick<TraceStep, 'outcome' | 'observation' | 'truncated' | 'tool' | 'activated'> {
  const { outcome } = called;
  if (outcome === 'final') return { outcome, observation: null, truncated: false, tool: null, activated: null };
  const { tool, activated } = called;
  if (outcome === 'paused') return { outcome, observation: null, truncated: false, tool, activated };
  return { outcome, observation: called.observation.text, truncated: called.observation.truncated, tool, activated };
}

function observed({ text }: Observation): ModelMessage {
  return { role: 'user', content: observationMessage(text) };
}
