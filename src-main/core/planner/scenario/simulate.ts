import { reservedToolNames } from '#shared/domain/builtin-tools.ts';
import { type Finding, finding } from '#shared/domain/finding.ts';
import { promptText, type RenderedPrompt } from '#shared/domain/prompt-block.ts';
import { type Scenario, type ScenarioTurn, turnsOf } from '#shared/domain/scenario.ts';
import type { SimulatedStep, Simulation, TurnReport } from '#shared/domain/simulation.ts';
import { sourceSchema } from '#shared/domain/source.ts';
import { allowedNames, type Persona, type ToolContext } from '#shared/domain/tool-policy.ts';
import type { RunUpdate, Trace, TraceStep } from '#shared/domain/trace.ts';
import { PegboardError } from '#shared/errors.ts';
import type { TokenCount } from '#shared/tokens.ts';
import { throwIfCancelled } from '../../cancellation.ts';
import { agentStyleName, skillsCatalog } from '../../catalog/builtin-catalog.ts';
import type { CapturedTool } from '../../catalog/captured-tools.ts';
import type { ReadGuidance } from '../../guidance/guidance-files.ts';
import { readHistoryValue } from '../../history/read-history.ts';
import { settleHistory } from '../../history/settle-history.ts';
import type { Logger } from '../../logger.ts';
import type { MemoryStore } from '../../memory/memory-store.ts';
import { countTextTokens } from '../../prompt/count-tokens.ts';
import { catalogNames } from '../../providers/catalog-names.ts';
import { findPersona } from '../../workspace/allowed-tools.ts';
import { closestTo } from '../../workspace/closest-name.ts';
import type { LoadedWorkspace } from '../../workspace/load-workspace.ts';
import { validateToolIndex } from '../../workspace/validate-tool-index.ts';
import { overriddenConfig, withConfig, withProfile } from '../../workspace/with-config.ts';
import { initialPrompt } from '../initial-prompt.ts';
import type { ModelClient, ModelMessage } from '../model-client.ts';
import type { OpenRunSkills } from '../open-run-skills.ts';
import { Planner } from '../planner.ts';
import type { ResumedWith } from '../planner-options.ts';
import { cacheOffsets, cacheTotals } from '../prompt-cache/cache-offsets.ts';
import type { SentStep } from '../prompt-cache/sent-step.ts';
import { realDelay } from '../run-tool.ts';
import { createRunView } from '../run-view.ts';
import type { AgentStyle } from '../styles/agent-style.ts';
import { agentStyle } from '../styles/agent-styles.ts';
import { personaVisibility } from '../visibility.ts';
import { compareSteps, totals } from './compare-tokens.ts';
import { checkExpectations } from './expectations.ts';
import { type LiveAnswer, noteLiveAnswers } from './live-answers.ts';
import type { Recording } from './record-scenario.ts';
import { runTypeReport } from './run-types.ts';
import { countedIds, ScenarioClock } from './scenario-clock.ts';
import { type CallLive, scenarioBindings } from './scenario-results.ts';
import { scriptedModel } from './scenario-script.ts';
import { continuing, fastForward, fromTheBeginning, type Start, startFrom } from './start-from-history.ts';

/** Messages to begin with, and what they are called in findings. */
export interface GivenHistory {
  readonly value: unknown;
  readonly path: string;
}

export interface SimulateOptions {
  /** The model that plays in place of the scripts. */
  readonly live?: ModelClient | undefined;
  readonly callLive: CallLive;
  readonly openSkills: OpenRunSkills;
  /** Messages to begin with, in place of those of the scenario. */
  readonly history?: GivenHistory | undefined;
  readonly fts: 'detect' | 'off';
  readonly readGuidance?: ReadGuidance | undefined;
  readonly logger: Logger;
  readonly signal?: AbortSignal | undefined;
  readonly onUpdate?: ((update: RunUpdate) => void) | undefined;
  readonly onPrompt?: ((prompt: RenderedPrompt, messages: readonly ModelMessage[]) => void) | undefined;
  readonly onChunk?: ((text: string) => void) | undefined;
  /** Asked when a turn pauses and the scenario does not say how to go on; null ends the scenario there. */
  readonly onPause?: ((trace: Trace) => Promise<ResumedWith | null>) | undefined;
  /** Told at the end what another run must be told to be the same; not for a run that began in the middle of a turn. */
  readonly onRecording?: ((recording: Recording) => void) | undefined;
  /** Where the working memory of its session is kept; a scenario begins with nothing and keeps nothing, when left out. */
  readonly memory?: MemoryStore | undefined;
}

