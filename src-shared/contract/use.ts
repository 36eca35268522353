import { eventIterator } from '@orpc/contract';
import { z } from 'zod';
import {
  useAllowInputSchema,
  useForgetInputSchema,
  useOriginStateSchema,
  useReadEventSchema,
  useReadInputSchema,
  useReportInputSchema,
  useReportSchema,
  useRowsInputSchema,
  useRowsSchema,
} from '../domain/use-report.ts';
import { procedure, writing } from './pegboard-procedure.ts';

/** What agents did with the tools of the open workspace, by the logs on this computer. Error of each: `workspace_not_found`. */
export const useContract = {
  /** The logs on this computer, which of them the user allowed, and what was read. */
  origins: procedure.output(z.array(useOriginStateSchema)),
  /** Keeps the consent to read an origin in this workspace. Errors: `file_not_found` for a path, `disk_full`, `folder_read_only`. */
  allow: writing.input(useAllowInputSchema).output(z.array(useOriginStateSchema)),
  /** Takes the consent back and removes what was kept, of one origin or of all. Errors: `database_busy`, `disk_full`. */
  forget: writing.input(useForgetInputSchema).output(z.object({ removed: z.int() })),
  /** Reads what is new in the logs that are allowed; ends with what was read. Errors: `consent_required`, `database_busy`, `disk_full`. */
  read: procedure.input(useReadInputSchema).output(eventIterator(useReadEventSchema)),
  /** The figures. Error: `database_busy`. */
  report: procedure.input(useReportInputSchema).output(useReportSchema),
  /** The events behind a figure, page by page. Error: `database_busy`. */
  rows: procedure.input(useRowsInputSchema).output(useRowsSchema),
};
