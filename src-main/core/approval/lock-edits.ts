import { type ApprovalAction, type ApprovalsConfig, approvalAction, partAction } from '#shared/domain/approval.ts';
import { PegboardError } from '#shared/errors.ts';
import type { LoadedSource } from '../catalog/catalog.ts';
import { maximumFileBytes } from '../files/node-files.ts';
import { type Contract, contractDigest, contractHashes, contractOf } from './contract.ts';
import {
  approvedDigest,
  keyOfEntry,
  type Lock,
  type LockEntry,
  type LockVersion,
  lockFileName,
  lockKey,
  lockText,
  rememberedTexts,
} from './lock-text.ts';
import { capturedParts, type SourcePart } from './parts.ts';
import { partStates, type ToolState, toolStates } from './tool-states.ts';

/** What a workspace has: its lock, its tools, and the other parts of its sources. */
export interface Approved {
  readonly lock: Lock;
  readonly sources: readonly LoadedSource[];
  readonly parts: readonly SourcePart[];
}

/** The entries of a lock by key, to be changed. */
export type LockDraft = Map<string, LockEntry>;

/**
 * The entries of a workspace, to change and to write: those of its lock, or, without one, its tools as they are. `repaired` are the
 * keys that the change gives a new entry. Error: `lock_invalid` where writing would hide that the file proves nothing.
 */
export function draftOf({ lock, sources, parts }: Approved, repaired: ReadonlySet<string> = new Set()): LockDraft {
  const present = parts.map((part) => [keyOfPart(part), entryOfPart(part)] as const);
  if (lock.kind === 'none') return new Map([...sources.flatMap(entriesOf), ...present]);
  if (lock.kind === 'damaged') throw lockInvalid(lock.problem);
  const [problem] = lock.problems;
  const isRepaired = lock.isWhole && [...lock.unproven].every((key) => repaired.has(key));
  if (problem && !isRepaired) throw lockInvalid(problem);
  return new Map(lock.version === 1 ? [...present, ...lock.entries] : lock.entries);
}

/** Writes down that a state of a tool is approved; for one that is gone, that it may be. What was rejected of it stays rejected. */
export function approve(draft: LockDraft, state: ToolState): void {
  const { contract, entry, source, kind } = state;
  if (entry && (state.state === 'renamed' || !contract)) draft.delete(keyOfEntry(entry));
  if (entry && !contract && entry.rejected.length > 0) set(draft, { ...entry, contract: null, earlier: [] });
  if (!contract) return;
  const digest = contractDigest(contractHashes(contract));
  const before = entry && approvedDigest(entry);
  const earlier = [...(before ? [before] : []), ...(entry?.earlier ?? [])].filter((one) => one !== digest);
  const rejected = (entry?.rejected ?? []).filter((one) => one !== digest);
  const about = { source, ...(kind && { kind }), tool: contract.name };
  set(draft, { ...about, contract, earlier: latest(earlier), rejected });
}

/**
 * Writes down that this text of a tool is not wanted; an approval of the same text is withdrawn. Error: `usage` for a tool that is gone.
 */
export function reject(draft: LockDraft, { name, contract, source, state, kind }: ToolState): void {
  if (!contract) {
    throw new PegboardError('usage', `${name} is gone: its source no longer has it, so there is nothing to reject.`, {
      hint: 'Approve the removal, or leave it as it is.',
    });
  }
  const known = state === 'unproven' ? undefined : draft.get(lockKey(source, contract.name, kind));
  const digest = contractDigest(contractHashes(contract));
  const rejected = latest([digest, ...(known?.rejected ?? []).filter((one) => one !== digest)]);
  const kept = known ?? { source, ...(kind && { kind }), tool: contract.name, contract: null, earlier: [] };
  const isWithdrawn = known !== undefined && approvedDigest(known) === digest;
  set(draft, { ...kept, ...(isWithdrawn && { contract: null }), rejected });
}

/** The text of a lock. Error: `file_too_large` for one that could not be read back. */
export function draftText(draft: LockDraft, version?: LockVersion): string {
  const text = lockText(draft.values(), version);
  if (Buffer.byteLength(text) <= maximumFileBytes) return text;
  throw new PegboardError('file_too_large', `${lockFileName} would be larger than Pegboard reads.`, {
    hint: 'Keep some sources in another workspace.',
  });
}

/**
 * The lock that an import leaves, or null where it changes nothing. The first change of a source writes down what was approved
 * until then. The tools of a source that is new are approved by its import, but for those that the workspace does not simply allow.
 * Error: `lock_invalid`.
 */
