import { eventIterator } from '@orpc/contract';
import { z } from 'zod';
import { procedure, writing } from './pegboard-procedure.ts';
import { runFileKinds, scenarioFileSchema, scenarioTextSchema } from './planner.ts';

const text = z.string().max(4 * 1024 * 1024);
const path = z.string().max(2000);
const hash = z.string().max(200);

/** `expected_hash` is that of the text the edit began with; null for a file that must not be there yet. */
const saveInputSchema = z.object({ path, text, expected_hash: hash.nullable() });
export type SaveScenarioInput = z.infer<typeof saveInputSchema>;

const createInputSchema = z.object({
  name: z.string().trim().min(1).max(100),
  /** What it is, a scenario where it is not said; a copy is what its original is. */
  kind: z.enum(runFileKinds).optional(),
  /** Path of the file it is a copy of; else it begins as a small example. */
  like: path.optional(),
  /** The text it begins with, such as a recorded run; instead of `like`. */
  text: text.optional(),
});
export type CreateScenarioInput = z.infer<typeof createInputSchema>;

const filesSchema = z.array(scenarioFileSchema).readonly();

/** The scenarios, tasks and worlds of the open workspace, as people write them: scenarios first, each kind by path. */
export const scenariosContract = {
  /** All of them. */
  list: procedure.output(filesSchema),
  /** All of them now and whenever a file of them changed; null while no workspace is open. */
  watch: procedure.output(eventIterator(filesSchema.nullable())),
  /** Writes a text over one that has the expected hash. Errors: `file_changed`, `usage` for another kind of file. */
  save: writing.input(saveInputSchema).output(scenarioTextSchema),
  /** Makes a new one in `scenarios` or `tasks`, a copy of a task or a world beside it, in a file named after it. Error: `scenario_invalid` for one that cannot be copied. */
  create: writing.input(createInputSchema).output(scenarioTextSchema),
  /** Removes a file that has the expected hash. Error: `file_changed`. */
  remove: writing.input(z.object({ path, expected_hash: hash })).output(scenarioTextSchema),
};
