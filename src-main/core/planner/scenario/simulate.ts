import type { Finding } from '#shared/domain/finding.ts';
import { promptText, type RenderedPrompt } from '#shared/domain/prompt-block.ts';
import { type Scenario, turnsOf } from '#shared/domain/scenario.ts';
import type { SimulatedStep, Simulation } from '#shared/domain/simulation.ts';
import { sourceSchema } from '#shared/domain/source.ts';
import { allowedNames, type Persona, type ToolContext } from '#shared/domain/tool-policy.ts';
import type { RunUpdate, Trace } from '#shared/domain/trace.ts';
import { PegboardError } from '#shared/errors.ts';
import type { TokenCount } from '#shared/tokens.ts';
import { throwIfCancelled } from '../../cancellation.ts';
import type { CapturedTool } from '../../catalog/captured-tools.ts';
import type { ReadGuidance } from '../../guidance/guidance-files.ts';
import { catalogNames } from '../../history/catalog-names.ts';
import { readHistoryValue } from '../../history/read-history.ts';
import { settleHistory } from '../../history/settle-history.ts';
import type { Logger } from '../../logger.ts';
import { countTextTokens } from '../../prompt/count-tokens.ts';
import { overriddenConfig, withConfig, withProfile } from '../../prompt/with-config.ts';
import { closestTo } from '../../workspace/closest-name.ts';
import type { LoadedWorkspace } from '../../workspace/load-workspace.ts';
import { findPersona } from '../find-persona.ts';
import { initialPrompt } from '../initial-prompt.ts';
import type { ModelClient, ModelMessage } from '../model-client.ts';
import { Planner } from '../planner.ts';
import { realDelay } from '../run-tool.ts';
import { personaVisibility } from '../visibility.ts';
import { compareSteps, totals } from './compare-tokens.ts';
import { checkExpectations } from './expectations.ts';
import { countedIds, ScenarioClock } from './scenario-clock.ts';
import { type CallLive, scenarioBindings } from './scenario-results.ts';
import { scriptedModel } from './scenario-script.ts';
import { continuing, fastForward, fromTheBeginning, messagesOf, type Start, startFrom } from './start-from-history.ts';

/** Messages to begin with, and what they are called in findings. */
export interface GivenHistory {
  readonly value: unknown;
  readonly path: string;
}

export interface SimulateOptions {
  /** The model that plays in place of the scripts. */
  readonly live?: ModelClient | undefined;
  readonly callLive: CallLive;
  /** Messages to begin with, in place of those of the scenario. */
  readonly history?: GivenHistory | undefined;
  readonly fts: 'detect' | 'off';
  readonly readGuidance?: ReadGuidance | undefined;
  readonly logger: Logger;
  readonly signal?: AbortSignal | undefined;
  readonly onUpdate?: ((update: RunUpdate) => void) | undefined;
  readonly onPrompt?: ((prompt: RenderedPrompt) => void) | undefined;
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
  const tool_context: ToolContext = { ...persona?.tool_context, ...scenario.tool_context };
  const findings: Finding[] = unknownTools(loaded, scenario);
  const start = given
    ? beginning(given, loaded, scenario, persona, (finding) => findings.push(finding))
    : fromTheBeginning;
  const clock = new ScenarioClock();
  const count = counter();
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
    now: clock.now,
    newId: countedIds('run'),
    delay: realDelay,
    countTokens: count,
    fts: options.fts,
    readGuidance: options.readGuidance,
    logger: options.logger,
  });
  try {
    const stateless = config.tool_search.enabled && config.tool_search.history.enabled;
    const played = await playTurns(planner, scenario, { ...options, tool_context, start, stateless });
    throwIfCancelled(options.signal);
    const traces = played.map(({ trace }) => trace);
    findings.push(...played.flatMap((turn) => turn.findings));
    if (traces.length === 0) findings.push(nothingLeft(given?.path ?? 'history'));
    const steps: SimulatedStep[] = [];
    for (const { trace, turn, said } of played) {
      const everything = withConfig(
        loaded,
        overriddenConfig(config, { tool_search: { enabled: false } }, 'tool_search.enabled'),
      );
      const blocks = await initialPrompt(everything, { persona, query: trace.query, fts: options.fts, now: clock.now });
      steps.push(...compareSteps(trace, { turn, said, allTools: count(promptText(blocks)), count }));
    }
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
  }
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
  const entries = settleHistory(history.entries, { permits: (name) => allowed.has(name), whole: false, report });
  return startFrom(entries, turnsOf(scenario), file.config.tool_search.history.tool_name);
}

