import type { AuditFinding } from '#shared/domain/audit.ts';
import { auditFinding } from '../audit/audit-rule.ts';
import { approvedDigest, type LockEntry, lockKey } from './lock-text.ts';

/** Approved tools that their sources no longer have, by name. */
export type DepartedTools = ReadonlyMap<string, readonly LockEntry[]>;

/** The tools of the lock that are gone from `sources`, those that could be read. `seen` are the keys of all present tools. */
export function departedTools(
  entries: Iterable<LockEntry>,
  { seen, sources }: { readonly seen: ReadonlySet<string>; readonly sources: ReadonlySet<string> },
): DepartedTools {
  const gone = [...entries].filter(
    ({ kind, contract, source, tool }) =>
      kind === undefined && contract !== null && sources.has(source) && !seen.has(lockKey(source, tool)),
  );
  return Map.groupBy(gone, ({ tool }) => tool);
}

/**
 * What a new tool has to do with one of another source that is gone: the same definition moved, which is a hint, or another
 * definition took the name over, which is a hard finding. Nothing where no other source lost a tool of this name.
 */
export function arrivalFindings(
  departed: DepartedTools,
  { name, source, digest }: { readonly name: string; readonly source: string; readonly digest: string },
): readonly AuditFinding[] {
  const others = departed.get(name)?.filter((entry) => entry.source !== source) ?? [];
  const moved = others.find((entry) => approvedDigest(entry) === digest);
  const from = moved ?? others[0];
  if (!from) return [];
  const why = moved
    ? `The tool moved: ${from.source} no longer has it, and its approved definition is the same.`
    : `The tool takes over a name: ${from.source} no longer has the tool that was approved, and this definition is another one.`;
  return [auditFinding('tool_shadowing', { weight: moved ? 'hint' : 'hard', place: 'name', excerpt: name, why })];
}
