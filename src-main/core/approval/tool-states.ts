import type { ChangeClass, PartKind, Withheld } from '#shared/domain/approval.ts';
import type { AuditFinding, AuditVerdict } from '#shared/domain/audit.ts';
import { auditVerdictSchema } from '#shared/domain/audit.ts';
import type { Tool } from '#shared/domain/tool.ts';
import { worstSeverity } from '#shared/domain/tool-diff.ts';
import { type AuditInput, auditFindings } from '../audit/audit-tool.ts';
import { type Neighbours, neighboursOf } from '../audit/neighbours.ts';
import { verdictOf } from '../audit/verdict.ts';
import type { LoadedSource } from '../catalog/catalog.ts';
import { catalogName } from '../catalog/normalise-tool.ts';
import { diffTools } from '../catalog/tool-diff.ts';
import {
  type Contract,
  contractDigest,
  contractHashes,
  contractOf,
  type NamingSource,
  namelessDigest,
  sameContract,
  toolOfContract,
} from './contract.ts';
import { arrivalFindings, departedTools } from './departed-tools.ts';
import { approvedDigest, keyOfEntry, type Lock, type LockEntry, lockKey } from './lock-text.ts';
import { nameOfPart, type SourcePart } from './parts.ts';

/** A tool that is not as the lock approved it. */
export interface ToolState extends Withheld {
  /** Undefined for a tool. */
  readonly kind: PartKind | undefined;
  /** Name in the catalog; of another part, its `partName`. */
  readonly name: string;
  readonly source: string;
  /** As its source gives it now; null for a tool that is gone. */
  readonly contract: Contract | null;
  /** The entry of the lock, for a renamed tool the one of its former name. */
  readonly entry: LockEntry | null;
  /** The tool as the entry approves it; absent where nothing was approved. */
  readonly approved?: Tool | null;
  readonly findings: readonly AuditFinding[];
}

/** By name in the catalog; a tool that is not in it is approved. */
export type ToolStates = ReadonlyMap<string, ToolState>;

export const allApproved: ToolStates = new Map();

/**
 * How every tool of these sources stands to the lock. Pure. Without a lock, every tool counts as approved. `departed` are the sources
 * that only the lock has.
 */
export function toolStates(
  sources: readonly LoadedSource[],
  lock: Lock,
  departed: ReadonlySet<string> = new Set(),
): ToolStates {
  const captured = sources.flatMap(({ source, tools }) =>
    tools.map((tool): Subject => {
      const contract = contractOf(tool, source);
      return { kind: undefined, source, name: catalogName(tool, source), contract };
    }),
  );
  const readable = new Set(sources.map(({ source }) => source.name));
  return lock.kind === 'none' ? allApproved : statesOf(captured, lock, new Set([...readable, ...departed]));
}

/** The sources that the lock approved something of and that the workspace does not name. */
export function departedSources(lock: Lock, named: readonly { readonly name: string }[]): ReadonlySet<string> {
  const known = new Set(named.map(({ name }) => name));
  const entries = lock.kind === 'read' ? [...lock.entries.values()] : [];
  return new Set(entries.flatMap(({ source, contract }) => (contract && !known.has(source) ? [source] : [])));
}

/**
 * The same for instructions, prompts and skills, by `partName`. A lock of the first form says nothing about them, so they count as
 * approved.
 */
export function partStates(parts: readonly SourcePart[], lock: Lock): ToolStates {
  if (lock.kind === 'none' || (lock.kind === 'read' && lock.version === 1)) return allApproved;
  const subjects = parts.map((part): Subject => {
    const source = { name: part.source, format: 'tools_list' as const };
    return { kind: part.kind, source, name: nameOfPart(part), contract: part.contract };
  });
  return statesOf(subjects, lock, new Set());
}

/** Something that a lock approves, under the name that people know. */
interface Subject {
  readonly kind: PartKind | undefined;
  readonly source: NamingSource;
  readonly name: string;
  readonly contract: Contract;
}