/**
 * Plays a scenario in a workspace, whose files and index stay as they are. The same files give the same simulation, byte for
 * byte (R6.24); a live model or a live tool may not. Errors: `unknown_persona`, `unknown_profile`, `config_invalid`,
 * `session_required`, `scenario_invalid`, `cancelled`.
 */
export async function simulate(
  workspace: LoadedWorkspace,
  scenario: Scenario,
  options: SimulateOptions,
): Promise<Simulation> {
  const given = options.history ?? (scenario.history ? { value: scenario.history, path: 'history' } : undefined);
  const loaded = scenarioWorkspace(workspace, scenario, given !== undefined);
  const { config } = loaded.file;
  const persona = findPersona(config, scenario.persona);
  const tool_context = contextOf(workspace, scenario);
  const findings: Finding[] = [...unknownTools(loaded, scenario), ...memoryFindings(loaded, workspace)];
  const start = given
    ? beginning(given, loaded, scenario, persona, (finding) => findings.push(finding))
    : fromTheBeginning;
  const clock = new ScenarioClock();
  const timeoutMs = config.planner.tool_timeout_ms;
  const answers: LiveAnswer[] = [];
  const onAnswer = (answer: LiveAnswer) => answers.push(answer);
  const count = counter();
  const skills = await options.openSkills(loaded, { now: clock.now, signal: options.signal });
  findings.push(...(skills?.findings ?? []));
  const planner = await Planner.create({
    catalog: loaded.catalog.tools,
    config,
    ...(persona ? { visibility: personaVisibility(persona) } : {}),
    model: options.live ?? scriptedModel([]),
    bind: scenarioBindings(scenario, {
      clock,
      timeoutMs,
      callLive: noteLiveAnswers(options.callLive, { clock, timeoutMs, onAnswer }),
      onFinding: (finding) => findings.push(finding),
    }),
    // Turns are played one after another.
    concurrency: 'single_thread',
    skills: skills?.withConfig(config, { countUses: true }),
    now: clock.now,
    newId: countedIds('run'),
    delay: realDelay,
    countTokens: count,
    fts: options.fts,
    readGuidance: options.readGuidance,
    logger: options.logger,
    memory: options.memory,
  });
  try {
    const everything = withConfig(
      loaded,
      overriddenConfig(config, { tool_search: { enabled: false } }, 'tool_search.enabled'),
    );
    const allTools = async (query: string): Promise<TokenCount> => {
      const blocks = await initialPrompt(everything, {
        persona,
        context: tool_context,
        query,
        skills: skills?.withConfig(everything.file.config, { countUses: false }) ?? null,
        fts: options.fts,
        now: clock.now,
      });
      return count(promptText(blocks));
    };
    const sent: SentStep[] = [];
    const onSent = (step: SentStep) => sent.push(step);
    const played = await playTurns(planner, scenario, {
      ...options,
      tool_context,
      start,
      style: agentStyle(config),
      onSent,
      allTools,
    });
    throwIfCancelled(options.signal);
    const traces = played.map(({ trace }) => trace);
    findings.push(...played.flatMap((turn) => turn.findings), ...unreadResults(traces));
    if (traces.length === 0) findings.push(nothingLeft(given?.path ?? 'history'));
    const steps: Omit<SimulatedStep, 'cache'>[] = [];
    const turns: TurnReport[] = [];
    for (const { trace, turn, said, before, allTools: tokens } of played) {
      steps.push(...compareSteps(trace, { turn, said, before, allTools: tokens, count }));
      turns.push({ turn, run_type: runTypeReport(trace, tokens), memory: trace.memory ?? null });
    }
    // What was sent without a reply is no step.
    const offsets = cacheOffsets(sent.slice(0, steps.length), { count, providers: config.providers });
    const tokens = totals(steps);
    const spent = { estimate: tokens.estimate.deferred, o200k: tokens.o200k.deferred };
    const expectations = checkExpectations(scenario.expect, { traces, tokens: spent });
    const last = traces.at(-1);
    if (!start.open)
      options.onRecording?.({
        skipped: start.played,
        answers,
        turns: played.map(recorded),
        history: options.history?.value,
      });
    return {
      reason: last?.reason ?? 'script_ended',
      answer: last?.answer ?? null,
      passed: expectations.every(({ passed }) => passed),
      expectations,
      steps: steps.map((step, i) => ({ ...step, cache: offsets[i] ?? [] })),
      events: [...planner.initEvents, ...traces.flatMap(({ events }) => events)],
      tokens,
      traces,
      turns,
      cache: cacheTotals(offsets, config.planner.stable_prefix ? 'appended' : 'listed'),
      findings: distinct(findings),
    };
  } finally {
    await planner.close();
    skills?.close();
  }
}

