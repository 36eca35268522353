import { join } from 'node:path';
import { nodeFiles } from '#core/files/node-files.ts';
import { type IndexRow, toIndexRows } from '#core/search/index-row.ts';
import type { SyncResult } from '#core/search/sync-index.ts';
import { ToolIndex } from '#core/search/tool-index.ts';
import { loadWorkspace } from '#core/workspace/load-workspace.ts';
import type { CatalogTool } from '#shared/domain/tool.ts';
import type { BenchTool } from './catalog.ts';
import type { Scratch } from './engines/engine.ts';
import { percentile, timed } from './statistics.ts';
import { count, milliseconds, print, table } from './table.ts';
import { writeWorkspace } from './workspace-on-disk.ts';

const changedTools = 10;

interface Case {
  readonly name: string;
  readonly hash: number[];
  readonly open: number[];
  readonly sync: number[];
  rows: number;
}

/** Times the index file: from nothing, unchanged, and with ten tools changed. Medians of `repeats`. */
export async function measureIndex(
  tools: readonly BenchTool[],
  { scratch, repeats }: { readonly scratch: Scratch; readonly repeats: number },
): Promise<void> {
  const root = scratch.folder();
  writeWorkspace(root, tools);
  const load = await timed(() => loadWorkspace(root, nodeFiles));
  const before = [...load.result.registry.values()];
  const after = before.map((tool, i) =>
    i % Math.floor(before.length / changedTools) === 0 && i < before.length - (before.length % changedTools)
      ? { ...tool, description: `${tool.description} Edited.` }
      : tool,
  );
  const cold = newCase('cold: no file yet');
  const unchanged = newCase('unchanged');
  const changed = newCase(`${changedTools} tools changed`);
  for (let i = 0; i < repeats; i++) {
    const path = join(scratch.folder(), 'tool_cache.db');
    await sync(cold, path, before);
    await sync(unchanged, path, before);
    await sync(changed, path, after);
  }
  const rows = [cold, unchanged, changed].map((entry) => {
    const [hash, open, write] = [entry.hash, entry.open, entry.sync].map((times) => percentile(times, 0.5));
    const total = (hash ?? 0) + (open ?? 0) + (write ?? 0);
    return [entry.name, ...[hash, open, write, total].map((ms) => milliseconds(ms ?? 0)), count(entry.rows)];
  });
  print(
    `  ${count(tools.length)} tools, median of ${repeats}; reading and checking the workspace's files, once: ${milliseconds(load.ms)} ms`,
  );
  print(table(['case', 'hash ms', 'open ms', 'sync ms', 'total ms', 'rows written'], rows));
}

function newCase(name: string): Case {
  return { name, hash: [], open: [], sync: [], rows: 0 };
}

/** As a start of the app does: hash the catalog, open the file, bring it up to date. */
async function sync(into: Case, path: string, tools: readonly CatalogTool[]): Promise<void> {
  const hashed = await timed((): Promise<readonly IndexRow[]> => toIndexRows(tools));
  const opened = await timed(() => new ToolIndex({ path, fts: 'detect', now: Date.now }));
  try {
    const synced = await timed(() => opened.result.sync(hashed.result));
    into.hash.push(hashed.ms);
    into.open.push(opened.ms);
    into.sync.push(synced.ms);
    into.rows = rowsWritten(synced.result);
  } finally {
    opened.result.close();
  }
}

function rowsWritten({ inserted, updated, removed }: SyncResult): number {
  return inserted + updated + removed;
}
