import { z } from 'zod';

/** A name that a persona's model may not read, and why. For the host only. */
export const hiddenNameSchema = z.object({
  name: z.string(),
  kind: z.enum([
    'tool',
    /** Another name of a hidden tool. */
    'alias',
    /** The policy denies it, and no tool has it now. */
    'denied',
    'skill',
  ]),
  /** The rule that hides it, in words. */
  rule: z.string(),
});
export type HiddenName = z.infer<typeof hiddenNameSchema>;

/** A hidden name in a text that a model could read. */
export const leakSchema = z.object({
  name: z.string(),
  /** What was asked that the text answers; null where nothing was. */
  asked: z.string().nullable(),
  /** Line of the text, counted from 1. */
  line: z.int(),
  /** The text around the name. */
  excerpt: z.string(),
});
export type Leak = z.infer<typeof leakSchema>;

/** Texts of one kind, all that there are of it. */
export const scannedTextsSchema = z.object({
  /** Where a model reads them: `prompt: available_tools`, `tool_search`, `request: anthropic`. */
  place: z.string(),
  texts: z.int(),
  /** UTF-16 code units of all of them. */
  characters: z.int(),
  /** Hidden names found, each once a text: none is proof, one is a fault. */
  found: z.int(),
  /** The first of them. */
  leaks: z.array(leakSchema).readonly(),
});
export type ScannedTexts = z.infer<typeof scannedTextsSchema>;

/** Whether a persona's model could read a hidden name anywhere. */
export const leakReportSchema = z.object({
  profile: z.string(),
  persona: z.string().nullable(),
  hidden: z.array(hiddenNameSchema).readonly(),
  /** How many of the hidden names were looked for in every text. */
  looked_for: z.int(),
  /**
   * Hidden names that are words anyway: of Pegboard's own texts, which are the same for everybody, or names of arguments of visible
   * tools. Reading one tells nothing, so they are not looked for.
   */
  ordinary: z.array(z.string()).readonly(),
  places: z.array(scannedTextsSchema).readonly(),
  found: z.int(),
});
export type LeakReport = z.infer<typeof leakReportSchema>;
