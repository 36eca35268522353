import type { z } from 'zod';

/** What is wrong at a place of a file. */
export interface SchemaIssue {
  readonly path: readonly PropertyKey[];
  readonly message: string;
}

/** An issue as places in the file: each unknown key by itself, and of a choice the issue that came furthest. */
export function issuesInside(issue: z.core.$ZodIssue): SchemaIssue[] {
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => ({ path: [...issue.path, key], message: 'there is no such field' }));
  }
  if (issue.code !== 'invalid_union') return [{ path: issue.path, message: issue.message }];
  const inner = issue.errors
    .map((issues) => issues.flatMap(issuesInside))
    .sort((a, b) => (b[0]?.path.length ?? 0) - (a[0]?.path.length ?? 0))[0];
  if (!inner || inner.length === 0) return [{ path: issue.path, message: issue.message }];
  return inner.map(({ path, message }) => ({ path: [...issue.path, ...path], message }));
}
