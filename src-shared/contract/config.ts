import { z } from 'zod';
import {
  configEditInputSchema,
  configEditResultSchema,
  configStateSchema,
  configTextSchema,
} from '../domain/config-edit.ts';
import { procedure, writing } from './pegboard-procedure.ts';

/** The open workspace's `pegboard.yaml`, but for its sources. */
export const configContract = {
  /**
   * The content of the file and the effective values. Edits are based on it, so it is read for the workspace that the
   * caller shows.
   */
  read: writing.output(configStateSchema),
  /** The whole file to look at, sources included, secrets hidden. */
  text: procedure.output(configTextSchema),
  /** Sets and resets fields, all or none; no other byte of the file changes. */
  edit: writing.input(configEditInputSchema).output(configEditResultSchema),
  /** Takes one edit back; its own `undo` makes it again. */
  undo: writing.input(z.object({ undo: z.string().min(1) })).output(configEditResultSchema),
};
