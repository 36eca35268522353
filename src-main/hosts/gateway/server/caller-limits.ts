import { setTimeout } from 'node:timers/promises';
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import type { GatewayStore } from '#core/gateway/store/gateway-store.ts';
import { hashOfToken } from '#core/gateway/store/stored-tokens.ts';
import type { GatewayServerSettings } from '#shared/domain/gateway-server.ts';
import type { TakePlace } from '../serve-http.ts';

/** How long a request waits for the count of all processes, milliseconds; then that of its own process decides. */
const storeMs = 250;

/**
 * Limits for each caller, over all its connections: requests in a minute, counted in the store where there is one, and requests at once in this
 * process. The limits are those of the settings at each request; new limits begin a new minute.
 */
export function callerLimits(settings: () => Promise<GatewayServerSettings>, store?: GatewayStore): TakePlace {
  let minute: { readonly points: number; readonly take: TakePoint } | undefined;
  const running = new Map<string, number>();
  return async ({ holder }) => {
    const { requests_per_minute: points, concurrent } = (await settings()).limits;
    const now = running.get(holder) ?? 0;
    if (now >= concurrent) {
      const reason = `You have ${concurrent} requests under way, which is the limit of each caller. Wait for one to end.`;
      return { status: 429, reason, limit: 'concurrent', headers: { 'retry-after': '1' } };
    }
    running.set(holder, now + 1);
    const release = () => {
      const left = (running.get(holder) ?? 1) - 1;
      if (left > 0) running.set(holder, left);
      else running.delete(holder);
    };
    if (minute?.points !== points) minute = { points, take: minuteOf(points, store) };
    const spent = await minute.take(holder);
    if (spent === null) return release;
    release();
    const seconds = Math.ceil(spent.msBeforeNext / 1000);
    const reason = `You sent ${points} requests in a minute, which is the limit of each caller. Try again in ${seconds} s.`;
    return { status: 429, reason, limit: 'requests', headers: { 'retry-after': String(seconds) } };
  };
}

/** Takes a point of a caller; null when there was one. Never rejects. */
type TakePoint = (holder: string) => Promise<{ readonly msBeforeNext: number } | null>;

function minuteOf(points: number, store: GatewayStore | undefined): TakePoint {
  const given = { points, duration: 60 };
  const own = new RateLimiterMemory(given);
  const takeOwn = (holder: string) => own.consume(holder).then(() => null, asSpent);
  if (!store) return takeOwn;
  const shared = new RateLimiterPostgres({
    ...given,
    storeClient: store.postgres.pool,
    storeType: 'pool',
    schemaName: store.postgres.place.schema,
    tableName: 'caller_minutes',
    tableCreated: true,
    keyPrefix: String(points),
    // Who spent the minute is refused without a question to the store.
    inMemoryBlockOnConsumed: points + 1,
  });
  return async (holder) => {
    // A count that is a little too low for a while is better than a gateway that stands still.
    if (store.problem() !== null) return takeOwn(holder);
    const taken = shared.consume(keyOf(holder)).then(
      () => null,
      (error: unknown) => (error instanceof RateLimiterRes ? asSpent(error) : ('failed' as const)),
    );
    const first = await Promise.race([taken, setTimeout(storeMs, 'failed' as const, { ref: false })]);
    return first === 'failed' ? takeOwn(holder) : first;
  };
}

function asSpent(error: unknown): { readonly msBeforeNext: number } {
  return { msBeforeNext: error instanceof RateLimiterRes ? error.msBeforeNext : 1000 };
}

/** A key has 255 characters at most; the subject of an access token may have more. */
export function keyOf(holder: string): string {
  return holder.length <= 200 ? holder : hashOfToken(holder);
}
