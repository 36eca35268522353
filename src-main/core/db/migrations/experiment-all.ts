import type { Database } from '../database.ts';
import { experimentReplies } from './experiment-001-replies.ts';
import { experimentTrials } from './experiment-002-trials.ts';

/** Migrations of the file of an experiment, in order; the version of the schema is how many ran. */
export const experimentMigrations: readonly ((database: Database) => void)[] = [experimentReplies, experimentTrials];