export function lockAfterImport(
  before: Approved,
  {
    writes,
    arrivingParts,
  }: { readonly writes: readonly LoadedSource[]; readonly arrivingParts: readonly SourcePart[] },
  approvals: ApprovalsConfig,
): string | null {
  const known = new Set(before.sources.map(({ source }) => source.name));
  const { lock } = before;
  for (const { source } of lock.kind === 'read' ? lock.entries.values() : []) known.add(source);
  const added = writes.filter(({ source }) => !known.has(source.name));
  const draft = draftOf(before);
  const asWritten: Lock = {
    ...{ kind: 'read', version: 2, entries: draft, unproven: new Set(), isWhole: true, problems: [] },
  };
  const isNew = (source: string) => added.some((one) => one.source.name === source);
  const parts = [...capturedParts(added), ...arrivingParts.filter(({ source }) => isNew(source))];
  const states = [...toolStates([...before.sources, ...added], asWritten), ...partStates(parts, asWritten)];
  const arriving = states.map(([, state]) => state).filter(({ source }) => isNew(source));
  const isServed = (state: ToolState) => actionOf(approvals, state) === 'allow';
  const changesNone = lock.kind === 'none' && added.length === writes.length && arriving.every(isServed);
  if (changesNone || (lock.kind !== 'none' && arriving.length === 0)) return null;
  for (const state of arriving.filter(isServed)) approve(draft, state);
  return draftText(draft);
}

/** What the workspace does with a tool or another part in a state. */
export function actionOf(approvals: ApprovalsConfig, state: ToolState): ApprovalAction {
  return (state.kind === undefined ? approvalAction : partAction)(approvals, state.source, state);
}

/** The lock after a source got another name; null where there is none. Error: `lock_invalid`. */
export function lockAfterRename(lock: Lock, from: string, to: string): string | null {
  if (lock.kind === 'none') return null;
  const draft = draftOf({ lock, sources: [], parts: [] });
  for (const [key, entry] of [...draft]) {
    if (entry.source !== from) continue;
    draft.delete(key);
    set(draft, { ...entry, source: to });
  }
  return draftText(draft, versionOf(lock));
}

/**
 * The lock without the section of a source that is removed, and what was taken out of it. Null where the lock has no such section, or is
 * damaged: a source can be removed from a workspace whose lock is to be repaired.
 */
export function lockAfterRemoval(lock: Lock, source: string): { text: string; taken: readonly LockEntry[] } | null {
  if (lock.kind !== 'read' || lock.problems.length > 0) return null;
  const draft = new Map(lock.entries);
  const taken = [...draft.values()].filter((entry) => entry.source === source);
  if (taken.length === 0) return null;
  for (const entry of taken) draft.delete(keyOfEntry(entry));
  return { text: draftText(draft, lock.version), taken };
}

/** The lock with the section of a source back; null where there is no lock any more. Error: `lock_invalid`. */
export function lockAfterRestore(lock: Lock, taken: readonly LockEntry[]): string | null {
  if (lock.kind === 'none') return null;
  const draft = draftOf({ lock, sources: [], parts: [] });
  for (const entry of taken) set(draft, entry);
  return draftText(draft, versionOf(lock));
}

/** An edit that knows nothing of the other parts leaves the form of the file, and with it what the file says of them. */
function versionOf(lock: Lock): LockVersion | undefined {
  return lock.kind === 'read' ? lock.version : undefined;
}

/** The present tools of a source as approved ones. */
function entriesOf({ source, tools }: LoadedSource): (readonly [string, LockEntry])[] {
  return tools.map((tool) => {
    const contract: Contract = contractOf(tool, source);
    const entry = { source: source.name, tool: contract.name, contract, earlier: [], rejected: [] };
    return [lockKey(source.name, contract.name), entry];
  });
}

function keyOfPart({ source, kind, contract }: SourcePart): string {
  return lockKey(source, contract.name, kind);
}

function entryOfPart({ source, kind, contract }: SourcePart): LockEntry {
  return { source, kind, tool: contract.name, contract, earlier: [], rejected: [] };
}

function set(draft: LockDraft, entry: LockEntry): void {
  draft.set(keyOfEntry(entry), entry);
}

function latest(digests: readonly string[]): string[] {
  return digests.slice(0, rememberedTexts);
}

function lockInvalid({ line, message, hint }: { line: number; message: string; hint: string }): PegboardError {
  return new PegboardError('lock_invalid', `${lockFileName}:${line}: it ${message}. Nothing was written.`, {
    hint,
    data: { file: lockFileName, line },
  });
}
