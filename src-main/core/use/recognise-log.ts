import { type UseOrigin, useOriginSchema } from '#shared/domain/use.ts';
import { PegboardError } from '#shared/errors.ts';
import { throwIfCancelled } from '../cancellation.ts';
import { LogFile, logFilesAt } from '../files/log-file.ts';
import { asObject } from './readers/values.ts';

/** Lines that are looked at. */
const mostLines = 50;

/** What tells the logs apart: a field that only this log has. */
const marks: readonly (readonly [UseOrigin, (line: Readonly<Record<string, unknown>>) => boolean])[] = [
  ['claude-code', (line) => typeof line.sessionId === 'string' && typeof line.type === 'string'],
  ['codex', (line) => typeof line.type === 'string' && asObject(line.payload) !== null],
  ['otlp', (line) => Array.isArray(line.resourceSpans)],
  ['trace', (line) => line.schema === 'pegboard.trace/1' || Array.isArray(line.traces)],
  ['jsonl', (line) => 'time' in line && 'session' in line],
];

/** The logs at a path by their kind, and the files that are no log. */
export interface RecognisedLogs {
  readonly logs: ReadonlyMap<UseOrigin, readonly string[]>;
  readonly others: readonly string[];
}

/** The kind of the log at a path, or of each log in a folder; by its first lines. Errors: `cancelled`, `file_not_found`, `invalid_input`. */
export async function recogniseLogs(path: string, signal?: AbortSignal): Promise<RecognisedLogs> {
  const files = await logFilesAt(path, /\.(json|jsonl|ndjson)$/i, signal);
  if (files.length === 0) {
    throw new PegboardError('file_not_found', `There is no log at ${path}.`, {
      hint: `Name an origin (${useOriginSchema.options.join(', ')}), a log, or a folder of logs that end in .json, .jsonl or .ndjson.`,
      data: { path },
    });
  }
  // The settings of a gateway server name the database that has its log.
  if (/\.ya?ml$/i.test(path)) return { logs: new Map([['gateway', [path]]]), others: [] };
  const logs = new Map<UseOrigin, string[]>();
  const others: string[] = [];
  for (const file of files) {
    throwIfCancelled(signal);
    const origin = file.size === 0 ? null : await originOf(file.path, file.size);
    if (origin === null) others.push(file.path);
    else if (logs.has(origin)) logs.get(origin)?.push(file.path);
    else logs.set(origin, [file.path]);
  }
  if (logs.size > 0) return { logs, others };
  throw new PegboardError('invalid_input', `${path} is not a log that Pegboard can read.`, {
    hint: 'Transcripts of Claude Code, sessions of Codex, OTLP/JSON, traces, or lines of {"time", "session", "tool"}.',
    data: { path },
  });
}

/** Bytes of the largest document that is looked at as a whole. */
const largestDocument = 32 * 1024 * 1024;

async function originOf(path: string, size: number): Promise<UseOrigin | null> {
  const log = await LogFile.open(path, { mayLink: true });
  const texts: string[] = [];
  try {
    for await (const lines of log.lines(0)) {
      for (const { text } of lines) {
        const origin = originOfText(text);
        if (origin) return origin;
        texts.push(text ?? '');
      }
      if (texts.length > mostLines && size > largestDocument) break;
    }
  } finally {
    await log.close();
  }
  return size > largestDocument ? null : originOfText(texts.join('\n'));
}

function originOfText(text: string | null): UseOrigin | null {
  try {
    const line = asObject(JSON.parse((text ?? '').replace(/^\ufeff/, '')));
    return (line && marks.find(([, has]) => has(line))?.[0]) ?? null;
  } catch {
    return null;
  }
}
