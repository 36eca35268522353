import type { Golden, SimulateEvent, SimulateInput } from '#shared/contract/planner.ts';
import type { CallInput, CallResult } from '#shared/domain/live-source.ts';
import type { RenderedPrompt } from '#shared/domain/prompt-block.ts';
import type { ModelChoice } from '#shared/domain/scenario.ts';
import type { Simulation } from '#shared/domain/simulation.ts';
import type { Action, Trace } from '#shared/domain/trace.ts';
import { isPegboardError, PegboardError } from '#shared/errors.ts';
import { parseJson } from '#shared/text/parse-json.ts';
import { readScenario, scenarioOf } from '#shared/text/read-scenario.ts';
import { untilAborted } from '../cancellation.ts';
import { eventStream } from '../event-stream.ts';
import type { Files } from '../files/files.ts';
import type { ReadGuidance } from '../guidance/guidance-files.ts';
import { historyHint } from '../history/read-history.ts';
import { equalJson } from '../json/equal-json.ts';
import type { Logger } from '../logger.ts';
import type { FileMemory } from '../memory/file-memory.ts';
import type { Services } from '../services.ts';
import type { LoadedWorkspace } from '../workspace/load-workspace.ts';
import type { ModelClient, ModelMessage } from './models/model-client.ts';
import type { ResumedWith } from './planner-options.ts';
import { goldenOf } from './scenario/golden-trace.ts';
import { RunRecorder } from './scenario/run-recorder.ts';
import { listScenarios, scenarioPath, scenarioText } from './scenario/scenario-files.ts';
import type { CallLive } from './scenario/scenario-results.ts';
import { contextOf, simulate } from './scenario/simulate.ts';
import type { OpenRunSkills } from './skills/open-run-skills.ts';

export interface PlannerServiceOptions {
  /** The open workspace. Error: `workspace_not_found`. */
  readonly loaded: () => LoadedWorkspace;
  readonly callTool: (input: CallInput, signal: AbortSignal) => Promise<CallResult>;
  readonly liveModel: (choice: ModelChoice) => Promise<ModelClient>;
  readonly openSkills: OpenRunSkills;
  readonly files: Files;
  /** A text that nobody can guess. */
  readonly newId: () => string;
  /** Where the working memories of a workspace are kept. */
  readonly memoryOf: (root: string) => FileMemory;
  readonly fts: 'detect' | 'off';
  /** Hints of categories, by the root of the workspace. */
  readonly guidance?: (root: string) => ReadGuidance;
  readonly logger: Logger;
}

/** Simulations in the open workspace, and the ones that wait for somebody. */
export function createPlannerService(options: PlannerServiceOptions): Services['planner'] {
  const waiting = new Map<string, (given: ResumedWith) => void>();
  return {
    simulate: (input, call) => simulateScenario(input, { ...options, waiting, signal: call?.signal }),
    resume: async ({ token, approved, result }) => {
      const proceed = waiting.get(token);
      if (!proceed) {
        throw new PegboardError('unknown_run', 'No simulation is waiting for this token.', {
          hint: 'It already continued, or was cancelled.',
        });
      }
      waiting.delete(token);
      proceed(approved === undefined ? { input: result } : { approved });
      return { resumed: true };
    },
    scenarios: async () => listScenarios(options.loaded().root, options.files),
    scenario: async ({ path }) => scenarioText(options.loaded().root, path, options.files),
    checkScenario: async ({ text, path }) => readScenario(text, path).findings,
  };
}

interface SimulateEnvironment extends PlannerServiceOptions {
  readonly waiting: Map<string, (given: ResumedWith) => void>;
  readonly signal: AbortSignal | undefined;
}

/**
 * Plays a scenario in a workspace and tells what happens. Errors: those of the scenario and of `simulate`; for live tools
 * `consent_required`, `confirmation_required`; for a live model `variable_missing`.
 */
function simulateScenario(input: SimulateInput, environment: SimulateEnvironment): AsyncGenerator<SimulateEvent, void> {
  const { loaded, liveModel, openSkills, memoryOf, fts, logger } = environment;
  return eventStream<SimulateEvent>(
    async (emit, outer) => {
      const read = scenarioOf(readScenario(input.text, input.path));
      const scenario = input.profile === undefined ? read : { ...read, profile: input.profile };
      refuseToWriteGolden(input);
      if (input.record && input.remember) throw recordsAndRemembers();
      const live = input.live ? await liveModel(modelOf(scenario.model)) : undefined;
      const history = input.history && {
        value: parseJson(input.history.text, input.history.path, { hint: historyHint }),
        path: input.history.path,
      };
      const refused = new AbortController();
      let refusal: PegboardError | undefined;
      const agreed: Agreed = { call: null };
      let answered = false;
      const callLive = liveCalls(input, environment, agreed, {
        onRefusal: (error) => {
          refusal ??= error;
          refused.abort();
        },
        onCall: (tool) => emit({ type: 'live_call', tool }),
      });
      const signal = AbortSignal.any([outer, refused.signal]);
      try {
        const workspace = loaded();
        const memory = input.remember || input.forget ? memoryOf(workspace.root) : undefined;
        if (input.forget) await memory?.forget(contextOf(workspace, scenario));
        const how = { openSkills, fts, readGuidance: environment.guidance?.(workspace.root), logger, signal };
        const recorder = input.record ? new RunRecorder(input.text, scenario) : undefined;
        const simulation = await simulate(workspace, scenario, {
          ...how,
          live,
          memory: input.remember ? memory : undefined,
          callLive,
          history,
          onRecording: recorder?.note,
          onUpdate: emit,
          onPrompt: input.prompts ? promptTeller(emit) : undefined,
          onChunk: input.chunks ? (text) => emit({ type: 'chunk', text }) : undefined,
          onPause: async (trace) => {
            const word = await somebodysWord(trace, input, { ...environment, signal, emit, agreed });
            answered ||= word !== null;
            return word;
          },
        });
        const { recording = null, findings = [] } =
          (await recorder?.finish(simulation, (again) => simulate(workspace, again, { ...how, callLive: noServer }))) ??
          {};
        emit({
          type: 'done',
          simulation: { ...simulation, findings: [...simulation.findings, ...findings] },
          golden: answered ? null : await goldenTrace(simulation, input, environment),
          recording,
        });
      } catch (error) {
        throw refusal ?? error;
      }
    },
    { signal: environment.signal, replaces: () => false },
  );
}

