import { notifications } from '@mantine/notifications';
import type { ImportServersInput, ReviewOrigin, ServerReview } from '#shared/domain/server-review.ts';
import { PegboardError } from '#shared/errors.ts';
import type { PegboardClient } from '../../platform/client.ts';
import { strings } from '../../strings/server-review.ts';
import { noticeButton } from '../../ui/notice-button.tsx';
import { toPegboardError } from '../../ui/pegboard-error.ts';
import { afterProgress, batchWords, canRetry, isSettledStep, type LiveServer, queuedServer } from './live-server.ts';
import { type ReviewPart, readinessOf, type SheetServer, valuesOf } from './review-servers.ts';
import {
  addReview,
  changeReview,
  fillReview,
  isAllAdded,
  type Review,
  removeReview,
  reviewOf,
  runnableOf,
  showReview,
  totalsOf,
  useReviews,
} from './review-store.ts';

/** A configuration to look at. `title` names it for people. */
export interface ReviewSubject {
  readonly title: string;
  readonly origin: ReviewOrigin;
  /** Path of the one configuration file whose servers are wanted; null: all that the origin has. */
  readonly onlyConfig: string | null;
  /** The core's answer about it, when that is known already. */
  readonly review?: ServerReview;
}

interface Wish {
  readonly workspace: string;
  readonly subjects: readonly ReviewSubject[];
}

/** Opens the sheet with the servers of configurations. Starts no server. Failures are shown on the sheet. */
export async function openReview(client: PegboardClient, { workspace, subjects }: Wish): Promise<void> {
  const [only, ...more] = subjects;
  if (!only) return;
  const title = more.length === 0 ? only.title : strings.reviewActs.configurations(subjects.length);
  const id = addReview({ workspace, title });
  await readReview(client, id, subjects);
}

async function readReview(client: PegboardClient, id: string, subjects: readonly ReviewSubject[]): Promise<void> {
  try {
    const parts = await Promise.all(
      subjects.map(async (subject, at): Promise<ReviewPart> => {
        const review = subject.review ?? (await client.discovery.review({ origin: subject.origin }));
        return { ...subject, key: String(at), review };
      }),
    );
    fillReview(id, parts);
  } catch (error) {
    changeReview(id, () => ({ error: toPegboardError(error) }));
  }
}

/** Starts the chosen servers that can run, and adds them. */
export function startChosen(client: PegboardClient, id: string): void {
  const review = reviewOf(id);
  if (review?.phase === 'deciding') startServers(client, id, runnableOf(review));
}

/** Starts those once more that failed or were stopped, and can run with the values that are chosen now. */
export function retryFailed(client: PegboardClient, id: string): void {
  const review = reviewOf(id);
  if (review) startServers(client, id, retriable(review));
}

/** Servers that were started, were not added, and can run with the values that are chosen now. */
export function retriable(review: Review): readonly SheetServer[] {
  return review.servers.filter((server) => {
    const live = review.live[server.key];
    return live !== undefined && canRetry(live.step) && readinessOf(server, review).can_run;
  });
}

export function startServers(client: PegboardClient, id: string, servers: readonly SheetServer[]): void {
  if (servers.length === 0) return;
  const queued = Object.fromEntries(servers.map(({ key }) => [key, queuedServer] as const));
  changeReview(id, ({ live }) => ({ phase: 'started', live: { ...live, ...queued } }));
  for (const part of reviewOf(id)?.parts ?? []) {
    const own = servers.filter((server) => server.part === part.key);
    if (own.length > 0) void runBatch(client, id, { part, servers: own });
  }
}

/** Calls under way, by id of the review. */
const running = new Map<string, Set<AbortController>>();

/** Stops every server of a review that is not added yet. */
export function stopAll(id: string): void {
  for (const controller of running.get(id) ?? []) controller.abort();
}

