import type { Database } from '../database.ts';
import { useEvents } from './use-001-events.ts';

/** Migrations of the store of use, in order; the version of the schema is how many ran. */
export const useMigrations: readonly ((database: Database) => void)[] = [useEvents];