/** One turn as it was played. */
interface PlayedTurn {
  readonly trace: Trace;
  /** Its number in the scenario, from 1. */
  readonly turn: number;
  /** What was said before its first step, searches included where they are kept. */
  readonly said: readonly ModelMessage[];
  readonly findings: readonly Finding[];
}

/**
 * Plays each turn on what the turns before it said. A turn that does not end with an answer or a pause ends the scenario. In history
 * mode later turns read everything that was said, since what was found stands nowhere else.
 */
async function playTurns(
  planner: Planner,
  scenario: Scenario,
  options: SimulateOptions & {
    readonly tool_context: ToolContext;
    readonly start: Start;
    readonly stateless: boolean;
  },
): Promise<PlayedTurn[]> {
  const { live, signal, onUpdate, onPrompt, tool_context, start, stateless } = options;
  const played: PlayedTurn[] = [];
  const history: ModelMessage[] = [...start.before];
  // What a run has told so far: resumed, it tells that again.
  let before: Trace | null = null;
  const first = start.played - (start.open ? 1 : 0);
  for (const [i, { query, resume, script }] of turnsOf(scenario).entries()) {
    if (i < first) continue;
    const open = i === first ? start.open : null;
    const model = live ?? scriptedModel(script);
    const asked: ModelMessage = { role: 'user', content: query ?? '' };
    const findings = open && !live ? await fastForward(model, [...history, asked], open) : [];
    const how = { model: open ? continuing(model, open) : model, signal, onUpdate, onPrompt };
    const said = open?.said ?? [];
    let trace: Trace;
    if (query === undefined) {
      if (!before?.resume_token) throw notPaused();
      trace = await planner.resume(before.resume_token, { ...how, input: resume });
      played.push({ trace: withoutBeginning(trace, before), turn: i + 1, said: history, findings });
    } else {
      trace = await planner.run({ ...how, query, tool_context, history: [...history], said });
      played.push({ trace, turn: i + 1, said: [...history, ...said], findings });
    }
    if (stateless) {
      if (trace.reason === 'answer') history.push(...messagesOf(trace, said));
    } else if (trace.answer !== null) {
      history.push({ role: 'user', content: trace.query }, { role: 'assistant', content: trace.answer });
    }
    if (trace.reason !== 'answer' && trace.reason !== 'paused') break;
    before = trace;
  }
  return played;
}

function nothingLeft(path: string): Finding {
  return {
    code: 'history_has_every_turn',
    severity: 'warning',
    message: 'The history has every turn of the scenario already, so nothing was played.',
    path,
  };
}

/** Only what came after the pause: the turns before have told the rest. */
function withoutBeginning(trace: Trace, before: Trace): Trace {
  return { ...trace, steps: trace.steps.slice(before.steps.length), events: trace.events.slice(before.events.length) };
}

function notPaused(): PegboardError {
  return new PegboardError('scenario_invalid', 'A turn resumes, and the turn before it did not pause.', {
    hint: 'Give the result of a tool `pause`, and call that tool in the turn before.',
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
    .filter(({ name }) => !name.includes('*') && !catalog.byName.has(name) && !/^tool_(search|get)$/.test(name))
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
