import { partName } from '#shared/domain/approval.ts';
import type { WorkspaceConfig } from '#shared/domain/config.ts';
import { type Tool, toolDefinitionJson } from '#shared/domain/tool.ts';
import type { ReviewItem } from '#shared/domain/tool-review.ts';
import { toolOfContract } from '../approval/contract.ts';
import { actionOf } from '../approval/lock-edits.ts';
import type { LockEntry } from '../approval/lock-text.ts';
import { capturedParts, type SourcePart } from '../approval/parts.ts';
import { partStates, removedParts, removedTools, type ToolState } from '../approval/tool-states.ts';
import { driftOf } from '../catalog/tool-drift.ts';
import type { Files } from '../files/files.ts';
import { countTextTokens } from '../prompt/count-tokens.ts';
import type { LoadedWorkspace } from '../workspace/load-workspace.ts';
import { skillParts } from '../workspace/skill-parts.ts';

/** A workspace with everything of its sources that the lock approves. */
export interface ReviewedWorkspace extends LoadedWorkspace {
  readonly parts: readonly SourcePart[];
}

/** The workspace with the parts of its sources, as the files say now. */
export async function reviewedWorkspace(loaded: LoadedWorkspace, files: Files): Promise<ReviewedWorkspace> {
  return { ...loaded, parts: [...capturedParts(loaded.sources), ...(await skillParts(loaded, files))] };
}

/** Everything that differs from the lock, what is gone too, by name. */
export function openStates(loaded: ReviewedWorkspace): ToolState[] {
  const parts = partStates(loaded.parts, loaded.lock);
  const gone = removedParts(loaded, loaded.lock, parts).flatMap((entry): ToolState[] => {
    const { kind, source, tool } = entry;
    if (kind === undefined) return [];
    const name = partName({ kind, source, name: tool });
    return [{ kind, name, source, state: 'removed', change: 'breaking', contract: null, entry, findings: [] }];
  });
  return [...openTools(loaded), ...parts.values(), ...gone].sort((a, b) => (a.name < b.name ? -1 : 1));
}

function openTools({ sources, lock, unapproved }: LoadedWorkspace): ToolState[] {
  const formats = new Map(sources.map(({ source }) => [source.name, source]));
  const gone = removedTools(sources, lock, unapproved).map((entry): ToolState => {
    const source = formats.get(entry.source) ?? { name: entry.source, format: 'tools_jsonl' as const };
    const name = entry.contract ? toolOfContract(entry.contract, source).name : entry.tool;
    const about = { kind: undefined, name, source: entry.source };
    return { ...about, state: 'removed', change: 'breaking', contract: null, entry, findings: [] };
  });
  return [...unapproved.values(), ...gone];
}

/** The text of a tool that was approved; null where nothing was. */
export function approvedTool({ sources }: LoadedWorkspace, entry: LockEntry | null): Tool | null {
  const source = sources.find((loaded) => loaded.source.name === entry?.source)?.source;
  return entry?.contract && source ? toolOfContract(entry.contract, source) : null;
}

/** The text of a tool as its source gives it now; null for one that is gone. */
export function presentTool({ sources }: LoadedWorkspace, { contract, source: name }: ToolState): Tool | null {
  const source = sources.find((loaded) => loaded.source.name === name)?.source;
  return contract && source ? toolOfContract(contract, source) : null;
}

/** What a reviewer sees of a state. */
export function reviewItem(loaded: LoadedWorkspace, state: ToolState): ReviewItem {
  const before = approvedTool(loaded, state.entry);
  const after = presentTool(loaded, state);
  const { approvals } = loaded.file.config;
  const isChange = state.state === 'changed' || state.state === 'reverted';
  const tokensOf = state.kind === undefined ? tokensOfTool : tokensOfText;
  return {
    kind: state.kind ?? 'tool',
    tool: state.name,
    source: state.source,
    state: state.state,
    change: state.change,
    action: after && actionOf(approvals, state),
    former_name: state.state === 'renamed' ? (state.entry?.tool ?? null) : null,
    description: { before: before?.description ?? null, after: after?.description ?? null },
    drift: before && after ? driftOf(before, after) : null,
    findings: state.findings,
    tokens: { before: tokensOf(before), after: tokensOf(after) },
    can_keep_text:
      isChange && state.kind === undefined && overlayOfApproved(loaded.file.config, before, after) !== null,
  };
}

/** The approved title and description as fields of an overlay, where the present ones differ; null where none does. */
export function overlayOfApproved(
  { overlays }: Pick<WorkspaceConfig, 'overlays'>,
  before: Tool | null,
  after: Tool | null,
): { readonly title?: string; readonly description?: string } | null {
  if (!before || !after) return null;
  const own = Object.hasOwn(overlays, after.name) ? overlays[after.name] : undefined;
  const fields = {
    ...(before.title !== null && before.title !== after.title && own?.title === undefined && { title: before.title }),
    ...(before.description !== after.description &&
      own?.description === undefined && { description: before.description }),
  };
  return Object.keys(fields).length > 0 ? fields : null;
}

function tokensOfTool(tool: Tool | null): number | null {
  return tool && countTextTokens(toolDefinitionJson(tool)).o200k;
}

function tokensOfText(part: Tool | null): number | null {
  return part && countTextTokens(part.description).o200k;
}
