import { z } from 'zod';

/** A level more, and a value counts as too deep: what checks, edits and prints values calls itself once a level. */
export const maximumDepth = 200;

/** Whether lists and objects are nested more than `maximumDepth` deep. Without recursion. */
export function nestsTooDeep(value: unknown): boolean {
  let level = [value].filter(isTree);
  for (let depth = 1; level.length > 0; depth++) {
    if (depth > maximumDepth) return true;
    level = level.flatMap((one) => Object.values(one)).filter(isTree);
  }
  return false;
}

function isTree(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

/** Any JSON value that does not nest too deep. */
export const jsonValueSchema = z
  .custom<z.core.util.JSONType>((value) => !nestsTooDeep(value), `is nested more than ${maximumDepth} levels deep`)
  .pipe(z.json());
