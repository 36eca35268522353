import { relative, resolve, sep } from 'node:path';
import { lockFileName } from '#core/approval/lock-text.ts';
import { nodeFiles } from '#core/files/node-files.ts';
import { workspaceFileName } from '#core/workspace/workspace-file.ts';
import { partKindSchema } from '#shared/domain/approval.ts';
import { readYamlValues } from '#shared/text/yaml-values.ts';
import { type CommandContext, findWorkspace } from '../command-context.ts';

/** What differs: a tool or another part by the name that people know, and its source. */
interface NamedChange {
  readonly source: string;
  readonly name: string;
}

/** A line of a file, from 1. The path is relative to the current folder. */
export interface ChangePlace {
  readonly path: string;
  readonly line: number;
}

/** The largest file that is searched for places, bytes. */
const maximumBytes = 64 * 1024 * 1024;

/**
 * Where each change stands: at the block of `pegboard.lock` that says what was approved; without one at its source in `pegboard.yaml`, else
 * at the beginning of that file. Error: `workspace_not_found`.
 */
export async function changePlaces(context: CommandContext): Promise<(change: NamedChange) => ChangePlace> {
  const root = await findWorkspace(context);
  const at = (name: string) => relative(context.io.cwd, resolve(root, name)).split(sep).join('/');
  const [lock, config] = [await textAt(resolve(root, lockFileName)), await textAt(resolve(root, workspaceFileName))];
  const blocks = blockLines(lock);
  const sources = sourceLines(config);
  return ({ source, name }) => {
    const block = anchorsOf(source, name)
      .map((anchor) => blocks.get(anchor))
      .find((line) => line !== undefined);
    if (block !== undefined) return { path: at(lockFileName), line: block };
    return { path: at(workspaceFileName), line: sources.get(source) ?? 1 };
  };
}

async function textAt(path: string): Promise<string> {
  return (await nodeFiles.exists(path)) ? nodeFiles.readText(path, { maximumBytes }) : '';
}

/** The line on which each block of a lock begins, by the words behind its marker. */
function blockLines(lock: string): Map<string, number> {
  const lines = lock.split('\n').map((line, i) => [line, i + 1] as const);
  return new Map(
    lines.flatMap(([line, number]) => (line.startsWith('--- # ') ? [[line.slice(6), number] as const] : [])),
  );
}

/** How the block of a tool or of another part may begin: tools by their name in the catalog or at their source. */
function anchorsOf(source: string, name: string): string[] {
  const [, kind, own] = /^(\w+)(?:: ?| )(.*)$/.exec(name) ?? [];
  const part = partKindSchema.options.find((one) => one === kind);
  const short = (given: string, start: string) => (given.startsWith(start) ? given.slice(start.length) : given);
  if (part !== undefined && own !== undefined) return [`${source} ${part} ${short(own, `${source}/`)}`.trimEnd()];
  return [`${source} ${name}`, `${source} ${short(name, `${source}.`)}`];
}

function sourceLines(config: string): Map<string, number> {
  const read = readYamlValues(config);
  const value = read.ok ? (read.values.value as { sources?: unknown } | null) : null;
  if (!read.ok || !Array.isArray(value?.sources)) return new Map();
  const { placeOf } = read.values;
  return new Map(
    value.sources.flatMap((source: unknown, i): [string, number][] =>
      typeof source === 'object' && source !== null && 'name' in source
        ? [[String(source.name), placeOf(['sources', i]).line]]
        : [],
    ),
  );
}
