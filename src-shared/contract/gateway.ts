import { eventIterator } from '@orpc/contract';
import { z } from 'zod';
import {
  clearedUsageSchema,
  gatewayStatusSchema,
  usageEntrySchema,
  usageEventSchema,
  usageTotalsSchema,
  usageTrafficInputSchema,
  usageTrafficSchema,
  usageWatchInputSchema,
} from '../domain/usage-view.ts';
import { procedure } from './pegboard-procedure.ts';

/** What MCP hosts do with the open workspace, by the log of the gateway. */
export const gatewayContract = {
  /** Who is connected, what each host carries, and the sums of a day. */
  status: procedure.output(gatewayStatusSchema),
  /** Requests, page by page; long arguments and results are cut. */
  traffic: procedure.input(usageTrafficInputSchema).output(usageTrafficSchema),
  /** One request with all that is kept of it; null when it is gone. */
  request: procedure.input(z.strictObject({ id: z.int().min(0) })).output(usageEntrySchema.nullable()),
  /** Sums since a time. */
  totals: procedure.input(z.strictObject({ since: z.iso.datetime({ offset: true }) })).output(usageTotalsSchema),
  /** The newest requests, then each that comes, and who is connected; of another workspace once that is open. */
  watch: procedure.input(usageWatchInputSchema).output(eventIterator(usageEventSchema)),
  /** Removes every record. Errors: `database_busy`, `folder_read_only`, `disk_full`. */
  clear: procedure.output(clearedUsageSchema),
};
