import type { Finding } from '#shared/domain/finding.ts';
import { promptText } from '#shared/domain/prompt-block.ts';
import { type Scenario, turnsOf } from '#shared/domain/scenario.ts';
import type { Simulation } from '#shared/domain/simulation.ts';
import { sourceSchema } from '#shared/domain/source.ts';
import { allowedNames, type Persona, type ToolContext } from '#shared/domain/tool-policy.ts';
import type { Trace } from '#shared/domain/trace.ts';
import { throwIfCancelled } from '../../cancellation.ts';
import { skillsCatalog } from '../../catalog/builtin-catalog.ts';
import type { CapturedTool } from '../../catalog/captured-tools.ts';
import { permittedHistory } from '../../history/permitted-history.ts';
import { readHistoryValue } from '../../history/read-history.ts';
import { catalogNames } from '../../providers/catalog-names.ts';
import { findPersona } from '../../workspace/allowed-tools.ts';
import type { LoadedWorkspace } from '../../workspace/load-workspace.ts';
import { overriddenConfig, withConfig, withProfile } from '../../workspace/with-config.ts';
import type { ModelClient } from '../models/model-client.ts';
import { permittedCatalog } from '../permitted/permitted-catalog.ts';
import { personaVisibility } from '../permitted/visibility.ts';
import { Planner } from '../planner.ts';
import type { PlannerOptions, ResumedWith, RunOptions } from '../planner-options.ts';
import type { SentStep } from '../prompt-cache/sent-step.ts';
import { initialPrompt } from '../prompts/initial-prompt.ts';
import { realDelay, type ToolAnswer, type ToolCall } from '../run/run-tool.ts';
import type { OpenedRunSkills, OpenRunSkills } from '../skills/open-run-skills.ts';
import { agentStyle } from '../styles/agent-styles.ts';
import { checkExpectations } from './expectations.ts';
import { type LiveAnswer, noteLiveAnswers } from './live-answers.ts';
import { playTurns } from './play-turns.ts';
import { type Recording, recordingOf } from './record-scenario.ts';
import { countsOnce, runCosts } from './run-costs.ts';
import { countedIds, ScenarioClock } from './scenario-clock.ts';
import { distinct, memoryFindings, nothingLeft, unknownTools, unreadResults } from './scenario-findings.ts';
import { type CallLive, scenarioBindings } from './scenario-results.ts';
import { scriptedModel } from './scenario-script.ts';
import { fromTheBeginning, type Start, startFrom } from './start-from-history.ts';

/** Messages to begin with, and what they are called in findings. */
export interface GivenHistory {
  readonly value: unknown;
  readonly path: string;
}

export interface SimulateOptions
  extends Omit<RunOptions, 'model' | 'onSent'>,
    Pick<PlannerOptions, 'readGuidance' | 'logger' | 'memory'> {
  readonly fts: 'detect' | 'off';
  /** The model that replaces the scripts. */
  readonly live?: ModelClient | undefined;
  readonly callLive: CallLive;
  /** Made at the start, with the clock of the run: what answers a call before the results of the scenario do; null leaves it to them. */
  readonly answerFirst?:
    | ((clock: Pick<ScenarioClock, 'now' | 'advance'>) => (call: ToolCall) => ToolAnswer | null)
    | undefined;
  readonly openSkills: OpenRunSkills;
  /** Messages to begin with, instead of those of the scenario. */
  readonly history?: GivenHistory | undefined;
  /** Asked when a turn pauses and the scenario does not say how to go on; null ends the scenario there. */
  readonly onPause?: ((trace: Trace) => Promise<ResumedWith | null>) | undefined;
  /** Called at the end with what another run needs to be the same; not for a run that began in the middle of a turn. */
  readonly onRecording?: ((recording: Recording) => void) | undefined;
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
  const findings: Finding[] = [...unknownTools(loaded, scenario), ...memoryFindings(loaded, workspace)];
  const persona = findPersona(loaded.file.config, scenario.persona);
  const report = (finding: Finding) => findings.push(finding);
  const start = given ? beginning(given, { loaded, scenario, persona, report }) : fromTheBeginning;
  const clock = new ScenarioClock();
  const skills = await options.openSkills(loaded, { now: clock.now, signal: options.signal });
  try {
    findings.push(...(skills?.findings ?? []));
    const stage = { loaded, scenario, persona, skills, clock, start, options, report };
    const simulation = await playOn({ ...stage, tool_context: contextOf(workspace, scenario) });
    if (simulation.traces.length === 0) report(nothingLeft(given?.path ?? 'history'));
    return { ...simulation, findings: distinct(findings) };
  } finally {
    skills?.close();
  }
}

/** Everything that a scenario is played with. */
interface Stage {
  /** The workspace as the scenario wants it. */
  readonly loaded: LoadedWorkspace;
  readonly scenario: Scenario;
  readonly persona: Persona | null;
  readonly tool_context: ToolContext;
  readonly skills: OpenedRunSkills | null;
  readonly clock: ScenarioClock;
  readonly start: Start;
  readonly options: SimulateOptions;
  readonly report: (finding: Finding) => void;
}

