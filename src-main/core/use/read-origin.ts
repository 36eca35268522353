import { createHash } from 'node:crypto';
import type { UseOrigin } from '#shared/domain/use.ts';
import type { UseReadResult } from '#shared/domain/use-report.ts';
import { isPegboardError } from '#shared/errors.ts';
import { throwIfCancelled } from '../cancellation.ts';
import { LogFile, type LogFileLook, type LogLine, logFilesAt, longestLogLine } from '../files/log-file.ts';
import type { EventKeeper, KeptEvent, KeptOutcome } from './bounded-event.ts';
import {
  BrokenLine,
  type DatabaseReader,
  type LineReader,
  type Logged,
  type ReadValue,
  type UseReadContext,
} from './readers/use-reader.ts';
import { useReaders } from './readers/use-readers.ts';
import type { FileState, UseStore } from './use-store.ts';

export interface OriginReadOptions {
  readonly store: UseStore;
  readonly keeper: EventKeeper;
  readonly context: UseReadContext;
  /** Full paths in place of those where the client keeps its logs. */
  readonly paths: readonly string[] | undefined;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: (progress: { files: number; of: number; bytes: number; bytes_of: number }) => void;
}

type Sums = { -readonly [Key in keyof UseReadResult]: UseReadResult[Key] };

const noOthers = { other_logs: 0, other_lines: 0 };

/** Where an origin is read. */
export async function placesOf(
  origin: UseOrigin,
  context: UseReadContext,
  paths: readonly string[] | undefined,
): Promise<readonly string[]> {
  return paths ?? (await useReaders[origin].places(context));
}

/** The files of an origin that are there. Error: `cancelled`. */
export async function filesOf(
  origin: UseOrigin,
  places: readonly string[],
  signal?: AbortSignal,
): Promise<LogFileLook[]> {
  const reader = useReaders[origin];
  const name = reader.form === 'lines' ? reader.fileName : /\.db$/;
  const found = await Promise.all(places.map((place) => logFilesAt(place, name, signal)));
  return [...new Map(found.flat().map((file) => [file.path, file])).values()];
}

/** How the store calls a log. */
export function fileKey(origin: UseOrigin, path: string): string {
  return createHash('sha256')
    .update(JSON.stringify([origin, path]))
    .digest('hex')
    .slice(0, 32);
}

/**
 * Reads what is new in the logs of an origin. A log that cannot be read is reported, and the others are read. Errors: `cancelled`,
 * `database_busy`, `disk_full`.
 */
export async function readOrigin(origin: UseOrigin, options: OriginReadOptions): Promise<UseReadResult> {
  const { context, paths, signal, onProgress } = options;
  const result: Sums = {
    origin,
    files: 0,
    lines: 0,
    broken: 0,
    ahead: 0,
    first_broken: null,
    added: 0,
    ...noOthers,
    problem: null,
  };
  const reader = useReaders[origin];
  const files = await filesOf(origin, await placesOf(origin, context, paths), signal);
  const progress = { files: 0, of: files.length, bytes: 0, bytes_of: files.reduce((sum, { size }) => sum + size, 0) };
  const given = new Set(paths);
  for (const file of files) {
    throwIfCancelled(signal);
    const before = progress.bytes;
    const told = (bytes: number) => onProgress?.({ ...progress, bytes: before + Math.min(bytes, file.size) });
    told(0);
    try {
      if (reader.form === 'database') await readDatabase(reader, file, { ...options, origin, result });
      else await readLines(reader, file, { ...options, origin, result, told, mayLink: given.has(file.path) });
    } catch (error) {
      if (
        !isPegboardError(error) ||
        !['file_not_found', 'not_a_file', 'file_unreadable', 'folder_read_only'].includes(error.code)
      )
        throw error;
      result.problem ??= error.message;
    }
    result.files += 1;
    progress.files += 1;
    progress.bytes += file.size;
  }
  onProgress?.(progress);
  return { ...result, ...othersOf(origin, files, options) };
}

