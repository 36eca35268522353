import { z } from 'zod';
import { jsonValueSchema } from './json-value.ts';

/** A place in `pegboard.yaml`: keys from the top, such as `['overlays', 'shop.refund', 'tags']`. */
export const configPathSchema = z
  .array(z.string().max(512))
  .min(1)
  .max(12)
  .refine((path) => !path.includes('__proto__'), 'no field has this name')
  .refine(([top]) => top !== 'sources', 'sources are changed by procedures of their own');
export type ConfigPath = z.infer<typeof configPathSchema>;

/** One field of `pegboard.yaml`: what it is set to; without a value it goes out of the file, so that its default holds. */
export const configChangeSchema = z.strictObject({ path: configPathSchema, value: jsonValueSchema.optional() });
export type ConfigChange = z.infer<typeof configChangeSchema>;

export const configEditInputSchema = z.strictObject({
  changes: z.array(configChangeSchema).min(1).max(10_000),
  /** Revision of the file that the changes were made for; another one refuses them. */
  base: z.string().optional(),
  /** What is changed, in words, for whoever undoes it: "Board: shop.refund". */
  label: z.string().max(200).optional(),
});
export type ConfigEditInput = z.infer<typeof configEditInputSchema>;

export const configEditResultSchema = z.object({
  /** Whether the file was written; false when it said all that already. */
  written: z.boolean(),
  revision: z.string(),
  /** Undoes it, once; null when nothing was written, or nobody could undo. */
  undo: z.string().nullable(),
  label: z.string().nullable(),
});
export type ConfigEditResult = z.infer<typeof configEditResultSchema>;

/** The file as it is written, sources included; secrets that are in it are `"[hidden]"`. */
export const configTextSchema = z.object({
  path: z.string(),
  revision: z.string(),
  yaml: z.string(),
  json: z.string(),
});
export type ConfigText = z.infer<typeof configTextSchema>;

export const configStateSchema = z.object({
  path: z.string(),
  /** Hash of the file's text. */
  revision: z.string(),
  /** What the file says, without defaults and without `sources`. */
  written: z.record(z.string(), z.json()),
  /** What holds, defaults included, without `sources`. */
  effective: z.record(z.string(), z.json()),
});
export type ConfigState = z.infer<typeof configStateSchema>;
