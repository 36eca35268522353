import type { Database } from '../database.ts';
import { createVectors } from './embeddings-001-vectors.ts';

/** Those of `embeddings.db`, in order; the position is the version. Never change one that shipped: add the next. */
export const embeddingMigrations: readonly ((database: Database) => void)[] = [createVectors];
