import { create } from 'zustand';
import type { SourceRow } from './source-rows.ts';
import type { SourceActs } from './use-source-acts.ts';

/** What the commands work on while the Sources screen is there. */
interface SourcesActions {
  readonly workspace: string | null;
  readonly current: SourceRow | null;
  readonly acts: SourceActs | null;
}

export const noSourcesActions: SourcesActions = { workspace: null, current: null, acts: null };

export const useSourcesActions = create<SourcesActions>()(() => noSourcesActions);
