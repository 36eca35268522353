import { create } from 'zustand';
import { tryWaitingActs } from '../../platform/screen-acts.ts';
import { thisWindow } from '../../platform/this-window.ts';
import { tellError } from '../../platform/undo-change.ts';
import { keepInSession } from '../../state/keep-in-session.ts';
import { toPegboardError } from '../../ui/pegboard-error.ts';
import { alignRuns } from './align-runs.ts';
import { keepRun, readRun } from './kept-films.ts';
import { afterEvent, nothingTold, type Pause } from './played-run.ts';
import type { Played, Run } from './run.ts';
import { useSimulatorStore } from './simulator-store.ts';
import { isTrialRun } from './trial-films.ts';

/** The two runs that stand side by side: the scenario, and the same under another profile. */
export type RunSide = 'first' | 'second';
type Runs = Readonly<Record<RunSide, Run | null>>;

export const noRuns: Runs = { first: null, second: null };

interface RunsState {
  /** By path of the workspace. Leaving the screen does not stop a run. */
  readonly runs: Readonly<Record<string, Runs>>;
  /** Ids of runs that were shown before the page was loaded again and are not read yet, by side and workspace. */
  readonly unread: Readonly<Record<string, string>>;
}

export const useSimulatorRuns = create<RunsState>()(() => ({ runs: {}, unread: {} }));

useSimulatorRuns.subscribe(tryWaitingActs);

keepInSession(useSimulatorRuns, {
  name: 'pegboard.shown-runs',
  pick: ({ runs, unread }) => {
    const sides = Object.entries(runs).flatMap(([path, { first, second }]) => [
      [keyOf(path, 'first'), first] as const,
      [keyOf(path, 'second'), second] as const,
    ]);
    // A run under way ends with the page, and an error does not survive as what it is.
    const kept = sides.flatMap(([key, run]) => (run && isOver(run) ? [[key, run.id] as const] : []));
    return { ...unread, ...Object.fromEntries(kept) };
  },
  restore: (kept) => ({ unread: kept as RunsState['unread'] }),
});

const isOver = ({ status }: Run) => status === 'done' || status === 'cancelled';

/** Whether the run that was shown before the page was loaded again is on its way. */
export const isUnread = ({ unread }: RunsState, workspace: string) => unread[keyOf(workspace, 'first')] !== undefined;

/** Shows again what was shown before the page was loaded again. */
export async function readShownRuns(workspace: string): Promise<void> {
  for (const side of ['first', 'second'] as const) {
    const key = keyOf(workspace, side);
    const id = useSimulatorRuns.getState().unread[key];
    if (id === undefined) continue;
    const run = await readRun(workspace, id).catch(() => null);
    if (run && runOf(workspace, side) === null) setRun(workspace, side, run);
    useSimulatorRuns.setState(({ unread: { [key]: _, ...unread } }) => ({ unread }));
  }
}

/** Shows a kept run, alone or beside another one, at its beginning. Error: `unknown_run`. */
export async function showKeptRuns(workspace: string, ids: readonly [string] | readonly [string, string]) {
  const [first, second = null] = await Promise.all(ids.map((id) => readRun(workspace, id)));
  if (!first) return;
  cancel(workspace, 'first');
  dropSecond(workspace);
  setRun(workspace, 'first', first);
  setRun(workspace, 'second', second);
  const { path, profile } = first.played;
  // The arm of a trial is no profile that a scenario could be played under.
  const profiles = isTrialRun(first) ? null : { profile, second: second?.played.profile ?? null };
  useSimulatorStore.getState().change(workspace, { path, ...profiles, at: 0 });
}

/** How long a run that goes fast rests between two pictures of it, milliseconds. */
const shownEveryMs = 50;

const running = new Map<string, AbortController>();

interface Agreement {
  readonly consent: boolean;
  readonly confirmed: boolean;
}