/** Who calls in a scenario. Error: `unknown_persona`. */
export function contextOf(
  { file }: LoadedWorkspace,
  { persona, tool_context }: Pick<Scenario, 'persona' | 'tool_context'>,
): ToolContext {
  return { ...findPersona(file.config, persona)?.tool_context, ...tool_context };
}

/** The workspace as the scenario wants it: its profile, then its own settings, and with its tools. */
function scenarioWorkspace(
  workspace: LoadedWorkspace,
  { profile, config, tools }: Scenario,
  hasHistory: boolean,
): LoadedWorkspace {
  const profiled = profile === undefined ? workspace : withProfile(workspace, profile);
  const source = sourceSchema.parse({ name: 'scenario', path: 'scenario', format: 'tools_jsonl' });
  const sources =
    tools.length === 0 ? profiled.sources : [...profiled.sources, { source, tools: tools as CapturedTool[] }];
  const overridden = overriddenConfig(profiled.file.config, config ?? {}, 'config');
  // What a history found counts in history mode only.
  const stateless = { tool_search: { history: { enabled: true } } };
  const asked = hasHistory ? overriddenConfig(overridden, stateless, 'history') : overridden;
  return withConfig({ ...profiled, sources }, asked);
}

/** Where a scenario begins that is given a history: only what this persona may use is kept of it (R18.04). */
function beginning(
  { value, path }: GivenHistory,
  { catalog, file }: LoadedWorkspace,
  scenario: Scenario,
  persona: Persona | null,
  report: (finding: Finding) => void,
): Start {
  const names = catalogNames(catalog.tools);
  const { history, findings } = readHistoryValue(value, path, names);
  for (const finding of findings) report(finding);
  const allowed = allowedNames(catalog.tools, { policies: [file.config.policy], persona });
  const { gate } = createRunView(catalog.tools, allowed, file.config.policy.denied_tools);
  const ours = file.config.skills.enabled ? skillsCatalog.map(({ name }) => name) : [];
  const permits = (name: string) => allowed.has(name) || ours.includes(name);
  const entries = settleHistory(history.entries, { permits, gate: gate.text, whole: false, report });
  return startFrom(entries, turnsOf(scenario), file.config.tool_search.history.tool_name);
}

/** One turn as it was played. */
interface PlayedTurn {
  readonly trace: Trace;
  /** What the scenario or somebody said. */
  readonly asked: ScenarioTurn;
  /** Its number in the scenario, from 1. */
  readonly turn: number;
  /** What was said before the first step of its run, searches included where they are kept. */
  readonly said: readonly ModelMessage[];
  /** Steps of the same run in the turns before. */
  readonly before: readonly TraceStep[];
  readonly allTools: TokenCount;
  readonly findings: readonly Finding[];
}

function recorded({ asked, trace }: PlayedTurn): Recording['turns'][number] {
  return { asked, replies: trace.steps.map(({ reply }) => reply) };
}

interface PlayOptions extends SimulateOptions {
  readonly tool_context: ToolContext;
  readonly start: Start;
  readonly style: AgentStyle;
  readonly onSent: (step: SentStep) => void;
  /** What the system prompt of a query costs with every permitted tool in it. */
  readonly allTools: (query: string) => Promise<TokenCount>;
}

/**
 * Plays each turn on what the turns before it said. A turn that does not end with an answer or a pause ends the scenario. In history
 * mode later turns read everything that was said, since what was found stands nowhere else.
 */
async function playTurns(planner: Planner, scenario: Scenario, options: PlayOptions): Promise<PlayedTurn[]> {
  const { live, signal, onUpdate, onPrompt, onChunk, onSent, tool_context, start, style, allTools } = options;
  const played: PlayedTurn[] = [];
  const history: ModelMessage[] = [...start.before];
  // What a run has told so far: resumed, it tells that again.
  let before: Trace | null = null;
  let beforeRun: readonly ModelMessage[] = [];
  let script = scriptedModel([]);
  let number = start.played - (start.open ? 1 : 0);
  let open = start.open;
  const turns = turnsOf(scenario).slice(number);
  for (let turn = turns.shift(); turn !== undefined; turn = turns.shift() ?? (await nextTurn(before, options))) {
    number += 1;
    if (turn.query !== undefined || turn.script.length > 0) script = scriptedModel(turn.script);
    const model = live ?? script;
    const asked: ModelMessage = { role: 'user', content: turn.query ?? '' };
    const findings = open && !live ? await fastForward(model, [...history, asked], open) : [];
    const how = { model: open ? continuing(model, open) : model, signal, onUpdate, onPrompt, onChunk, onSent };
    const said = open?.said ?? [];
    // Before the turn, whose uses of skills may change the directory of the next.
    const told = { asked: turn, turn: number, findings, allTools: await allTools(turn.query ?? before?.query ?? '') };
    let trace: Trace;
    if (turn.query === undefined) {
      if (!before?.resume_token) throw notPaused();
      const given = turn.approve === undefined ? { input: turn.resume } : { approved: turn.approve };
      trace = await planner.resume(before.resume_token, { ...how, ...given });
      played.push({ ...told, trace: withoutBeginning(trace, before), said: beforeRun, before: before.steps });
    } else {
      beforeRun = [...history, ...said];
      trace = await planner.run({ ...how, query: turn.query, tool_context, history: [...history], said });
      played.push({ ...told, trace, said: beforeRun, before: [] });
    }
    open = null;
    history.push(...style.messagesOf(trace, said));
    before = trace;
    if (trace.reason !== 'answer' && trace.reason !== 'paused') break;
  }
  return played;
}

