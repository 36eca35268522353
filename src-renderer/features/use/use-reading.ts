import { create } from 'zustand';
import type { UseOrigin } from '#shared/domain/use.ts';
import type { UseOriginState, UseReadEvent } from '#shared/domain/use-report.ts';
import type { PegboardError } from '#shared/errors.ts';
import { screenActs } from '../../platform/screen-acts.ts';
import { known, thisWindow } from '../../platform/this-window.ts';
import { tellError } from '../../platform/undo-change.ts';
import { toPegboardError } from '../../ui/pegboard-error.ts';
import { originsQuery, showTab } from './use-model.ts';

type Progress = Extract<UseReadEvent, { type: 'progress' }>;

/** Reading the logs of one workspace; it goes on when the screen is left. */
interface Reading {
  /** Null while nothing is being read. */
  readonly stop: AbortController | null;
  readonly progress: Progress | null;
  /** Why the last one ended early. */
  readonly error: PegboardError | null;
  /** Whether this window has read the logs once. */
  readonly wasRead: boolean;
}

const noReading: Reading = { stop: null, progress: null, error: null, wasRead: false };

/** By path of the workspace. */
export const useReadings = create<Readonly<Record<string, Reading>>>()(() => ({}));

export const readingOf = (readings: Readonly<Record<string, Reading>>, path: string) => readings[path] ?? noReading;

function change(path: string, reading: Partial<Reading>): void {
  useReadings.setState((all) => ({ [path]: { ...readingOf(all, path), ...reading } }));
}

/** Reads what is new in the logs that may be read, once at a time, and shows the figures of it. */
export async function readLogs(path: string): Promise<void> {
  if (readingOf(useReadings.getState(), path).stop !== null) return;
  const stop = new AbortController();
  change(path, { stop, progress: null, error: null, wasRead: true });
  try {
    const { client } = thisWindow();
    for await (const event of await client.use.read({}, { signal: stop.signal, context: { workspace: path } })) {
      if (event.type === 'progress') change(path, { progress: event });
    }
  } catch (error) {
    if (!stop.signal.aborted) change(path, { error: toPegboardError(error) });
  }
  change(path, { stop: null, progress: null });
  await showWhatIsKept(path);
}

/** Reads for the first visit of this window; later visits show what is known until somebody asks for more. */
export function readLogsOnce(path: string): void {
  if (!readingOf(useReadings.getState(), path).wasRead) void readLogs(path);
}

async function showWhatIsKept(path: string): Promise<void> {
  const { queries } = thisWindow();
  await Promise.all(
    ['use-origins', 'use-report', 'use-rows'].map((key) => queries.invalidateQueries({ queryKey: [key, path] })),
  );
}

const readingActs = screenActs('use', ({ path }) => ({ path, ...readingOf(useReadings.getState(), path) }));

/** Whether any log that may be read has a file. */
export const hasLines = (origins: readonly UseOriginState[]) =>
  origins.some(({ allowed, files }) => allowed && files > 0);

export const canRead = () => readingActs.mayBe(({ stop }) => stop === null);
export const canStop = () => readingActs.mayBe(({ stop }) => stop !== null);

/** Begins to read; the keys of the screen go on meanwhile. Where no allowed log has a file, the logs are shown, to allow one. */
export function startReading(): void {
  readingActs.do(({ path }) => {
    const origins = known(originsQuery(path));
    if (origins && !hasLines(origins)) showTab('logs');
    void readLogs(path);
  });
}

export function stopReading(): void {
  readingActs.do(({ stop }) => stop?.abort());
}

/** Allows a log to be read, with paths for one that has no place of its own, and reads it. A notice shows a failure. */
export async function allowLog(path: string, origin: UseOrigin, paths?: readonly string[]): Promise<boolean> {
  const { client, queries } = thisWindow();
  try {
    const origins = await client.use.allow(
      { origin, ...(paths && { paths: [...paths] }) },
      { context: { workspace: path } },
    );
    queries.setQueryData(originsQuery(path).queryKey, origins);
  } catch (error) {
    tellError(error);
    return false;
  }
  void readLogs(path);
  return true;
}

/** Removes what was kept of a log, with the consent. A notice shows a failure. */
export async function forgetLog(path: string, origin: UseOrigin): Promise<void> {
  const { client } = thisWindow();
  try {
    await client.use.forget({ origin }, { context: { workspace: path } });
  } catch (error) {
    tellError(error);
  }
  await showWhatIsKept(path);
}
