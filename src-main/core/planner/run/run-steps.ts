import { promptText } from '#shared/domain/prompt-block.ts';
import type { Action, Trace, TraceStep } from '#shared/domain/trace.ts';
import { isPegboardError, PegboardError } from '#shared/errors.ts';
import { addTokenCounts } from '#shared/tokens.ts';
import { untilAborted } from '../../cancellation.ts';
import { terminalNames } from '../../catalog/builtin-catalog.ts';
import { parseReply } from '../../history/parse-reply.ts';
import { countPrompt, type PromptSkills, renderPrompt } from '../../prompt/render-prompt.ts';
import { type ModelClient, type ModelMessage, ScriptEnded } from '../models/model-client.ts';
import type { VisibleCatalog } from '../permitted/visible-catalog.ts';
import { stepMessages } from '../prompt-cache/step-messages.ts';
import { type HintsAndDirectory, hintsAndDirectory } from '../prompts/hints-and-directory.ts';
import { promptInput } from '../prompts/prompt-input.ts';
import { callByName, skillTurn } from './call-by-name.ts';
import { type CallOutcome, invalidReplyObservation, observationMessage } from './observations.ts';
import { resumePausedCall } from './resume-paused-call.ts';
import type { Run, RunContext } from './run-context.ts';
import type { RunState } from './run-state.ts';
import type { Delay } from './run-tool.ts';

/** The loop (R6.01): prompt, reply, call, observation, until an answer or a reason to stop. Throws only what is a fault of ours. */
export async function runSteps(run: Run): Promise<Trace> {
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

async function loop(run: Run): Promise<Trace> {
  const { state, view, style, turn, options, request, signal } = run;
  const { config, now } = options;
  const aids = await preparedHints(run);
  const skills = await preparedSkills(run);
  const input = promptInput({ view, config, style, now }, { ...aids, skills, memory: turn.memory });
  const deferred = [...view.tools.values()].filter(({ mode }) => mode === 'deferred');
  if (run.resumed) {
    turn.beginStep();
    const paused = await resumePausedCall(run.resumed, run);
    if (signal.aborted) return state.trace('cancelled');
    if (paused !== null) return pausedTrace(run, paused);
  }
  while (state.stepCount < config.planner.max_steps) {
    if (signal.aborted) return state.trace('cancelled');
    turn.beginStep();
    const { always, activated } = partsOf(turn.visible, state);
    const tools = config.planner.stable_prefix ? always : [...always, ...activated];
    const prompt = countPrompt(renderPrompt({ tools, ...input }), options.countTokens);
    request.onSent?.({ run: state.id, input, always, activated, deferred, messages: [...state.messages] });
    const said = stepMessages(state, activated, options);
    request.onPrompt?.(prompt, said.messages);
    const messages: ModelMessage[] = [{ role: 'system', content: promptText(prompt.blocks) }, ...said.messages];
    const listed = turn.visible.tools().map(({ name }) => name);
    const reply = await askModel(request.model ?? options.model, messages, {
      timeoutMs: config.planner.model_timeout_ms,
      delay: options.delay,
      signal,
      onChunk: request.onChunk,
    });
    const parsed = parseReply(reply, { finalAnswer: style.endsInPlainText });
    const action = 'action' in parsed ? parsed.action : null;
    const called = 'problem' in parsed ? invalidReply(parsed.problem) : await act(parsed.action, run);
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

/** The tools in the prompt from the beginning of the run, and those that were activated in it. */
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
async function preparedHints({ options, state, style, view, finder }: RunContext): Promise<HintsAndDirectory> {
  try {
    return await hintsAndDirectory(view, state.query, { style, config: options.config, finder, emit: state.emit });
  } catch (error) {
    options.logger.error('Hints could not be found.', { error: String(error) });
    return { hints: [], directory: [] };
  }
}

/** What skills add to the prompt (R6.22). An agent whose skills fail goes on without. */
async function preparedSkills({ options, state, view, signal }: RunContext): Promise<PromptSkills | null> {
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

async function act(action: Action, run: Run): Promise<Called> {
  if (!terminalNames.has(action.next_node)) return callByName(action, run);
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

function pausedTrace({ state, options }: RunContext, reason: string): Trace {
  return state.trace('paused', { resume_token: options.newId(), problem: reason });
}

interface AskOptions {
  readonly timeoutMs: number;
  readonly delay: Delay;
  readonly signal: AbortSignal;
  /** Gets the reply as it comes, and nothing once the time is over. */
  readonly onChunk?: ((text: string) => void) | undefined;
}

/** One reply of the model, within its time. Errors: `ScriptEnded`, those of the client, `model_failed`, `cancelled`. */
async function askModel(
  model: ModelClient,
  messages: readonly ModelMessage[],
  { timeoutMs, delay, signal, onChunk }: AskOptions,
): Promise<string> {
  const over = new AbortController();
  const stop = AbortSignal.any([signal, over.signal]);
  const timeout = delay(timeoutMs, stop).then((): never => {
    if (signal.aborted) throw new PegboardError('cancelled', 'The run was cancelled.');
    throw new PegboardError('model_failed', `The model gave no reply within ${timeoutMs} ms.`, {
      hint: 'Raise planner.model_timeout_ms, or try again.',
    });
  });
  timeout.catch(() => {});
  try {
    const reply = model.complete({
      messages,
      response_format: { type: 'json_object' },
      signal: stop,
      ...(onChunk ? { stream: true, on_stream_chunk: (text) => stop.aborted || text === '' || onChunk(text) } : {}),
    });
    reply.catch(() => {});
    const text: unknown = await Promise.race([reply, timeout]);
    if (typeof text === 'string') return text;
    // A client is somebody's own code: it may pass on the null with which a service refuses.
    const given = text === null ? 'null' : `a value of type ${typeof text}`;
    throw new PegboardError('model_failed', `The model client returned ${given} instead of a text.`, {
      hint: 'Return the whole reply as a text, or throw what went wrong.',
    });
  } catch (error) {
    if (error instanceof ScriptEnded || isPegboardError(error)) throw error;
    // An unknown error of a client may contain a key, so its text stays here.
    throw new PegboardError('model_failed', 'The model client failed.');
  } finally {
    over.abort();
  }
}
