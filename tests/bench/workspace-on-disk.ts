import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BenchTool } from './catalog.ts';

/** Tools to a file: a file of a source may have 32 MiB at most. */
const toolsPerSource = 10_000;

/** Writes a workspace whose tools are all deferred. */
export function writeWorkspace(root: string, tools: readonly BenchTool[]): void {
  mkdirSync(join(root, 'sources'), { recursive: true });
  const sources: { name: string; path: string; format: string }[] = [];
  for (let start = 0; start < tools.length; start += toolsPerSource) {
    const name = `part-${sources.length + 1}`;
    const path = `sources/${name}.jsonl`;
    const lines = tools.slice(start, start + toolsPerSource).map((tool) => JSON.stringify(tool));
    writeFileSync(join(root, path), `${lines.join('\n')}\n`);
    sources.push({ name, path, format: 'tools_jsonl' });
  }
  // JSON is YAML too.
  const config = { tool_search: { enabled: true, default_loading_mode: 'deferred' }, sources };
  writeFileSync(join(root, 'pegboard.yaml'), JSON.stringify(config));
}
