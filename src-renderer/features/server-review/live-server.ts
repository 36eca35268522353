import { assertNever } from '#shared/assert-never.ts';
import type { ServerProgress } from '#shared/domain/server-review.ts';
import { type ErrorValue, fromErrorValue, type PegboardError } from '#shared/errors.ts';
import { strings } from '../../strings/server-review.ts';
import { planTotals } from '../../ui/import-summary.ts';

/** How far one server of a batch is. */
export type LiveStep =
  | { readonly kind: 'queued' }
  | { readonly kind: 'starting'; readonly downloading: boolean }
  | { readonly kind: 'listing'; readonly tools: number }
  | { readonly kind: 'added'; readonly tools: number; readonly elapsedMs: number }
  | { readonly kind: 'failed'; readonly error: PegboardError; readonly elapsedMs: number | null }
  /** The user stopped it. */
  | { readonly kind: 'stopped' }
  /** `url` is the page to sign in on, once it is known. */
  | { readonly kind: 'signing_in'; readonly url: string | null };

/** One server of a batch, and the newest lines of its stderr. */
export interface LiveServer {
  readonly step: LiveStep;
  readonly stderr: string;
}

export const queuedServer: LiveServer = { step: { kind: 'queued' }, stderr: '' };

/** The server after an event of its import. */
export function afterProgress(live: LiveServer, progress: ServerProgress): LiveServer {
  switch (progress.type) {
    case 'queued':
      return { ...live, step: { kind: 'queued' } };
    case 'starting':
      return { ...live, step: { kind: 'starting', downloading: progress.downloading } };
    case 'stderr':
      return { ...live, stderr: progress.text };
    case 'listing':
      return { ...live, step: { kind: 'listing', tools: progress.tools } };
    case 'done': {
      const { added, changed, unchanged } = planTotals(progress.result);
      return { ...live, step: { kind: 'added', tools: added + changed + unchanged, elapsedMs: progress.elapsed_ms } };
    }
    case 'failed':
      return failedServer(live, progress.error, progress.elapsed_ms);
    default:
      return assertNever(progress);
  }
}

function failedServer(live: LiveServer, error: ErrorValue, elapsedMs: number): LiveServer {
  return { ...live, step: { kind: 'failed', error: fromErrorValue(error), elapsedMs } };
}

/** Whether nothing more happens to it by itself. */
export function isSettledStep({ kind }: LiveStep): boolean {
  return kind === 'added' || kind === 'failed' || kind === 'stopped';
}

/** Whether it can be started once more. */
export function canRetry({ kind }: LiveStep): boolean {
  return kind === 'failed' || kind === 'stopped';
}

/** The step in a few words. */
export function stepWords(step: LiveStep): string {
  switch (step.kind) {
    case 'queued':
      return 'queued';
    case 'starting':
      return step.downloading ? strings.liveServer.downloading : strings.liveServer.starting;
    case 'listing':
      return strings.liveServer.listingTools(step.tools);
    case 'added':
      return strings.liveServer.addedTools(step.tools, secondsOf(step.elapsedMs));
    case 'failed':
      return step.elapsedMs === null ? 'failed' : strings.liveServer.failed(secondsOf(step.elapsedMs));
    case 'stopped':
      return 'stopped';
    case 'signing_in':
      return step.url === null ? strings.liveServer.asksWhereSign : strings.liveServer.waitsYouSign;
    default:
      return assertNever(step);
  }
}

function secondsOf(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`;
}

/** Counts over a batch. `settled` includes servers that failed or were stopped. */
export interface BatchTotals {
  readonly all: number;
  readonly settled: number;
  readonly added: number;
  readonly tools: number;
  readonly failed: number;
  readonly stopped: number;
}

export function batchTotals(servers: readonly LiveServer[]): BatchTotals {
  const steps = servers.map(({ step }) => step);
  const count = (kind: LiveStep['kind']) => steps.filter((step) => step.kind === kind).length;
  return {
    all: steps.length,
    settled: steps.filter(isSettledStep).length,
    added: count('added'),
    tools: steps.reduce((sum, step) => sum + (step.kind === 'added' ? step.tools : 0), 0),
    failed: count('failed'),
    stopped: count('stopped'),
  };
}

/** The state of a batch in one sentence. */
export function batchWords({ all, settled, added, tools, failed, stopped }: BatchTotals): string {
  if (settled < all) return strings.liveServer.serversFinished(settled, all);
  const parts = [
    strings.liveServer.addedServersTools(added, tools),
    ...(failed > 0 ? [strings.liveServer.failed2(failed)] : []),
    ...(stopped > 0 ? [strings.liveServer.stopped(stopped)] : []),
  ];
  return `${parts.join(', ')}.`;
}

/** The state of a batch in a few words, for the status bar. */
export function statusWords({ all, settled, added, failed }: BatchTotals): string {
  if (settled < all) return strings.liveServer.addingServers(settled, all);
  return failed > 0 ? strings.liveServer.serversFailed(failed) : strings.liveServer.serversAdded(added, all);
}
