import { setImmediate } from 'node:timers/promises';
import { RateLimiterMemory, RateLimiterPostgres } from 'rate-limiter-flexible';
import type { GatewayStore } from '#core/gateway/store/gateway-store.ts';
import type { GatewayServerSettings } from '#shared/domain/gateway-server.ts';
import type { CallerBytes } from '../serve-http.ts';
import { keyOf } from './caller-limits.ts';

/** Counts are kilobytes: PostgreSQL adds them up in 31 bits. */
const kilobyte = 1024;
const minute = 60;

/**
 * The limit of bytes of each caller in a minute, over all its connections, by the settings at each request. Each process refuses by what it knows: its own
 * count, or that of all processes, which it learns from the store whenever it adds something.
 */
export function callerBytes(settings: () => Promise<GatewayServerSettings>, store?: GatewayStore): CallerBytes {
  const known = new RateLimiterMemory({ points: 1, duration: minute });
  const shared = store && sharedCount(store);
  const waiting = new Map<string, number>();
  let isLimited = false;
  const count = async (holder: string) => {
    // The pieces of an answer are many; those of one turn, and those that come while the store is asked, are one count.
    await setImmediate();
    for (;;) {
      const bytes = waiting.get(holder) ?? 0;
      if (bytes === 0) break;
      waiting.set(holder, 0);
      const points = Math.ceil(bytes / kilobyte);
      const own = await known.penalty(holder, points);
      const all = store?.problem() === null ? await shared?.penalty(keyOf(holder), points).catch(() => null) : null;
      if (all && all.consumedPoints > own.consumedPoints)
        await known.set(holder, all.consumedPoints, Math.max(1, all.msBeforeNext / 1000));
    }
    waiting.delete(holder);
  };
  return {
    refusal: async ({ holder }) => {
      const { mb_per_minute: most } = (await settings()).limits;
      isLimited = most !== undefined;
      const spent = most === undefined ? null : await known.get(holder);
      if (most === undefined || !spent || spent.consumedPoints < most * kilobyte) return null;
      const seconds = Math.max(1, Math.ceil(spent.msBeforeNext / 1000));
      const reason = `You sent and got ${most} MB in a minute, which is the limit of each caller. Try again in ${seconds} s.`;
      return { status: 429, reason, limit: 'bytes', headers: { 'retry-after': String(seconds) } };
    },
    spend: ({ holder }, bytes) => {
      if (!isLimited) return;
      const before = waiting.get(holder);
      waiting.set(holder, (before ?? 0) + bytes);
      if (before === undefined) void count(holder);
    },
  };
}

function sharedCount({ postgres }: GatewayStore): RateLimiterPostgres {
  return new RateLimiterPostgres({
    ...{ points: 1, duration: minute, keyPrefix: 'kilobytes' },
    ...{ storeClient: postgres.pool, storeType: 'pool', schemaName: postgres.place.schema },
    ...{ tableName: 'caller_minutes', tableCreated: true },
    // The limit of requests looks after this table.
    clearExpiredByTimeout: false,
  });
}