/** How somebody says to go on with a run that paused at the end of the scenario. */
async function nextTurn(before: Trace | null, { onPause }: PlayOptions): Promise<ScenarioTurn | undefined> {
  if (before?.reason !== 'paused' || !onPause) return undefined;
  const given = await onPause(before);
  if (given === null) return undefined;
  return { script: [], ...('approved' in given ? { approve: given.approved } : { resume: given.input ?? null }) };
}

/** Turns whose results had no entity, in seed 004's words (R15.11). */
function unreadResults(traces: readonly Trace[]): Finding[] {
  return traces
    .flatMap(({ events }) => events)
    .flatMap((event): Finding[] =>
      event.event_type !== 'entities_not_extracted'
        ? []
        : [
            finding('entities_not_extracted', {
              message: `[orchestrator] No entities extracted from ${event.payload.tool_results} tool results. Check TOOL_INDEX extraction schemas.`,
              path: 'overlays',
              hint: 'Give the tools that ran an extraction under overlays, or an entry under planner.extractors.',
            }),
          ],
    );
}

function nothingLeft(path: string): Finding {
  return finding('history_has_every_turn', {
    message: 'The history has every turn of the scenario already, so nothing was played.',
    path,
  });
}

/** Only what came after the pause: the turns before have told the rest. */
function withoutBeginning(trace: Trace, before: Trace): Trace {
  const resumptions = trace.resumptions?.slice(before.resumptions?.length ?? 0);
  return {
    ...trace,
    steps: trace.steps.slice(before.steps.length),
    ...(resumptions ? { resumptions } : {}),
    events: trace.events.slice(before.events.length),
  };
}

function notPaused(): PegboardError {
  return new PegboardError('scenario_invalid', 'A turn resumes or approves, and the turn before it did not pause.', {
    hint: 'In the turn before, call a tool whose result is `pause`, or one that needs approval.',
  });
}

/** Names in a scenario that no tool has are kept, since a script may try them, and told. */
function unknownTools({ catalog }: LoadedWorkspace, { results, expect }: Scenario): Finding[] {
  const names = [...catalog.byName.keys()];
  const wanted = [
    ...Object.keys(results).map((name) => ({ name, path: `results.${name}` })),
    ...(expect.called ?? []).map((name) => ({ name, path: 'expect.called' })),
    ...(expect.activated ?? []).map((name) => ({ name, path: 'expect.activated' })),
  ];
  return wanted
    .filter(({ name }) => !name.includes('*') && !catalog.byName.has(name) && !reservedToolNames.has(name))
    .map(({ name, path }) => {
      const near = closestTo(name, names);
      return finding('scenario_unknown_tool', {
        message: `The workspace has no tool "${name}".`,
        path,
        hint: near === undefined ? 'pegboard tools lists them.' : `Did you mean "${near}"?`,
      });
    });
}

/** What the tool index lacks for an agent with one discovery tool, where the workspace has not told that already. */
function memoryFindings(
  { catalog, registry, file: { config } }: LoadedWorkspace,
  workspace: LoadedWorkspace,
): Finding[] {
  const isNew = agentStyleName(config) !== agentStyleName(workspace.file.config);
  if (agentStyleName(config) !== 'one_discovery' || !isNew) return [];
  return validateToolIndex(registry.values(), { known: new Set(catalog.byName.keys()), config });
}

function distinct(findings: readonly Finding[]): Finding[] {
  return [
    ...new Map(findings.map((finding) => [`${finding.code}\0${finding.path}\0${finding.message}`, finding])).values(),
  ];
}

/** Counts each text once: a prompt is counted at every step. */
function counter(): (text: string) => TokenCount {
  const known = new Map<string, TokenCount>();
  return (text) => {
    const tokens = known.get(text) ?? countTextTokens(text);
    known.set(text, tokens);
    return tokens;
  };
}
