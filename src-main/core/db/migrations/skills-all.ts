import type { Database } from '../database.ts';
import { createSkills } from './skills-001-skills.ts';

/** Those of `skills.db`, in order; the position is the version. Never change one that shipped: add the next. */
export const skillMigrations: readonly ((database: Database) => void)[] = [createSkills];