/** The logs of an origin whose events are kept, though this read was not of them. */
function othersOf(origin: UseOrigin, files: readonly LogFileLook[], { store }: OriginReadOptions): typeof noOthers {
  const read = new Set(files.map(({ path }) => fileKey(origin, path)));
  const others = store.files(origin).filter(({ key, lines }) => lines > 0 && !read.has(key));
  return { other_logs: others.length, other_lines: others.reduce((sum, { lines }) => sum + lines, 0) };
}

interface FileRead extends OriginReadOptions {
  readonly origin: UseOrigin;
  readonly result: Sums;
}

async function readDatabase(reader: DatabaseReader, file: LogFileLook, options: FileRead): Promise<void> {
  const { store, keeper, context, origin, result, now, signal } = options;
  const key = fileKey(origin, file.path);
  const known = store.file(key);
  let state: FileState = known ?? newState(origin, key);
  for (;;) {
    throwIfCancelled(signal);
    const page = await reader.read(file.path, { head: state.head, number: state.offset }, context);
    if (!page) return;
    if (page.problem !== null) {
      result.problem ??= page.problem;
      return;
    }
    const batch = new Batch(keeper, { origin, file: key });
    batch.take(page, '');
    state = {
      ...{ ...state, size: file.size, mtime: file.mtimeMs, head: page.head, offset: page.last, read_at: now() },
      ...{ lines: state.lines + page.rows, broken: state.broken + page.broken },
    };
    result.lines += page.rows;
    result.broken += page.broken;
    result.added += store.add(state, batch.events, batch.outcomes);
    if (!page.hasMore) return;
  }
}

interface LinesRead extends FileRead {
  readonly told: (bytes: number) => void;
  readonly mayLink: boolean;
}

async function readLines(reader: LineReader, look: LogFileLook, options: LinesRead): Promise<void> {
  const { store, context, origin, mayLink } = options;
  const key = fileKey(origin, look.path);
  const known = store.file(key);
  if (known && known.size === look.size && known.mtime === look.mtimeMs) return;
  const log = await LogFile.open(look.path, { mayLink });
  try {
    const isSame = known !== undefined && known.offset <= (await log.size()) && (await log.isHead(known.head));
    const state = { ...(isSame ? known : newState(origin, key)), head: await log.head() };
    const readValue = reader.begin(context);
    const document = reader.mayBeDocument ? await documentOf(log, look) : undefined;
    const file = { log, look, state, readValue };
    if (document === undefined) await readFrom(file, options);
    else keepDocument(document, file, options);
  } finally {
    await log.close();
  }
}

interface OpenFile {
  readonly log: LogFile;
  readonly look: LogFileLook;
  readonly state: FileState;
  readonly readValue: ReadValue;
}

/**
 * Lines that were read since the last write are written together when there are this many events, or this many bytes. What waits long
 * outlives the young part of the heap, whose garbage goes soon: with batches of 2,000 events, a gigabyte takes 130 MB more.
 */
const [batchEvents, batchBytes] = [200, 16 * 1024 * 1024] as const;

async function readFrom({ log, look, state, readValue }: OpenFile, options: LinesRead): Promise<void> {
  const { store, keeper, origin, result, told, now, signal } = options;
  let current = state;
  let batch = new Batch(keeper, { origin, file: state.key });
  const write = (isWhole: boolean) => {
    // A read that is killed in between goes on here: the file does not count as read before its end.
    const { size, mtimeMs: mtime } = isWhole ? look : { size: 0, mtimeMs: 0 };
    current = { ...current, size, mtime, read_at: now() };
    result.added += store.add(current, batch.events, batch.outcomes);
    batch = new Batch(keeper, { origin, file: state.key });
  };
  let written = state.offset;
  for await (const lines of log.lines(state.offset, signal)) {
    for (const line of lines) {
      const outcome = lineOutcome(line, readValue, batch);
      // Its writer may go on with this line, so it is read again later.
      if (outcome === 'later') break;
      const isBroken = outcome !== 'read';
      const number = current.lines + 1;
      if (isBroken) result.first_broken ??= { path: look.path, line: number };
      result.lines += 1;
      result.broken += Number(isBroken);
      result.ahead += Number(outcome === 'ahead');
      current = {
        ...current,
        ...{ offset: line.end, lines: number, broken: current.broken + Number(isBroken) },
        first_broken: current.first_broken ?? (isBroken ? number : null),
      };
    }
    told(current.offset);
    if (batch.size >= batchEvents || current.offset - written >= batchBytes) {
      write(false);
      written = current.offset;
    }
  }
  write(true);
}

