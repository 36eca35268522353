import type { Database } from '../database.ts';
import { usageRequests } from './usage-001-requests.ts';

/** Migrations of the usage log, in order; the version of the schema is how many ran. `docs/reference/usage-log.md` describes the result. */
export const usageMigrations: readonly ((database: Database) => void)[] = [usageRequests];
