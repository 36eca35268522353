import type { Facts, TrailEntry } from './trail-entry.ts';

/** What is observed by itself: the files of the workspace, and the settings of the server. */
export type TrailScope = 'workspace' | 'settings';

/** An audit trail: entries are added and never changed. Processes take turns. */
export interface Trail {
  /**
   * Compares facts with the last that any process observed, and adds an entry for each difference. Returns the new entries. Errors: those of
   * the store.
   */
  observe(scope: TrailScope, facts: Facts, about: { readonly by: string; readonly at: number }): Promise<TrailEntry[]>;
  /** Entries after a number, in their order. Errors: those of the store. */
  read(after: number, limit: number): Promise<TrailEntry[]>;
  /** The last entries, the newest first. The number of the newest is that of all entries. Errors: those of the store. */
  newest(limit: number): Promise<TrailEntry[]>;
  close(): void | Promise<void>;
}
