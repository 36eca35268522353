import { estimateTokens } from '#shared/tokens.ts';
import { inHome, pathsOf } from '../../client-configs/machine-folders.ts';
import { eventOfCall } from './call-event.ts';
import { BrokenLine, type LineReader, type Logged, type LoggedEvent, type LoggedOutcome } from './use-reader.ts';
import { asAmount, asList, asObject, asText, asTime } from './values.ts';

type Fields = Readonly<Record<string, unknown>>;

/** Sessions of Codex: `rollout-*.jsonl` below `sessions/`, each line with a time, a type and its payload. A file is a session. */
export const codexReader: LineReader = {
  form: 'lines',
  places: ({ machine }) => {
    if (!machine) return [];
    const folder = machine.env.CODEX_HOME || inHome(machine, '.codex');
    return [pathsOf(machine).join(folder, 'sessions')];
  },
  fileName: /^rollout-.*\.jsonl$/,
  begin:
    ({ serverName }) =>
    (value) => {
      const line = asObject(value);
      if (!line) throw new BrokenLine('A line is an object.');
      const payload = asObject(line.payload);
      if (!payload || (line.type !== 'response_item' && line.type !== 'event_msg')) return nothing;
      const read = readers.get(String(payload.type));
      const id = asText(payload.call_id);
      if (!read || id === null) return nothing;
      const at = asTime(line.timestamp);
      if (at === null) throw new BrokenLine('A line with a tool has a timestamp.');
      return read(payload, { id, at, serverName });
    },
};

const nothing: Logged = { events: [], outcomes: [] };

interface Place {
  readonly id: string;
  readonly at: number;
  readonly serverName: string;
}

const readers: ReadonlyMap<string, (payload: Fields, place: Place) => Logged> = new Map([
  ['function_call', (payload: Fields, place: Place) => called(callName(payload), jsonOf(payload.arguments), place)],
  ['custom_tool_call', (payload: Fields, place: Place) => called(callName(payload), null, place)],
  ['tool_search_call', (payload: Fields, place: Place) => called('tool_search', jsonOf(payload.arguments), place)],
  ['function_call_output', answered],
  ['custom_tool_call_output', answered],
  ['tool_search_output', answered],
  ['mcp_tool_call_end', mcpEnded],
]);

function called(name: string | null, input: unknown, { id, at, serverName }: Place): Logged {
  if (name === null) return nothing;
  const unknown = { ok: null, ms: null, tokens: null, persona: null };
  const event: LoggedEvent = { ...eventOfCall(name, input, serverName), ...unknown, id, at, client: 'codex' };
  return { events: [event], outcomes: [] };
}

function answered({ output, tools }: Fields, { id, at }: Place): Logged {
  const parsed = asObject(jsonOf(output));
  const text = asText(output) ?? asText(asObject(output)?.content) ?? '';
  const success = asObject(output)?.success ?? parsed?.success;
  const outcome: LoggedOutcome = {
    ...{ id, at, ms: null, tokens: estimateTokens(text) },
    ok: typeof success === 'boolean' ? success : null,
    found: Array.isArray(tools) ? asList(tools).flatMap((tool) => foundNames(asObject(tool))) : null,
  };
  return { events: [], outcomes: [outcome] };
}

/** A server's call ended: the only line that says whether it failed, and how long it took. */
function mcpEnded(payload: Fields, place: Place): Logged {
  const { id, at, serverName } = place;
  const invocation = asObject(payload.invocation);
  const result = asObject(payload.result);
  const [server, tool] = [asText(invocation?.server), asText(invocation?.tool)];
  const ms = durationOf(payload);
  const done = asObject(result?.Ok);
  const isKnown = done !== null || result?.Err !== undefined;
  const ok = isKnown ? done !== null && done.isError !== true && done.is_error !== true : null;
  const outcome: LoggedOutcome = { id, at, ok, ms, tokens: null, found: null };
  if (server === null || tool === null) return { events: [], outcomes: [outcome] };
  // Some versions write no line for the call itself.
  const begun = { id, at: at - (ms ?? 0), serverName };
  return { events: called(`mcp__${server}__${tool}`, invocation?.arguments, begun).events, outcomes: [outcome] };
}

function durationOf({ duration, duration_ms }: Fields): number | null {
  const parts = asObject(duration);
  if (!parts) return asAmount(duration_ms);
  return (asAmount(parts.secs) ?? 0) * 1000 + (asAmount(parts.nanos) ?? 0) / 1e6;
}

/** A tool of a server has its server as namespace, or in its name. */
function callName({ name, namespace }: Fields): string | null {
  const [text, before] = [asText(name), asText(namespace)];
  return text === null || before === null ? text : joinedName(before, text);
}

function joinedName(before: string, name: string): string {
  return before.endsWith('__') ? `${before}${name}` : `${before}__${name}`;
}

function foundNames(tool: Fields | null): string[] {
  const name = asText(tool?.name);
  if (name === null) return [];
  if (!Array.isArray(tool?.tools)) return [name];
  return asList(tool.tools)
    .flatMap((inner) => asText(asObject(inner)?.name) ?? [])
    .map((inner) => joinedName(name, inner));
}

function jsonOf(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  try {
    return JSON.parse(value);
  } catch {
    return null;
  }
}
