import { partName } from '#shared/domain/approval.ts';
import type { WorkspaceConfig } from '#shared/domain/config.ts';
import { type Tool, toolDefinitionJson } from '#shared/domain/tool.ts';
import type { ReviewItem } from '#shared/domain/tool-review.ts';
import { contractOf, type NamingSource, toolOfContract } from '../approval/contract.ts';
import { actionOf } from '../approval/lock-edits.ts';
import { type LockEntry, lockKey } from '../approval/lock-text.ts';
import { capturedParts, nameOfPart, type SourcePart } from '../approval/parts.ts';
import { departedSources, partStates, removedParts, removedTools, type ToolState } from '../approval/tool-states.ts';
import { catalogName } from '../catalog/normalise-tool.ts';
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

/** The present text of a tool or part that is as it was approved; undefined where there is none of that name. */
export function approvedState({ sources, parts, lock }: ReviewedWorkspace, name: string): ToolState | undefined {
  const tools = sources.flatMap(({ source, tools: own }) =>
    own.map((tool) => ({ kind: undefined, source: source.name, tool, at: source, name: catalogName(tool, source) })),
  );
  const tool = tools.find((one) => one.name === name);
  const part = parts.find((one) => nameOfPart(one) === name);
  const found = tool ? { ...tool, contract: contractOf(tool.tool, tool.at) } : part;
  if (!found) return undefined;
  const { kind, source, contract } = found;
  const entry = lock.kind === 'read' ? (lock.entries.get(lockKey(source, contract.name, kind)) ?? null) : null;
  return { kind, name, source, state: 'changed', change: 'cosmetic', contract, entry, findings: [] };
}

/** Everything that differs from the lock, what is gone too, by name. */
export function openStates(loaded: ReviewedWorkspace): ToolState[] {
  const parts = partStates(loaded.parts, loaded.lock);
  const departed = departedSources(loaded.lock, loaded.file.config.sources);
  const gone = removedParts(loaded, loaded.lock, parts, departed).flatMap((entry): ToolState[] => {
    const { kind, source, tool } = entry;
    if (kind === undefined) return [];
    const name = partName({ kind, source, name: tool });
    return [{ kind, name, source, state: 'removed', change: 'breaking', contract: null, entry, findings: [] }];
  });
  return [...openTools(loaded, departed), ...parts.values(), ...gone].sort((a, b) => (a.name < b.name ? -1 : 1));
}

function openTools({ sources, lock, unapproved }: LoadedWorkspace, departed: ReadonlySet<string>): ToolState[] {
  const gone = removedTools(sources, lock, unapproved, departed).map((entry): ToolState => {
    const source = namingSource(sources, entry.source);
    const name = entry.contract ? toolOfContract(entry.contract, source).name : entry.tool;
    const about = { kind: undefined, name, source: entry.source };
    return { ...about, state: 'removed', change: 'breaking', contract: null, entry, findings: [] };
  });
  return [...unapproved.values(), ...gone];
}

/** A source as it names its tools. One that only the lock has is named like most: `<source>.<tool>`. */
function namingSource(sources: LoadedWorkspace['sources'], name: string): NamingSource {
  return sources.find(({ source }) => source.name === name)?.source ?? { name, format: 'tools_list' };
}

/** The text of a tool that was approved; null where nothing was. */
export function approvedTool({ sources }: LoadedWorkspace, entry: LockEntry | null): Tool | null {
  return entry?.contract ? toolOfContract(entry.contract, namingSource(sources, entry.source)) : null;
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
    input_schema: !before && after && state.kind === undefined ? after.input_schema : null,
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
