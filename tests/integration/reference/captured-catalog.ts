import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';

/** What the reference needs of a tool, read from the captured files without the product's help. */
export interface ReferenceTool {
  readonly name: string;
  readonly namespace: string | null;
  readonly description: string;
  readonly tags: readonly string[];
  readonly sideEffects: string | null;
  readonly mode: 'always' | 'deferred';
}

export type Json = Readonly<Record<string, unknown>>;

/** A captured file: its text goes into a workspace as it is. */
export interface CapturedFile {
  readonly source: string;
  readonly format: 'tools_list' | 'tools_jsonl';
  readonly tools: readonly Json[];
}

export type Overlays = Readonly<Record<string, Json>>;

/** Every captured catalog of a folder of folders. */
export function readCatalogs(folder: string): CapturedFile[] {
  return readdirSync(folder)
    .sort()
    .flatMap((catalog) =>
      readdirSync(join(folder, catalog))
        .filter((file) => file.endsWith('.json'))
        .sort()
        .map((file) => readCaptured(join(folder, catalog, file))),
    );
}

/** A `tools/list` result in a `.json`, or one tool a line in a `.jsonl`. */
export function readCaptured(path: string): CapturedFile {
  const text = readFileSync(path, 'utf8');
  const source = basename(path).replace(/\.jsonl?$/, '');
  if (path.endsWith('.jsonl')) {
    const lines = text.split('\n').filter((line) => line.trim() !== '');
    return { source, format: 'tools_jsonl', tools: lines.map((line) => JSON.parse(line) as Json) };
  }
  return { source, format: 'tools_list', tools: (JSON.parse(text) as { tools: Json[] }).tools };
}

/** The tools of captured files under overlays. Deferred unless the tool, its overlay or a prefix says otherwise. */
export function referenceTools(files: readonly CapturedFile[], overlays: Overlays = {}): ReferenceTool[] {
  return files.flatMap(({ source, format, tools }) =>
    tools.map((tool): ReferenceTool => {
      const upstream = String(tool.name);
      const name = format === 'tools_list' ? `${source}.${upstream}` : upstream;
      const overlay = overlays[name] ?? {};
      const declared = overlay.loading_mode ?? tool.loading_mode;
      return {
        name,
        namespace: namespaceOf(name, tool, source, format),
        description: String(tool.description ?? ''),
        tags: (overlay.tags ?? tool.tags ?? []) as readonly string[],
        sideEffects: (overlay.side_effects ?? tool.side_effects ?? effectOf(tool.annotations)) as string | null,
        mode: name.startsWith('tasks.') || declared === 'always' ? 'always' : 'deferred',
      };
    }),
  );
}

function namespaceOf(name: string, tool: Json, source: string, format: CapturedFile['format']): string | null {
  if (typeof tool.namespace === 'string') return tool.namespace;
  if (format === 'tools_list') return source;
  return name.indexOf('.') > 0 ? name.slice(0, name.indexOf('.')) : null;
}

/** MCP's hints. */
function effectOf(annotations: unknown): string | null {
  const hints = (annotations ?? {}) as Json;
  if (hints.readOnlyHint === true) return 'read';
  if (hints.openWorldHint === true) return 'external';
  return hints.destructiveHint === true || hints.readOnlyHint === false ? 'write' : null;
}

/** Writes a workspace by hand; JSON is YAML too. `settings` go beside `sources`. */
export function writeWorkspace(root: string, files: readonly CapturedFile[], settings: Json): void {
  mkdirSync(join(root, 'sources'), { recursive: true });
  const sources = files.map(({ source, format }) => {
    const path = `sources/${source}.${format === 'tools_list' ? 'json' : 'jsonl'}`;
    return { name: source, path, format };
  });
  for (const [i, { format, tools }] of files.entries()) {
    const lines = format === 'tools_list' ? [JSON.stringify({ tools })] : tools.map((tool) => JSON.stringify(tool));
    writeFileSync(join(root, sources[i]?.path ?? ''), `${lines.join('\n')}\n`);
  }
  writeFileSync(join(root, 'pegboard.yaml'), JSON.stringify({ ...settings, sources }));
}