/** What came of a line. `ahead`: an event of it has a time after now. */
type LineOutcome = 'read' | 'broken' | 'ahead';

function lineOutcome(line: LogLine, readValue: ReadValue, batch: Batch): LineOutcome | 'later' {
  if (line.text === null) return 'broken';
  const text = line.at === 0 ? line.text.replace(/^\ufeff/, '') : line.text;
  if (text.trim() === '') return 'read';
  try {
    return batch.take(readValue(JSON.parse(text)), String(line.at));
  } catch (error) {
    if (error instanceof SyntaxError && line.isOpen) return 'later';
    if (error instanceof SyntaxError || error instanceof BrokenLine) return 'broken';
    throw error;
  }
}

/** The whole file as one JSON value; undefined where it is not one. */
async function documentOf(log: LogFile, { size }: LogFileLook): Promise<unknown> {
  if (size > longestLogLine) return undefined;
  const parts: string[] = [];
  for await (const lines of log.lines(0)) parts.push(...lines.map(({ text }) => text ?? ''));
  try {
    return JSON.parse(parts.join('\n').replace(/^\ufeff/, ''));
  } catch {
    return undefined;
  }
}

function keepDocument(document: unknown, { look, state, readValue }: OpenFile, options: LinesRead): void {
  const { store, keeper, origin, result, now } = options;
  const batch = new Batch(keeper, { origin, file: state.key });
  let outcome: LineOutcome = 'broken';
  try {
    outcome = batch.take(readValue(document), '0');
  } catch (error) {
    if (!(error instanceof BrokenLine)) throw error;
  }
  const isBroken = outcome !== 'read';
  if (isBroken) result.first_broken ??= { path: look.path, line: 1 };
  result.lines += 1;
  result.broken += Number(isBroken);
  result.ahead += Number(outcome === 'ahead');
  const figures = { lines: 1, broken: Number(isBroken), first_broken: isBroken ? 1 : null };
  const read = { size: look.size, mtime: look.mtimeMs, offset: look.size, read_at: now() };
  result.added += store.add({ ...state, ...figures, ...read }, batch.events, batch.outcomes);
}

function newState(origin: UseOrigin, key: string): FileState {
  const figures = { size: 0, mtime: 0, head: '', offset: 0, lines: 0, broken: 0, first_broken: null, read_at: 0 };
  return { key, origin, ...figures };
}

/** Events that wait to be written together. */
class Batch {
  readonly events: KeptEvent[] = [];
  readonly outcomes: KeptOutcome[] = [];
  readonly #keeper: EventKeeper;
  readonly #place: { readonly origin: UseOrigin; readonly file: string };

  constructor(keeper: EventKeeper, place: { readonly origin: UseOrigin; readonly file: string }) {
    this.#keeper = keeper;
    this.#place = place;
  }

  get size(): number {
    return this.events.length + this.outcomes.length;
  }

  /** Takes what a line says, without the events whose time cannot be right. */
  take({ events, outcomes }: Logged, at: string): LineOutcome {
    let outcome: LineOutcome = 'read';
    for (const [index, event] of events.entries()) {
      const kept = this.#keeper.event(event, { ...this.#place, place: `${at}:${index}` });
      if (typeof kept === 'object') this.events.push(kept);
      else outcome = kept === 'ahead' ? 'ahead' : 'broken';
    }
    for (const one of outcomes) this.outcomes.push(this.#keeper.outcome(one, { ...this.#place, place: at }));
    return outcome;
  }
}
