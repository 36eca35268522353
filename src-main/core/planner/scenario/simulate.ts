import { reservedToolNames } from '#shared/domain/builtin-tools.ts';
import type { Finding } from '#shared/domain/finding.ts';
import { promptText, type RenderedPrompt } from '#shared/domain/prompt-block.ts';
import { type Scenario, type ScenarioTurn, turnsOf } from '#shared/domain/scenario.ts';
import type { Simulation } from '#shared/domain/simulation.ts';
import { sourceSchema } from '#shared/domain/source.ts';
import type { ToolContext } from '#shared/domain/tool-policy.ts';
import type { RunUpdate, Trace, TraceStep } from '#shared/domain/trace.ts';
import { PegboardError } from '#shared/errors.ts';
import type { TokenCount } from '#shared/tokens.ts';
import { throwIfCancelled } from '../../cancellation.ts';
import type { CapturedTool } from '../../catalog/captured-tools.ts';
import type { Logger } from '../../logger.ts';
import { countTextTokens } from '../../prompt/count-tokens.ts';
import { overriddenConfig, withConfig, withProfile } from '../../prompt/with-config.ts';
import { closestTo } from '../../workspace/closest-name.ts';
import type { LoadedWorkspace } from '../../workspace/load-workspace.ts';
import { findPersona } from '../find-persona.ts';
import { initialPrompt } from '../initial-prompt.ts';
import type { ModelClient, ModelMessage } from '../model-client.ts';
import type { OpenRunSkills } from '../open-run-skills.ts';
import { Planner } from '../planner.ts';
import type { ResumedWith } from '../run-environment.ts';
import { realDelay } from '../run-tool.ts';
import { personaVisibility } from '../visibility.ts';
import { compareSteps, totals } from './compare-tokens.ts';
import { checkExpectations } from './expectations.ts';
import { countedIds, ScenarioClock } from './scenario-clock.ts';
import { type CallLive, scenarioBindings } from './scenario-results.ts';
import { scriptedModel } from './scenario-script.ts';

export interface SimulateOptions {
  /** The model that plays in place of the scripts. */
  readonly live?: ModelClient | undefined;
  readonly callLive: CallLive;
  readonly openSkills: OpenRunSkills;
  readonly fts: 'detect' | 'off';
  readonly logger: Logger;
  readonly signal?: AbortSignal | undefined;
  readonly onUpdate?: ((update: RunUpdate) => void) | undefined;
  readonly onPrompt?: ((prompt: RenderedPrompt) => void) | undefined;
  readonly onChunk?: ((text: string) => void) | undefined;
  /** Asked when a turn pauses and the scenario does not say how to go on; null ends the scenario there. */
  readonly onPause?: ((trace: Trace) => Promise<ResumedWith | null>) | undefined;
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
  const loaded = scenarioWorkspace(workspace, scenario);
  const { config } = loaded.file;
  const persona = findPersona(config, scenario.persona);
  const tool_context: ToolContext = { ...persona?.tool_context, ...scenario.tool_context };
  const findings: Finding[] = unknownTools(loaded, scenario);
  const clock = new ScenarioClock();
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
      timeoutMs: config.planner.tool_timeout_ms,
      callLive: options.callLive,
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
    logger: options.logger,
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
    const played = await playTurns(planner, scenario, { ...options, tool_context, allTools });
    throwIfCancelled(options.signal);
    const steps = played.flatMap(({ trace, before, allTools: tokens }, i) =>
      compareSteps(trace, { turn: i + 1, allTools: tokens, before, count }),
    );
    const traces = played.map(({ trace }) => trace);
    const tokens = totals(steps);
    const spent = { estimate: tokens.estimate.deferred, o200k: tokens.o200k.deferred };
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
      findings: distinct(findings),
    };
  } finally {
    await planner.close();
    skills?.close();
  }
}

/** The workspace as the scenario wants it: its profile, then its own settings, and with its tools. */
function scenarioWorkspace(workspace: LoadedWorkspace, { profile, config, tools }: Scenario): LoadedWorkspace {
  const profiled = profile === undefined ? workspace : withProfile(workspace, profile);
  const source = sourceSchema.parse({ name: 'scenario', path: 'scenario', format: 'tools_jsonl' });
  const sources =
    tools.length === 0 ? profiled.sources : [...profiled.sources, { source, tools: tools as CapturedTool[] }];
  const overridden = overriddenConfig(profiled.file.config, config ?? {}, 'config');
  return withConfig({ ...profiled, sources }, overridden);
}

interface PlayOptions extends SimulateOptions {
  readonly tool_context: ToolContext;
  /** What the system prompt of a query costs with every permitted tool in it. */
  readonly allTools: (query: string) => Promise<TokenCount>;
}

interface PlayedTurn {
  readonly trace: Trace;
  /** Steps of the same run in the turns before. */
  readonly before: readonly TraceStep[];
  readonly allTools: TokenCount;
}

/** Plays each turn on what the turns before it said. A turn that does not end with an answer or a pause ends the scenario. */
async function playTurns(planner: Planner, scenario: Scenario, options: PlayOptions): Promise<PlayedTurn[]> {
  const { live, signal, onUpdate, onPrompt, onChunk, tool_context, allTools } = options;
  const played: PlayedTurn[] = [];
  const history: ModelMessage[] = [];
  // What a run has told so far: resumed, it tells that again.
  let before: Trace | null = null;
  let script = scriptedModel([]);
  const turns = [...turnsOf(scenario)];
  for (let turn = turns.shift(); turn !== undefined; turn = turns.shift() ?? (await nextTurn(before, options))) {
    if (turn.query !== undefined || turn.script.length > 0) script = scriptedModel(turn.script);
    const how = { model: live ?? script, signal, onUpdate, onPrompt, onChunk };
    // Before the turn, whose uses of skills may change the directory of the next.
    const everything = await allTools(turn.query ?? before?.query ?? '');
    let trace: Trace;
    if (turn.query === undefined) {
      if (!before?.resume_token) throw notPaused();
      const given = turn.approve === undefined ? { input: turn.resume } : { approved: turn.approve };
      trace = await planner.resume(before.resume_token, { ...how, ...given });
      played.push({ trace: withoutBeginning(trace, before), before: before.steps, allTools: everything });
    } else {
      trace = await planner.run({ ...how, query: turn.query, tool_context, history: [...history] });
      played.push({ trace, before: [], allTools: everything });
    }
    if (trace.answer !== null) {
      history.push({ role: 'user', content: trace.query }, { role: 'assistant', content: trace.answer });
    }
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
      return {
        code: 'scenario_unknown_tool',
        severity: 'warning',
        message: `The workspace has no tool "${name}".`,
        path,
        hint: near === undefined ? 'pegboard tools lists them.' : `Did you mean "${near}"?`,
      };
    });
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