/** Plays a scenario; what was under way on this side is cancelled. `write` writes its golden trace anew. */
export async function play(
  side: RunSide,
  played: Played,
  { consent = false, confirmed = false, write = false }: Partial<Agreement> & { readonly write?: boolean } = {},
): Promise<void> {
  const { workspace, path, text, profile, interactive, live } = played;
  const key = keyOf(workspace, side);
  running.get(key)?.abort();
  const stop = new AbortController();
  running.set(key, stop);
  const id = crypto.randomUUID();
  const texts = new Map<string, string>();
  const intern = (text: string) => {
    const known = texts.get(text) ?? text;
    texts.set(known, known);
    return known;
  };
  let told = nothingTold;
  let shownAt = 0;
  const show = (state: Pick<Run, 'status' | 'error'>) => {
    setRun(workspace, side, { id, played, ...told, ...state });
    // React draws in a microtask that came first: where drawing is slow, each event would be drawn else.
    queueMicrotask(() => {
      shownAt = performance.now();
    });
  };
  show({ status: 'running', error: null });
  try {
    const input = {
      text,
      path,
      prompts: true,
      chunks: true,
      interactive,
      live,
      record: live || mayCallServers(text),
      consent,
      confirmed,
      ...(profile === null ? {} : { profile }),
      golden: write ? ('write' as const) : ('compare' as const),
    };
    for await (const event of await thisWindow().client.planner.simulate(input, { signal: stop.signal })) {
      if (stop.signal.aborted) return;
      told = afterEvent(told, event, intern);
      const isWaiting = event.type === 'paused';
      if (isWaiting || performance.now() - shownAt >= shownEveryMs) show({ status: 'running', error: null });
      if (told.pause && isWaiting) showLastStep(workspace);
    }
    if (stop.signal.aborted) return;
    show({ status: 'done', error: null });
    void keepRun({ id, played, ...told, status: 'done', error: null });
  } catch (error) {
    if (!stop.signal.aborted) show({ status: 'failed', error: toPegboardError(error) });
  } finally {
    if (running.get(key) === stop) running.delete(key);
  }
}

/** Shows the step that waits. */
function showLastStep(workspace: string): void {
  const { first, second } = useSimulatorRuns.getState().runs[workspace] ?? noRuns;
  const columns = alignRuns(first?.steps ?? [], second?.steps ?? null);
  useSimulatorStore.getState().change(workspace, { at: Math.max(columns.length - 1, 0) });
}

/** Pauses that an answer is on its way to. */
const answered = new WeakSet<Pause>();

/** The question of a run that is not answered yet. */
export function openPause(run: Run | null): Pause | null {
  return run?.pause && !answered.has(run.pause) ? run.pause : null;
}

/** Answers a pause, once: with somebody's word on the call, or with the result of the tool. A notice shows a failure. */
export async function answerPause(pause: Pause, answer: { approved: boolean } | { result: unknown }): Promise<void> {
  if (answered.has(pause)) return;
  answered.add(pause);
  try {
    await thisWindow().client.planner.resume({ token: pause.token, ...answer });
  } catch (error) {
    answered.delete(pause);
    tellError(error);
  }
}

/** Whether a scenario may call real tools: then its run can be recorded. Only a recording costs more than to ask. */
export function mayCallServers(text: string): boolean {
  return /^live_tools\s*:/m.test(text);
}

/** Stops the run under way; its steps so far stay. */
export function cancel(workspace: string, side: RunSide): void {
  const key = keyOf(workspace, side);
  running.get(key)?.abort();
  running.delete(key);
  const run = runOf(workspace, side);
  if (run?.status !== 'running') return;
  const cancelled: Run = { ...run, pause: null, status: 'cancelled' };
  setRun(workspace, side, cancelled);
  if (run.steps.length > 0) void keepRun(cancelled);
}

/** Takes both runs away. */
export function dropRuns(workspace: string): void {
  cancel(workspace, 'first');
  setRun(workspace, 'first', null);
  dropSecond(workspace);
}

/** Takes the second run away. */
export function dropSecond(workspace: string): void {
  cancel(workspace, 'second');
  setRun(workspace, 'second', null);
}

export function runOf(workspace: string, side: RunSide): Run | null {
  return (useSimulatorRuns.getState().runs[workspace] ?? noRuns)[side];
}

function keyOf(workspace: string, side: RunSide): string {
  return `${side}\n${workspace}`;
}

function setRun(workspace: string, side: RunSide, run: Run | null): void {
  useSimulatorRuns.setState(({ runs }) => ({
    runs: { ...runs, [workspace]: { ...(runs[workspace] ?? noRuns), [side]: run } },
  }));
}