/** Tells the prompt of a step, and of its messages those that were not sent with the step before. */
function promptTeller(emit: (event: SimulateEvent) => void) {
  let before: readonly ModelMessage[] = [];
  return (prompt: RenderedPrompt, messages: readonly ModelMessage[]): void => {
    const last = before;
    const differs = messages.findIndex(
      ({ role, content }, i) => role !== last[i]?.role || content !== last[i]?.content,
    );
    const kept = differs < 0 ? messages.length : differs;
    emit({ type: 'prompt', prompt, messages: { kept, added: messages.slice(kept) } });
    before = messages;
  };
}

/** A run that starts with a memory or a history, or is not a replay, is not the run of the golden trace. */
function isReplay({ live, remember, history, profile }: SimulateInput): boolean {
  return !live && !remember && history === undefined && profile === undefined;
}

function refuseToWriteGolden(input: SimulateInput): void {
  if (input.golden !== 'write' || (isReplay(input) && !input.interactive)) return;
  throw new PegboardError('usage', 'A golden trace comes from the scripts alone, with the profile of the scenario.', {
    hint: 'Run the scenario unchanged, without asking at pauses.',
  });
}

async function goldenTrace(
  simulation: Simulation,
  input: SimulateInput,
  { loaded, files }: PlannerServiceOptions,
): Promise<Golden | null> {
  if (input.golden === undefined || !isReplay(input)) return null;
  const path = await scenarioPath(loaded().root, input.path, files);
  return goldenOf(simulation, { path, act: input.golden, files });
}

/** The call that a person agreed to while the simulation waited. */
interface Agreed {
  call: Action | null;
}

/** Reports that a run waits, and waits with it when a person can answer. Error: `cancelled`. */
async function somebodysWord(
  trace: Trace,
  { interactive }: SimulateInput,
  {
    waiting,
    newId,
    signal,
    emit,
    agreed,
  }: Pick<SimulateEnvironment, 'waiting' | 'newId'> & {
    readonly signal: AbortSignal;
    readonly emit: (event: SimulateEvent) => void;
    readonly agreed: Agreed;
  },
): Promise<ResumedWith | null> {
  const step = trace.steps.at(-1);
  const approval =
    (trace.resumptions?.findLast((one) => one.step === step?.index)?.outcome ?? step?.outcome) === 'awaits_approval';
  const token = interactive ? newId() : null;
  const { next_node = '', args = {} } = step?.action ?? {};
  emit({ type: 'paused', token, approval, tool: step?.tool ?? next_node, args, reason: trace.problem ?? '' });
  if (token === null) return null;
  try {
    const word = new Promise<ResumedWith>((resolve) => waiting.set(token, resolve));
    const given = await untilAborted(word, signal);
    agreed.call = 'approved' in given && given.approved ? { next_node: step?.tool ?? next_node, args } : null;
    return given;
  } finally {
    waiting.delete(token);
  }
}

/** Calls of live tools; one that needs somebody's agreement ends the run, since only they can go on from there. */
function liveCalls(
  { consent, confirmed }: SimulateInput,
  { callTool }: PlannerServiceOptions,
  agreed: Agreed,
  { onRefusal, onCall }: { onRefusal: (error: PegboardError) => void; onCall: (tool: string) => void },
): CallLive {
  return async ({ tool, args, signal }) => {
    onCall(tool.name);
    const isAgreed = agreed.call?.next_node === tool.name && equalJson(agreed.call.args, args);
    agreed.call = null;
    try {
      const { is_error, content, structured_content } = await callTool(
        { tool: tool.name, args, consent, confirmed: confirmed || isAgreed },
        signal,
      );
      if (is_error) return { kind: 'error', message: textOf(content) };
      return { kind: 'result', value: structured_content ?? content };
    } catch (error) {
      if (isPegboardError(error) && ['consent_required', 'confirmation_required'].includes(error.code))
        onRefusal(error);
      throw error;
    }
  };
}

/** A recorded run plays without servers. */
const noServer: CallLive = async () => ({ kind: 'error', message: 'The recording has no answer to this call.' });

function recordsAndRemembers(): PegboardError {
  return new PegboardError('usage', 'A run that begins with a kept memory cannot be recorded.', {
    hint: 'The recorded scenario would begin without that memory: use either remember or record.',
  });
}

function textOf(content: CallResult['content']): string {
  const texts = content.flatMap(({ text }) => (typeof text === 'string' ? [text] : []));
  return texts.length > 0 ? texts.join('\n') : 'The tool failed.';
}

function modelOf(model: ModelChoice | undefined): ModelChoice {
  if (model) return model;
  throw new PegboardError('scenario_invalid', 'The scenario names no model.', {
    hint: 'Add for example: model: {provider: openai-compatible, model: llama3.2, base_url: "http://localhost:11434/v1"}',
  });
}
