import type { Database } from '../database.ts';
import { createToolIndex } from './001-tool-index.ts';

/** In order; the position is the version. Never change one that shipped: add the next. */
export const migrations: readonly ((database: Database) => void)[] = [createToolIndex];
