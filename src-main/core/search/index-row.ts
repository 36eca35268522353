import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import type { DeclaredMode, LoadingMode } from '#shared/domain/loading-mode.ts';
import type { CatalogTool, SideEffects } from '#shared/domain/tool.ts';
import { throwIfCancelled } from '../cancellation.ts';
import { toolRecordHash } from '../catalog/normalise-tool.ts';

/** A tool as the index stores it: metadata and a hash, nothing to run (R2.09, R2.10). */
export interface IndexRow {
  readonly name: string;
  readonly namespace: string | null;
  readonly description: string;
  /** JSON array, as the full-text index reads it. */
  readonly tags: string;
  readonly side_effects: SideEffects | null;
  readonly loading_mode: LoadingMode;
  readonly declared_mode: DeclaredMode;
  readonly tool_record_hash: string;
}

export function toIndexRow(tool: CatalogTool): IndexRow {
  return {
    name: tool.name,
    namespace: tool.namespace,
    description: tool.description,
    tags: JSON.stringify(tool.tags),
    side_effects: tool.side_effects,
    loading_mode: tool.mode,
    declared_mode: tool.declared_mode,
    tool_record_hash: toolRecordHash(tool),
  };
}

/** One hash of a whole catalog: equal when every row is, whatever their order (R2.15). */
export function catalogFingerprint(rows: readonly IndexRow[]): string {
  const hash = createHash('sha256');
  const lines = rows.map((row) => `${row.name}\0${row.tool_record_hash}\0${row.loading_mode}\n`).sort();
  for (const line of lines) hash.update(line);
  return hash.digest('hex');
}

/** Rows of all tools; gives way to other work between batches, since hashing 10,000 tools takes a moment. */
export async function toIndexRows(
  tools: readonly CatalogTool[],
  options: {
    readonly signal?: AbortSignal | undefined;
    readonly onProgress?: (done: number, total: number) => void;
  } = {},
): Promise<IndexRow[]> {
  const rows: IndexRow[] = [];
  for (const tool of tools) {
    rows.push(toIndexRow(tool));
    if (rows.length % 500 === 0) {
      options.onProgress?.(rows.length, tools.length);
      await setImmediate();
      throwIfCancelled(options.signal);
    }
  }
  return rows;
}
