import { reservedToolNames } from '#shared/domain/builtin-tools.ts';
import { type Trace, type TraceStep, traceSchema } from '#shared/domain/trace.ts';
import { BrokenLine, type LineReader, type LoggedEvent } from './use-reader.ts';
import { asList, asObject, asText } from './values.ts';

/**
 * Traces of our own planner: `pegboard.trace/1`, and the traces in what `pegboard simulate` prints. The steps of a trace have no times,
 * so a step has the time of the last event before it.
 */
export const traceReader: LineReader = {
  form: 'lines',
  places: () => [],
  fileName: /\.(json|jsonl|ndjson)$/i,
  mayBeDocument: true,
  begin: () => (value) => {
    const given = asObject(value);
    const traces = given?.schema === 'pegboard.trace/1' ? [given] : asList(given?.traces);
    const read = traces.map((trace) => traceSchema.safeParse(trace));
    if (read.length === 0 || read.some(({ success }) => !success)) throw new BrokenLine('It is not a trace.');
    return { events: read.flatMap(({ data }) => (data ? eventsOf(data) : [])), outcomes: [] };
  },
};

function eventsOf({ run_id, steps, events, tool_context }: Trace): LoggedEvent[] {
  let at = events[0]?.ts;
  if (at === undefined) throw new BrokenLine('A trace without events has no time.');
  const session = `${run_id} ${at}`;
  const waiting = events.filter(({ event_type }) => event_type === 'tool_search_query' || event_type === 'tool_get');
  // A trace does not name its persona; whoever has a context is not everybody.
  const persona = Object.values(tool_context).join(' ') || null;
  const found: LoggedEvent[] = [];
  for (const step of steps) {
    const type = step.action?.next_node === 'tool_get' ? 'tool_get' : 'tool_search_query';
    const isOwn = step.action?.next_node === 'tool_get' || step.action?.next_node === 'tool_search';
    if (isOwn && waiting[0]?.event_type === type) at = waiting.shift()?.ts ?? at;
    const what = whatOf(step);
    if (!what) continue;
    const id = `${run_id} ${step.index}`;
    found.push({ ...what, id, session, at, client: 'pegboard', persona, ms: null, tokens: null });
  }
  return found;
}

function whatOf({
  action,
  tool,
  outcome,
  observation,
}: TraceStep): Pick<LoggedEvent, 'kind' | 'said' | 'skill' | 'query' | 'found' | 'ok'> | null {
  if (
    !action ||
    outcome === 'final' ||
    outcome === 'invalid_reply' ||
    outcome === 'paused' ||
    outcome === 'awaits_approval'
  )
    return null;
  const what = { said: null, skill: null, query: null, found: null, ok: outcome === 'result' };
  const { next_node: node, args } = action;
  if (node === 'tool_search')
    return { ...what, kind: 'search', query: asText(args.query), found: foundIn(observation) };
  if (node === 'tool_get')
    return { ...what, kind: 'get', found: asList(args.names).flatMap((name) => asText(name) ?? []) };
  if (node === 'skill_get') return { ...what, kind: 'skill', skill: asText(args.name) };
  if (reservedToolNames.has(node)) return null;
  return { ...what, kind: 'call', said: tool ?? node };
}

/** The names in the answer of a search; null where it was cut. */
function foundIn(observation: string | null): string[] | null {
  try {
    const value = asObject(JSON.parse(observation ?? ''));
    const tools = (asObject(value?.result) ?? value)?.tools;
    return Array.isArray(tools) ? asList(tools).flatMap((tool) => asText(asObject(tool)?.name) ?? []) : null;
  } catch {
    return null;
  }
}
