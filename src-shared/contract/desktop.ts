import { eventIterator } from '@orpc/contract';
import { z } from 'zod';
import { procedure } from './pegboard-procedure.ts';

/** What the native menu asks the page to do: commands of the page's own registry, by id. */
export const menuCommandSchema = z.enum([
  'palette.open',
  'help.show',
  'tools.import',
  'workspace.open',
  'workspace.new',
  'workspace.demo',
]);
export type MenuCommand = z.infer<typeof menuCommandSchema>;

export const desktopEventSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('command'), id: menuCommandSchema }),
  /** An address of the app to show, once `workspace` is open where one is named. */
  z.object({ type: z.literal('address'), address: z.string(), workspace: z.string().nullable() }),
  /** The page before this one ended by itself, and this one was loaded in its place. */
  z.object({ type: z.literal('recovered'), reason: z.string() }),
]);
export type DesktopEvent = z.infer<typeof desktopEventSchema>;

/** Sentences about work that is lost when the page goes, as a person would say them. */
export const unsavedWorkSchema = z.array(z.string().min(1).max(200)).min(1).max(20).readonly();

/** What a folder is chosen for: what the dialog says. */
export const folderPurposeSchema = z.enum(['open-workspace', 'new-workspace', 'export-target']);
export type FolderPurpose = z.infer<typeof folderPurposeSchema>;

/** The messages between a page and the native window around it. In a browser there is no such window. */
export const desktopContract = {
  /** What the window tells its page; nothing ever comes in a browser. */
  events: procedure.output(eventIterator(desktopEventSchema)),
  /**
   * Held open by a page for as long as it has unsaved work: before the window closes, it asks. It says `held` once. A page
   * that is gone holds nothing.
   */
  holdUnsaved: procedure
    .input(z.object({ work: unsavedWorkSchema }))
    .output(eventIterator(z.object({ type: z.literal('held') }))),
  /** Lets the user choose a folder in a dialog of the system; null when none was chosen. Error: `usage` in a browser. */
  chooseFolder: procedure.input(z.object({ purpose: folderPurposeSchema })).output(z.string().nullable()),
};
