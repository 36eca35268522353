import { eventOfCall } from './call-event.ts';
import { BrokenLine, type LineReader, type LoggedEvent } from './use-reader.ts';
import { asList, asObject, asText } from './values.ts';

type Fields = Readonly<Record<string, unknown>>;

/** Spans of OpenTelemetry as OTLP/JSON, one export for each line or one for a file: those that execute a tool (`gen_ai.operation.name: execute_tool`). */
export const otlpReader: LineReader = {
  form: 'lines',
  places: () => [],
  fileName: /\.(json|jsonl|ndjson)$/i,
  mayBeDocument: true,
  begin:
    ({ serverName }) =>
    (value) => {
      const given = asObject(value);
      if (!Array.isArray(given?.resourceSpans)) throw new BrokenLine('An export of spans has resourceSpans.');
      const events: LoggedEvent[] = [];
      for (const one of asList(given.resourceSpans).map(asObject)) {
        const client = attributesOf(asObject(one?.resource)?.attributes).get('service.name') ?? null;
        for (const scope of asList(one?.scopeSpans).map(asObject)) {
          for (const span of asList(scope?.spans).map(asObject)) {
            if (span) events.push(...eventOf(span, client, serverName));
          }
        }
      }
      return { events, outcomes: [] };
    },
};

function eventOf(span: Fields, client: string | null, serverName: string): LoggedEvent[] {
  const attributes = attributesOf(span.attributes);
  const tool = attributes.get('gen_ai.tool.name');
  // What a server says of a call, its client says too.
  const isServer = span.kind === 2 || span.kind === 'SPAN_KIND_SERVER';
  if (attributes.get('gen_ai.operation.name') !== 'execute_tool' || tool === undefined || isServer) return [];
  const [start, end] = [nanoseconds(span.startTimeUnixNano), nanoseconds(span.endTimeUnixNano)];
  const trace = asText(span.traceId) ?? '';
  if (start === null) throw new BrokenLine('A span has startTimeUnixNano.');
  const code = asObject(span.status)?.code;
  const failed = code === 2 || code === 'STATUS_CODE_ERROR' || attributes.has('error.type');
  return [
    {
      ...eventOfCall(tool, argumentsOf(attributes.get('gen_ai.tool.call.arguments')), serverName),
      ...{ id: `${trace} ${asText(span.spanId) ?? ''}`, client, persona: null, tokens: null },
      session: attributes.get('gen_ai.conversation.id') ?? attributes.get('session.id') ?? trace,
      at: Number(start / 1_000_000n),
      ok: !failed,
      ms: end !== null && end >= start ? Number(end - start) / 1e6 : null,
    },
  ];
}

function attributesOf(given: unknown): ReadonlyMap<string, string> {
  const attributes = new Map<string, string>();
  for (const one of asList(given).map(asObject)) {
    const text = asObject(one?.value)?.stringValue;
    if (typeof one?.key === 'string' && typeof text === 'string') attributes.set(one.key, text);
  }
  return attributes;
}

/** A time as OTLP/JSON writes it: a number in a text, or a number. */
function nanoseconds(value: unknown): bigint | null {
  const text = typeof value === 'number' && Number.isFinite(value) ? Math.trunc(value).toFixed(0) : value;
  return typeof text === 'string' && /^\d{1,20}$/.test(text) ? BigInt(text) : null;
}

function argumentsOf(text: string | undefined): unknown {
  try {
    return text === undefined ? null : JSON.parse(text);
  } catch {
    return null;
  }
}
