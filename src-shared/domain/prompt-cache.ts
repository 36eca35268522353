import { z } from 'zod';
import { keysOf, recordOf } from '../tables.ts';
import { tokenCountSchema } from '../tokens.ts';
import { providerNameSchema, providerTitle } from './payload.ts';

/** Layouts of our own prompt, with their titles. */
const ownLayouts = {
  /** Activated tools in the list of tools, before every message. */
  listed: 'ours, tools in the prompt',
  /** With `planner.stable_prefix`: activated tools are after the message that brought them. */
  appended: 'ours, tools after messages (planner.stable_prefix)',
};

/**
 * In which order and form a request is laid out; a provider's cache holds as far as its bytes stay the same. After ours come the
 * request bodies of providers, in the order in which they are read: tools, system, messages.
 */
export const promptLayoutSchema = z.enum([...keysOf(ownLayouts), ...providerNameSchema.options]);
export type PromptLayout = z.infer<typeof promptLayoutSchema>;

export const promptLayoutTitles: Readonly<Record<PromptLayout, string>> = {
  ...ownLayouts,
  ...recordOf(providerNameSchema.options, (name) => providerTitle(name, 'cache')),
};

/** How far a step's request is the one before it. */
export const cacheOffsetSchema = z.object({
  layout: promptLayoutSchema,
  /** UTF-8 bytes of the request. */
  bytes: z.int(),
  /** First byte that differs from the request of the step before, counted from 0; null for the first step. */
  offset: z.int().nullable(),
  /** Tokens from that byte on; null for the first step. */
  tokens_after: tokenCountSchema.nullable(),
  /** Whether something that was sent before is sent again after that byte; else the request only grew. */
  broken: z.boolean(),
  /** The part of the request that the byte is in. */
  place: z.string(),
});
export type CacheOffset = z.infer<typeof cacheOffsetSchema>;

/** A layout over all steps of a simulation. */
export const cacheTotalSchema = z.object({
  layout: promptLayoutSchema,
  /** Whether this run was really sent so. */
  sent: z.boolean(),
  /** Steps whose request did not only grow. */
  broken_steps: z.int(),
  /** Tokens after the first difference, over all steps but the first. */
  tokens_after: tokenCountSchema,
});
export type CacheTotal = z.infer<typeof cacheTotalSchema>;
