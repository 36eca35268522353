import { z } from 'zod';

/** How an equal, shorter schema is written. `references`: parts that are there several times stand once, under `$defs`. */
export const schemaFormSchema = z.enum(['plain', 'references']);
export type SchemaForm = z.infer<typeof schemaFormSchema>;

/**
 * What makes a schema shorter. `titles`: they repeat a name. `empty`: keywords that allow everything or say nothing. `dialect`: `$schema`,
 * where every dialect reads the schema alike. `unused`: definitions that nothing refers to. `references`: parts that are written once.
 */
export const schemaSteps = ['titles', 'empty', 'dialect', 'unused', 'references'] as const;
export type SchemaStep = (typeof schemaSteps)[number];
