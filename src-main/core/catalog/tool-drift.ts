import type { Source } from '#shared/domain/source.ts';
import type { Tool } from '#shared/domain/tool.ts';
import { type ToolChange, type ToolDrift, worstSeverity } from '#shared/domain/tool-diff.ts';
import type { CapturedTool } from './captured-tools.ts';
import { normaliseTool, toolRecordHash } from './normalise-tool.ts';
import { diffTools } from './tool-diff.ts';

/** Changes of one tool that are listed. */
const listedChanges = 100;

/** A tool as its source wrote it, and the source. */
export interface CapturedState {
  readonly captured: CapturedTool;
  readonly source: Source;
}

/**
 * How a tool that is not what it was differs, with its `tool_record_hash` before and after. A difference in keys that the
 * catalog does not use is a cosmetic change: there is never none.
 */
export function toolDrift(before: CapturedState, after: CapturedState): ToolDrift {
  return driftOf(normaliseTool(before.captured, before.source), normaliseTool(after.captured, after.source));
}

/** The same for two tools as the catalog has them, before overlays. */
export function driftOf(old: Tool, now: Tool): ToolDrift {
  const found = [...renaming(old.name, now.name), ...diffTools(old, now)];
  const changes = found.length > 0 ? found : [unusedKeys];
  return {
    tool: now.name,
    severity: worstSeverity(changes.map(({ severity }) => severity)),
    hash_before: toolRecordHash(old),
    hash_after: toolRecordHash(now),
    changes: changes.slice(0, listedChanges),
    omitted: Math.max(changes.length - listedChanges, 0),
  };
}

function renaming(before: string, after: string): ToolChange[] {
  if (before === after) return [];
  const message = `its name was ${before} and is ${after}`;
  return [{ kind: 'other', severity: 'breaking', path: 'name', message, before, after, words: null }];
}

const unusedKeys: ToolChange = {
  kind: 'other',
  severity: 'cosmetic',
  path: '',
  message: 'only keys that the catalog does not use differ',
  before: null,
  after: null,
  words: null,
};
