import type { Database } from '../database.ts';
import { trailEntries } from './trail-001-entries.ts';

/** Migrations of the audit trail, in order; the version of the schema is how many ran. */
export const trailMigrations: readonly ((database: Database) => void)[] = [trailEntries];
