import { RateLimiterMemory, type RateLimiterRes } from 'rate-limiter-flexible';
import type { GatewayServerSettings } from '#shared/domain/gateway-server.ts';
import type { TakePlace } from '../serve-http.ts';

/**
 * Limits for each caller, over all its connections: requests in a minute and requests at once. The limits are those of the settings
 * at each request; new limits begin a new minute.
 */
export function callerLimits(settings: () => Promise<GatewayServerSettings>): TakePlace {
  let minute: { readonly points: number; readonly limiter: RateLimiterMemory } | undefined;
  const running = new Map<string, number>();
  return async ({ holder }) => {
    const { requests_per_minute: points, concurrent } = (await settings()).limits;
    const now = running.get(holder) ?? 0;
    if (now >= concurrent) {
      const reason = `You have ${concurrent} requests under way, which is the limit of each caller. Wait for one to end.`;
      return { status: 429, reason, headers: { 'retry-after': '1' } };
    }
    running.set(holder, now + 1);
    const release = () => {
      const left = (running.get(holder) ?? 1) - 1;
      if (left > 0) running.set(holder, left);
      else running.delete(holder);
    };
    if (minute?.points !== points) minute = { points, limiter: new RateLimiterMemory({ points, duration: 60 }) };
    try {
      await minute.limiter.consume(holder);
      return release;
    } catch (spent) {
      release();
      const seconds = Math.ceil(((spent as RateLimiterRes).msBeforeNext ?? 1000) / 1000);
      const reason = `You sent ${points} requests in a minute, which is the limit of each caller. Try again in ${seconds} s.`;
      return { status: 429, reason, headers: { 'retry-after': String(seconds) } };
    }
  };
}