/** Runs `work` so that *Stop all* ends it; tells the end of the whole batch. */
async function whileRunning(id: string, work: (signal: AbortSignal) => Promise<void>): Promise<void> {
  const controller = new AbortController();
  const own = running.get(id) ?? new Set();
  running.set(id, own.add(controller));
  await work(controller.signal);
  own.delete(controller);
  if (own.size > 0) return;
  running.delete(id);
  batchEnded(id);
}

interface Batch {
  readonly part: ReviewPart;
  readonly servers: readonly SheetServer[];
}

function runBatch(client: PegboardClient, id: string, { part, servers }: Batch): Promise<void> {
  const keys = new Map(servers.map((server) => [server.id, server.key]));
  return whileRunning(id, async (signal) => {
    try {
      const events = await client.sources.importServers(batchInput(id, part, servers), {
        signal,
        context: { workspace: reviewOf(id)?.workspace },
      });
      for await (const { server, progress } of events) {
        const key = keys.get(server);
        if (key !== undefined) changeLive(id, [key], (live) => afterProgress(live, progress));
      }
      settle(id, [...keys.values()], signal, new PegboardError('internal', strings.reviewActs.pegboardLostTrackServer));
    } catch (error) {
      settle(id, [...keys.values()], signal, toPegboardError(error));
    }
  });
}

function batchInput(id: string, { key, origin }: ReviewPart, servers: readonly SheetServer[]): ImportServersInput {
  const review = reviewOf(id);
  const used = new Set(servers.flatMap(({ variables }) => variables));
  const variables = (review?.variables ?? []).filter((variable) => used.has(variable.key));
  return {
    origin,
    servers: servers.map((server) => ({ id: server.id, ...(server.same_as === null && { source: server.source }) })),
    values: valuesOf(key, variables, review?.choices ?? {}),
    agreed: Object.fromEntries(servers.map((server) => [server.id, server.runs])),
  };
}

/** Servers that had not ended when the call ended were stopped, or failed with it. */
function settle(id: string, keys: readonly string[], signal: AbortSignal, error: PegboardError): void {
  changeLive(id, keys, (live) => {
    if (isSettledStep(live.step)) return live;
    return { ...live, step: signal.aborted ? { kind: 'stopped' } : { kind: 'failed', error, elapsedMs: null } };
  });
}

/** Signs in at a server that wants it, then starts it again. */
export function signInAtServer(client: PegboardClient, id: string, server: SheetServer): Promise<void> {
  const setUrl = (url: string | null) =>
    changeLive(id, [server.key], (live) => ({ ...live, step: { kind: 'signing_in', url } }));
  setUrl(null);
  return whileRunning(id, async (signal) => {
    try {
      for await (const event of await client.sources.signIn({ connection: server.connection }, { signal })) {
        if (event.type === 'authorize') setUrl(event.url);
      }
      startServers(client, id, [server]);
    } catch (error) {
      settle(id, [server.key], signal, toPegboardError(error));
    }
  });
}

function changeLive(id: string, keys: readonly string[], change: (live: LiveServer) => LiveServer): void {
  changeReview(id, ({ live }) => {
    const changed = keys.map((key) => [key, change(live[key] ?? queuedServer)] as const);
    return { live: { ...live, ...Object.fromEntries(changed) } };
  });
}

/** Tells the result where the sheet is closed, and forgets a review that has nothing left to do. */
function batchEnded(id: string): void {
  const review = reviewOf(id);
  if (!review || useReviews.getState().shown === id) return;
  const totals = totalsOf(review);
  if (isAllAdded(totals)) {
    removeReview(id);
    notifications.show({ title: strings.reviewActs.serversAdded, message: batchWords(totals), color: 'green' });
    return;
  }
  const notice = notifications.show({
    title: strings.reviewActs.someServersWereNot,
    message: noticeButton(
      strings.reviewActs.showServers,
      () => {
        notifications.hide(notice);
        showReview(id);
      },
      batchWords(totals),
    ),
    color: 'red',
    autoClose: false,
  });
}
