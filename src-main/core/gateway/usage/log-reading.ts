import type { UsageTotals, UsageTraffic, UsageTrafficInput } from '#shared/domain/usage-view.ts';

/** Reads a log of requests, wherever it is. Errors: those of its store; what a file has is told as `problem`. */
export interface LogReading {
  traffic(input: UsageTrafficInput): Promise<UsageTraffic>;
  /** `since` as ISO 8601. */
  totals(input: { readonly since: string }): Promise<UsageTotals>;
}
