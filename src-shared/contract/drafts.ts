import { z } from 'zod';
import {
  draftAtSchema,
  draftSummarySchema,
  draftsOfSchema,
  keptDraftSchema,
  putDraftInputSchema,
} from '../domain/draft.ts';
import { procedure } from './pegboard-procedure.ts';

/** Text that was typed and is not saved: kept through a crash, in the user's own folder. */
export const draftsContract = {
  /** Keeps a draft in place of the one of the same id. Errors: `drafts_full`, `disk_full`, `folder_read_only`. */
  put: procedure.input(putDraftInputSchema).output(z.object({ saved_at: z.string() })),
  /** The drafts of a workspace, the last one first, without their texts. */
  list: procedure.input(draftsOfSchema).output(z.array(draftSummarySchema).readonly()),
  /** One draft with its text; null when there is none. */
  read: procedure.input(draftAtSchema).output(keptDraftSchema.nullable()),
  /** Forgets a draft; false when there was none. */
  drop: procedure.input(draftAtSchema).output(z.object({ dropped: z.boolean() })),
};
