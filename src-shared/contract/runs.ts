import { z } from 'zod';
import { keptRunSchema, runRecordSchema } from '../domain/kept-run.ts';
import { procedure } from './pegboard-procedure.ts';

/** Path of the workspace that runs belong to. It need not be the open one: a run may end after another was opened. */
const workspace = z.string().min(1).max(4096);
const one = z.object({ workspace, id: z.uuid() });

/** The last runs of the simulator, in the user's own folder. */
export const runsContract = {
  /** Keeps a run; the oldest go when there are too many. Errors: `disk_full`, `folder_read_only`. */
  keep: procedure.input(runRecordSchema.extend({ workspace })).output(z.object({ kept: z.literal(true) })),
  /** The kept runs of a workspace, the newest first. */
  list: procedure.input(z.object({ workspace })).output(z.array(keptRunSchema).readonly()),
  /** What a run is played from again; null when it is not kept any more. */
  film: procedure.input(one).output(z.string().nullable()),
  /** Removes a run; false when it was not there. */
  remove: procedure.input(one).output(z.object({ removed: z.boolean() })),
};
