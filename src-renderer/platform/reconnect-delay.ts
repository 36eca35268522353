const firstMs = 500;
const longestMs = 5_000;

/** Milliseconds to wait before attempt `attempt` (0 is the first retry): doubles from 0.5 s, never over 5 s. */
export function reconnectDelay(attempt: number): number {
  return Math.min(longestMs, firstMs * 2 ** Math.min(attempt, 10));
}
