import type { WorkspaceSummary } from '#shared/domain/workspace-summary.ts';
import { useNavigation } from '../state/navigation-store.ts';
import { onOtherWorkspace } from '../state/open-workspace.ts';
import { isDialogOpen } from '../ui/is-dialog-open.ts';
import { tellError } from './error-notices.tsx';
import { openWorkspace, thisWindow } from './this-window.ts';

/** The result of an action whose data is still loading: it is tried again when the data is there. */
const early = Symbol('early');

/** Something that a key or a click does. A promise holds the acts after it until it has ended. */
type Act = () => unknown;

interface Waiting {
  readonly act: Act;
  /** Whether it was asked for while a dialog was open. */
  readonly fromDialog: boolean;
}

/** Acts that were asked for and wait for their data, or for the act before them. */
let waiting: readonly Waiting[] = [];
let running: Promise<unknown> | null = null;
let isDraining = false;
let unfollow: (() => void) | null = null;

/**
 * Does an act after all acts that were asked for before it, so that keys pressed fast do what they do when pressed slowly: at
 * once where nothing is under way. Acts that wait go when the user leaves the screen, when a dialog opens or another workspace.
 */
export function inOrder(act: Act): void {
  waiting = [...waiting, { act, fromDialog: isDialogOpen() }];
  drain();
}

/** Whether an act is under way, or waits: what it leads to is not known yet. */
export function areActsUnderWay(): boolean {
  return waiting.length > 0 || running !== null;
}

/** The dependencies of the actions of one screen. */
export interface ScreenActs<Ready> {
  /** The subject of the screen now; null while it is loading, or another screen is shown. */
  now(): Ready | null;
  /** Does an act in its order with what the screen is about then, as soon as that is known. */
  do(act: (ready: Ready) => unknown): void;
  /** Whether something is so, or may be so when what is on its way is known: whether a command can run. */
  mayBe(test: (ready: Ready) => boolean): boolean;
}

/**
 * The acts of a screen, or of several that can do the same. `read` derives all that a key needs from stores and cached answers, never from what a component drew;
 * null while an answer is missing.
 */
export function screenActs<Ready>(
  screen: string | readonly string[],
  read: (workspace: WorkspaceSummary) => Ready | null,
): ScreenActs<Ready> {
  const screens = [screen].flat();
  const workspaceHere = () => (screens.includes(useNavigation.getState().feature) ? openWorkspace() : null);
  const now = () => {
    const workspace = workspaceHere();
    return workspace && read(workspace);
  };
  return {
    now,
    do: (act) => {
      if (workspaceHere() === null) return;
      inOrder(() => {
        const ready = now();
        return ready === null ? early : act(ready);
      });
    },
    mayBe: (test) => {
      if (workspaceHere() === null) return false;
      const ready = areActsUnderWay() ? null : now();
      return ready === null || test(ready);
    },
  };
}

function drain(): void {
  if (isDraining) return;
  isDraining = true;
  try {
    while (running === null) {
      const [next] = waiting;
      if (!next) break;
      if (!next.fromDialog && isDialogOpen()) {
        waiting = waiting.filter(({ fromDialog }) => fromDialog);
        continue;
      }
      const result = attempt(next.act);
      if (result === early) break;
      waiting = waiting.filter((one) => one !== next);
      if (result instanceof Promise) hold(result);
      // The next act must not do anything behind a dialog that this one opened.
      else if (waiting.length > 0) hold(drawn());
    }
  } finally {
    isDraining = false;
    follow();
  }
}

function attempt(act: Act): unknown {
  try {
    return act();
  } catch (error) {
    tellError(error);
    return undefined;
  }
}

/** Lets the next acts wait for this one; when they were dropped meanwhile, it holds nothing any more. */
function hold(work: Promise<unknown>): void {
  running = work;
  const release = () => {
    if (running !== work) return;
    running = null;
    drain();
  };
  work
    .catch(tellError)
    .then(() => (waiting.length > 0 ? drawn() : undefined))
    .then(release);
}

/** Tries the acts that wait again, after what changed is drawn: for stores that acts wait for besides the cache. */
export function tryWaitingActs(): void {
  if (waiting.length > 0) void drawn().then(drain);
}

/** Tries again whenever the cache knows more, for as long as an act waits. */
function follow(): void {
  const isWaiting = waiting.length > 0 && running === null;
  if (isWaiting) unfollow ??= thisWindow().queries.getQueryCache().subscribe(drain);
  else {
    unfollow?.();
    unfollow = null;
  }
}

/** Resolves when React has drawn what changed until now. */
export function drawn(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}

function dropWaiting(): void {
  waiting = [];
  running = null;
  follow();
}

useNavigation.subscribe(({ feature, dialog }, before) => {
  if (feature !== before.feature || dialog !== null) dropWaiting();
});
onOtherWorkspace(dropWaiting);
