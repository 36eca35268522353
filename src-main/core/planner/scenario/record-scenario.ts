import { Document, isAlias, visit } from 'yaml';
import { type Scenario, type ScenarioTurn, type ToolResult, turnsOf } from '#shared/domain/scenario.ts';
import { parseYaml } from '#shared/text/parse-yaml.ts';
import { equalJson } from '../../json/equal-json.ts';
import type { LiveAnswer } from './live-answers.ts';
import type { PlayedTurn } from './play-turns.ts';
import { rowFits, rowsOf } from './scenario-results.ts';
import { scriptReply } from './scenario-script.ts';
import type { Start } from './start-from-history.ts';

/** The record of a run, as far as another run needs it to be the same. */
export interface Recording {
  /** Turns of the scenario that were not played, since a history had them. */
  readonly skipped: number;
  /** The turns that were played: their inputs, and the replies of the model as it wrote them. */
  readonly turns: readonly { readonly asked: ScenarioTurn; readonly replies: readonly string[] }[];
  /** What the tools at real servers answered, in the order of the calls. */
  readonly answers: readonly LiveAnswer[];
  /** Messages that it began with, where they are not the scenario's own. */
  readonly history: unknown;
}

/** The record of a run, by its turns; `answers` are those of real tools, `history` the messages that it was given. */
export function recordingOf(
  played: readonly PlayedTurn[],
  { start, answers, history }: { readonly start: Start } & Pick<Recording, 'answers' | 'history'>,
): Recording {
  const turns = played.map(({ asked, trace }) => ({ asked, replies: trace.steps.map(({ reply }) => reply) }));
  return { skipped: start.played, turns, answers, history };
}

/**
 * The text of a scenario that repeats a recorded run without a model and without servers: its replies are the script, and what
 * real tools answered is under `results`. Everything else, also comments, is unchanged from the scenario that was run.
 */
export function recordedText(text: string, scenario: Scenario, recording: Recording): string {
  const parsed = parseYaml(text);
  // The scenario was read from this text.
  const document = copyWithoutAliases(parsed.ok ? parsed.document : new Document(scenario));
  const [only, ...more] = [...turnsOf(scenario).slice(0, recording.skipped), ...recording.turns.map(recordedTurn)];
  if (scenario.turns === undefined && only && more.length === 0) {
    document.set('query', only.query);
    document.set('script', document.createNode(only.script));
  } else {
    for (const key of ['query', 'script']) document.delete(key);
    document.set('turns', document.createNode([only, ...more]));
  }
  const results = recordedResults(scenario, recording.answers);
  if (Object.keys(results).length > 0) document.set('results', document.createNode(results));
  document.delete('live_tools');
  if (scenario.profile !== undefined) document.set('profile', scenario.profile);
  if (recording.history !== undefined) document.set('history', document.createNode(recording.history));
  return document.toString({ lineWidth: 120 });
}

function recordedTurn({ asked, replies }: Recording['turns'][number]): ScenarioTurn {
  return { ...asked, script: replies.map(scriptReply) };
}

/** A document of its own to change. An alias may stand for what is replaced, so it is written out. */
function copyWithoutAliases(document: Document): Document {
  let has = false;
  visit(document, (_key, node) => {
    has ||= isAlias(node);
  });
  return has ? new Document(document.toJS({ maxAliasCount: 100 })) : document.clone();
}

/** The results of a scenario, and after them what the real tools answered. */
function recordedResults(scenario: Scenario, answers: readonly LiveAnswer[]): Scenario['results'] {
  const results: Record<string, ToolResult[]> = { ...scenario.results };
  const tools = [...new Set(answers.map(({ tool }) => tool))];
  for (const tool of tools) {
    const rows = answers.filter((answer) => answer.tool === tool).map(recordedRow);
    results[tool] = [...rowsOf(tool, scenario), ...shortest(rows)];
  }
  return results;
}

function recordedRow({ args, answer }: LiveAnswer): ToolResult {
  const when = { when: args };
  switch (answer.kind) {
    case 'result':
      return { ...when, value: answer.value ?? null, latency_ms: 0 };
    case 'error':
    case 'missing':
      return { ...when, error: answer.message, latency_ms: 0 };
    case 'pause':
      return { ...when, pause: answer.reason, latency_ms: 0 };
    case 'timeout':
      return { ...when, value: null, latency_ms: longestLatencyMs };
  }
}

/** Longer than any tool may take. */
const longestLatencyMs = 3_600_000;

/** The rows in the order of their calls, each for one call; or, where the arguments alone tell them apart, each once and for good. */
function shortest(rows: readonly ToolResult[]): ToolResult[] {
  const distinct = rows.filter((row, i) => rows.findIndex((other) => equalJson(other, row)) === i);
  const isClear = rows.every((row) =>
    equalJson(
      distinct.find((one) => rowFits(one, row.when ?? {})),
      row,
    ),
  );
  return isClear ? distinct : rows.map((row) => ({ ...row, times: 1 }));
}