/** `readable` are the sources whose missing tools are gone. */
function statesOf(
  captured: readonly Subject[],
  lock: Exclude<Lock, { kind: 'none' }>,
  readable: ReadonlySet<string>,
): ToolStates {
  const states = new Map<string, ToolState>();
  const inputs = lazily(() =>
    captured.map(({ source, contract, kind }) => auditInput(toolOfContract(contract, source), kind)),
  );
  const neighbours = lazily(() => neighboursOf(inputs()));
  const seen = lazily(
    () => new Set(captured.map(({ source, contract, kind }) => lockKey(source.name, contract.name, kind))),
  );
  const gone = lazily(() => goneTexts(lock, seen()));
  const departed = lazily(() =>
    departedTools(lock.kind === 'read' ? lock.entries.values() : [], { seen: seen(), sources: readable }),
  );
  const rejectedTexts = new Set(
    lock.kind === 'read' ? [...lock.entries.values()].flatMap(({ rejected }) => rejected) : [],
  );
  for (const [at, { kind, source, name, contract }] of captured.entries()) {
    const about = { kind, name, source: source.name, contract, findings: [] };
    const key = lockKey(source.name, contract.name, kind);
    if (lock.kind === 'damaged' || lock.unproven.has(key)) {
      states.set(name, { ...about, state: 'unproven', change: null, entry: null });
      continue;
    }
    const entry = lock.entries.get(key) ?? null;
    if (entry?.contract && sameContract(entry.contract, contract)) continue;
    const auditNow = () => audited(inputs()[at], neighbours());
    const digest = contractDigest(contractHashes(contract));
    if (entry && approvedDigest(entry) === digest) continue;
    // A source that somebody renamed in pegboard.yaml has no entries: what was rejected under its old name stays so.
    if (entry ? entry.rejected.includes(digest) : rejectedTexts.has(digest)) {
      const { findings } = audited(auditInput(toolOfContract(contract, source), kind));
      states.set(name, { ...about, state: 'rejected', change: null, entry, findings });
      continue;
    }
    if (!entry?.contract) {
      if (!entry && !lock.isWhole) {
        states.set(name, { ...about, state: 'unproven', change: null, entry: null });
        continue;
      }
      const former = gone().get(lockKey(source.name, namelessDigest(contract), kind));
      const { verdict, findings: found } = auditNow();
      if (former) {
        const change = verdict === 'quarantine' ? 'suspicious' : 'breaking';
        const approved = former.contract && toolOfContract(former.contract, source);
        states.set(name, { ...about, state: 'renamed', change, entry: former, approved, findings: found });
      } else {
        const arrival = { name: contract.name, source: source.name, digest };
        const findings = entry ? found : [...found, ...arrivalFindings(departed(), arrival)];
        const change = verdictOf(findings) === 'quarantine' ? 'suspicious' : 'new';
        states.set(name, { ...about, state: 'pending', change, entry, findings });
      }
      continue;
    }
    const approved = toolOfContract(entry.contract, source);
    const now = auditNow();
    const was = audited(auditInput(approved, kind));
    const severity = severityOf(approved, toolOfContract(contract, source));
    const change: ChangeClass = isWorse(now.verdict, was.verdict) ? 'suspicious' : severity;
    const state = entry.earlier.includes(digest) ? 'reverted' : 'changed';
    states.set(name, { ...about, state, change, entry, approved, findings: now.findings });
  }
  return states;
}

/**
 * Tools of the lock that their sources no longer have, and those of `departed` sources. A source that could not be read says nothing,
 * and a tool that has a new name is in `states` already.
 */
export function removedTools(
  sources: readonly LoadedSource[],
  lock: Lock,
  states: ToolStates,
  departed: ReadonlySet<string> = new Set(),
): readonly LockEntry[] {
  if (lock.kind !== 'read') return [];
  const readable = new Map(
    sources.map(({ source, tools }) => [source.name, new Set(tools.map((tool) => contractOf(tool, source).name))]),
  );
  const isGone = goneOf(
    states,
    ({ source, tool }) => departed.has(source) || readable.get(source)?.has(tool) === false,
  );
  return [...lock.entries.values()].filter((entry) => entry.kind === undefined && isGone(entry));
}

/** The same for instructions, prompts and skills. `sources` are those of the workspace. */
export function removedParts(
  { parts, sources }: { readonly parts: readonly SourcePart[]; readonly sources: readonly LoadedSource[] },
  lock: Lock,
  states: ToolStates,
  departed: ReadonlySet<string> = new Set(),
): readonly LockEntry[] {
  if (lock.kind !== 'read') return [];
  const present = new Set(parts.map(({ kind, source, contract }) => lockKey(source, contract.name, kind)));
  const known = new Set(sources.map(({ source }) => source.name));
  const isGone = goneOf(
    states,
    (entry) => departed.has(entry.source) || (known.has(entry.source) && !present.has(keyOfEntry(entry))),
  );
  return [...lock.entries.values()].filter((entry) => entry.kind !== undefined && isGone(entry));
}

/** Whether an approved entry is about something that is gone, and has no new name either. */
function goneOf(states: ToolStates, isMissing: (entry: LockEntry) => boolean): (entry: LockEntry) => boolean {
  const renamed = new Set([...states.values()].flatMap(({ state, entry }) => (state === 'renamed' ? [entry] : [])));
  return (entry) => entry.contract !== null && isMissing(entry) && !renamed.has(entry);
}

/** Approved texts of tools that are gone, by source and text without name. */
function goneTexts(lock: Lock, seen: ReadonlySet<string>): ReadonlyMap<string, LockEntry> {
  if (lock.kind !== 'read') return new Map();
  const gone = [...lock.entries].filter(([key]) => !seen.has(key));
  return new Map(
    gone.flatMap(([, entry]) =>
      entry.contract ? [[lockKey(entry.source, namelessDigest(entry.contract), entry.kind), entry] as const] : [],
    ),
  );
}

function severityOf(before: Tool, after: Tool): ChangeClass {
  return worstSeverity(diffTools(before, after).map(({ severity }) => severity));
}

function isWorse(now: AuditVerdict, was: AuditVerdict): boolean {
  return auditVerdictSchema.options.indexOf(now) > auditVerdictSchema.options.indexOf(was);
}

/** What an audit says of a definition beside its neighbours; alone without them. */
function audited(input: AuditInput | undefined, neighbours?: Neighbours) {
  const findings = input ? auditFindings(input, neighbours) : [];
  return { findings, verdict: verdictOf(findings) };
}

/** A value that is made when it is first asked for: most workspaces are as they were approved. */
function lazily<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

function auditInput(tool: Tool, kind?: PartKind): AuditInput {
  const { name, source, title, description, input_schema, output_schema, annotations, examples } = tool;
  const { usage_hint, phrases, hypothetical_queries, tags, aliases, category, related_tools, extra } = tool;
  return {
    ...{ name, source, title, description, input_schema, output_schema, annotations, examples },
    is_text: kind !== undefined,
    // Of a skill, they are the digests of its files.
    ...(kind !== 'skill' && {
      extra: { usage_hint, phrases, hypothetical_queries, tags, aliases, category, related_tools, ...extra },
    }),
  };
}
