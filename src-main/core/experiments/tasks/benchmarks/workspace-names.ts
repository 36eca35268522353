/** What one entry of a benchmark became. */
export interface Entry {
  /** How it is called in findings, and in the name of its file. */
  readonly name: string;
  readonly folder: string;
  readonly kind: 'task' | 'world';
  /** Null where it is left out; the problems say why. */
  readonly made: Record<string, unknown> | null;
  readonly problems: readonly string[];
}

/** Finds the tools and sources of a workspace by the names that a benchmark has for them. */
export interface Names {
  /** The tool of that name, or the only one with that name behind its source; else null. */
  tool(name: string): string | null;
  /** The source whose name has the same letters and digits; null where there is none, or more than one. */
  source(name: string): string | null;
  /** The tool of a source; null where there is none. */
  toolOf(source: string, name: string): string | null;
}

export function namesOf(names: readonly string[]): Names {
  const all = new Set(names);
  const short = grouped(names.flatMap((name) => (name.includes('.') ? [[afterSource(name), name] as const] : [])));
  const sources = new Set(names.flatMap((name) => (name.includes('.') ? [name.slice(0, name.indexOf('.'))] : [])));
  const bare = grouped([...sources].map((source) => [plain(source), source] as const));
  return {
    tool: (name) => (all.has(name) ? name : only(short.get(name))),
    source: (name) => only(bare.get(plain(name))),
    toolOf: (source, name) => (all.has(`${source}.${name}`) ? `${source}.${name}` : null),
  };
}

function afterSource(name: string): string {
  return name.slice(name.indexOf('.') + 1);
}

function plain(name: string): string {
  return name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
}

function grouped(rows: readonly (readonly [string, string])[]): Map<string, string[]> {
  const groups = new Map<string, string[]>();
  for (const [key, value] of rows) groups.set(key, [...(groups.get(key) ?? []), value]);
  return groups;
}

function only(found: readonly string[] = []): string | null {
  return found.length === 1 ? (found[0] ?? null) : null;
}

/** Left out, and why. */
export function leftOut(name: string, problem: string): Entry {
  return { name, folder: 'benchmark', kind: 'task', made: null, problems: [`left out: ${problem}`] };
}
