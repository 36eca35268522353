import type { AuditInput } from './audit-input.ts';
import { nameKey } from './name-key.ts';

/** The names of all definitions of an audit, by their form without case, separators and look-alike letters. */
export interface Neighbours {
  readonly bySource: ReadonlyMap<string, ReadonlySet<string>>;
  /** Sources that have a name, by the key of the name. */
  readonly byKey: ReadonlyMap<string, readonly NamedTool[]>;
  /** The same by each key without one of its letters: names with a slip meet there. Empty where there is one source only. */
  readonly byShortened: ReadonlyMap<string, readonly NamedTool[]>;
}

export interface NamedTool {
  readonly name: string;
  readonly source: string;
}

/** The names of the tools, without the prefix of their source. */
export function neighboursOf(tools: readonly AuditInput[]): Neighbours {
  const bySource = new Map<string, Set<string>>();
  const byKey = new Map<string, NamedTool[]>();
  const byShortened = new Map<string, NamedTool[]>();
  for (const tool of tools) {
    const source = tool.source ?? '';
    const name = ownName(tool);
    const names = bySource.get(source);
    if (names) names.add(name);
    else bySource.set(source, new Set([name]));
    enter(byKey, nameKey(name), { name, source });
  }
  if (bySource.size > 1) {
    for (const [key, named] of byKey) {
      for (const left of shortened(key)) for (const one of named) enter(byShortened, left, one);
    }
  }
  return { bySource, byKey, byShortened };
}

/** Tools that one key may have: a list of thousands under one name must not cost their square. */
const maximumForKey = 20;

function enter(map: Map<string, NamedTool[]>, key: string, tool: NamedTool): void {
  const known = map.get(key);
  if (!known) map.set(key, [tool]);
  else if (known.length < maximumForKey) known.push(tool);
}

/** A key, and the key without each of its letters: what two keys with one letter of difference have in common. */
export function shortened(key: string): string[] {
  if (key.length > 64) return [];
  return [key, ...Array.from(key, (_, at) => key.slice(0, at) + key.slice(at + 1))];
}

/** The name of a tool as its source has it: a catalog puts the source and a dot before it. */
export function ownName({ name, source }: AuditInput): string {
  return source && name.startsWith(`${source}.`) ? name.slice(source.length + 1) : name;
}