async function playOn(stage: Stage): Promise<Omit<Simulation, 'findings'>> {
  const { loaded, scenario, start, options, report } = stage;
  const { config } = loaded.file;
  const count = countsOnce();
  const answers: LiveAnswer[] = [];
  const planner = await Planner.create({
    ...plannerOptions(stage, (answer) => answers.push(answer)),
    countTokens: count,
  });
  try {
    const { live, onPause, signal, onUpdate, onPrompt, onChunk } = options;
    const sent: SentStep[] = [];
    const allTools = promptOfAllTools(stage);
    const played = await playTurns(scenario, {
      planner,
      style: agentStyle(config),
      tool_context: stage.tool_context,
      start,
      live,
      run: { signal, onUpdate, onPrompt, onChunk, onSent: (step) => sent.push(step) },
      onPause,
      allTools: async (query) => count(await allTools(query)),
    });
    throwIfCancelled(signal);
    const traces = played.map(({ trace }) => trace);
    for (const finding of [...played.flatMap((turn) => turn.findings), ...unreadResults(traces)]) report(finding);
    if (!start.open) options.onRecording?.(recordingOf(played, { start, answers, history: options.history?.value }));
    const { steps, turns, tokens, cache } = runCosts(played, { sent, count, config });
    const { estimate, o200k } = tokens;
    const spent = { estimate: estimate.deferred, o200k: o200k.deferred };
    const expectations = checkExpectations(scenario.expect, { traces, tokens: spent });
    const last = traces.at(-1);
    return {
      reason: last?.reason ?? 'script_ended',
      answer: last?.answer ?? null,
      passed: expectations.every(({ passed }) => passed),
      expectations,
      steps,
      events: [...planner.initEvents, ...traces.flatMap(({ events }) => events)],
      tokens,
      traces,
      turns,
      cache,
    };
  } finally {
    await planner.close();
  }
}

function plannerOptions(
  { loaded, scenario, persona, skills, clock, options, report }: Stage,
  onAnswer: (answer: LiveAnswer) => void,
): Omit<PlannerOptions, 'countTokens'> {
  const { config } = loaded.file;
  const { fts, readGuidance, logger, memory } = options;
  const timeoutMs = config.planner.tool_timeout_ms;
  const callLive = noteLiveAnswers(options.callLive, { clock, timeoutMs, onAnswer });
  return {
    catalog: loaded.catalog.tools,
    config,
    ...(persona ? { visibility: personaVisibility(persona) } : {}),
    model: options.live ?? scriptedModel([]),
    bind: scenarioBindings(scenario, {
      ...{ clock, timeoutMs, callLive, onFinding: report },
      answerFirst: options.answerFirst?.(clock),
    }),
    // Turns are played one after another.
    concurrency: 'single_thread',
    skills: skills?.withConfig(config, { countUses: true }),
    now: clock.now,
    newId: countedIds('run'),
    delay: realDelay,
    fts,
    readGuidance,
    logger,
    memory,
  };
}

/** The system prompt of a query with every permitted tool in it. */
function promptOfAllTools({ loaded, persona, tool_context: context, skills, clock, options }: Stage) {
  const config = overriddenConfig(loaded.file.config, { tool_search: { enabled: false } }, 'tool_search.enabled');
  const everything = withConfig(loaded, config);
  return async (query: string): Promise<string> => {
    const blocks = await initialPrompt(everything, {
      persona,
      context,
      query,
      skills: skills?.withConfig(config, { countUses: false }) ?? null,
      fts: options.fts,
      now: clock.now,
    });
    return promptText(blocks);
  };
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
  // Tools that a history found count in history mode only.
  const stateless = { tool_search: { history: { enabled: true } } };
  const asked = hasHistory ? overriddenConfig(overridden, stateless, 'history') : overridden;
  return withConfig({ ...profiled, sources }, asked);
}

/** The start of a scenario that is given a history, which keeps only what this persona may use (R18.04). */
function beginning(
  { value, path }: GivenHistory,
  { loaded: { catalog, file }, scenario, persona, report }: Pick<Stage, 'loaded' | 'scenario' | 'persona' | 'report'>,
): Start {
  const names = catalogNames(catalog.tools);
  const { history, findings } = readHistoryValue(value, path, names);
  for (const finding of findings) report(finding);
  const allowed = allowedNames(catalog.tools, { policies: [file.config.policy], persona });
  const { gate } = permittedCatalog(catalog.tools, allowed, file.config.policy.denied_tools);
  const ours = file.config.skills.enabled ? skillsCatalog.map(({ name }) => name) : [];
  const permits = (name: string) => allowed.has(name) || ours.includes(name);
  const entries = permittedHistory(history.entries, { permits, gate: gate.text, whole: false, report });
  return startFrom(entries, turnsOf(scenario), file.config.tool_search.history.tool_name);
}
