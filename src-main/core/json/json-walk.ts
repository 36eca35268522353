/** A value inside a JSON document and the way to it. */
export interface JsonNode {
  readonly value: unknown;
  /** Key or index under which its parent holds it; '' for the root. */
  readonly key: string;
  readonly parent: JsonNode | null;
  /** 0 for the root. */
  readonly depth: number;
}

/** Bounds for documents that somebody else wrote: beyond them a document is cut, never an error. */
export const walkLimits = { nodes: 50_000, depth: 100 } as const;

/**
 * Every value of a document, parents first, members in their order. Keeps its own stack, so that no nesting can overflow the
 * call stack; stops going down at 100 levels and stops altogether at 50,000 values.
 */
export function* walkJson(root: unknown): Generator<JsonNode, void> {
  const stack: JsonNode[] = [{ value: root, key: '', parent: null, depth: 0 }];
  for (let seen = 0; seen < walkLimits.nodes; seen++) {
    const node = stack.pop();
    if (!node) return;
    yield node;
    const { value, depth } = node;
    if (typeof value !== 'object' || value === null || depth >= walkLimits.depth) continue;
    const keys = Object.keys(value);
    const room = walkLimits.nodes - seen;
    for (let at = Math.min(keys.length, room) - 1; at >= 0; at--) {
      const key = keys[at] ?? '';
      stack.push({ value: Reflect.get(value, key), key, parent: node, depth: depth + 1 });
    }
  }
}

/** JSON pointer (RFC 6901) of a node from the root of its document; '' for the root. */
export function pointerOf(node: JsonNode): string {
  const parts: string[] = [];
  for (let at: JsonNode = node; at.parent; at = at.parent) parts.push(escapePointer(at.key));
  return parts
    .reverse()
    .map((part) => `/${part}`)
    .join('');
}

export function escapePointer(key: string): string {
  return key.replaceAll('~', '~0').replaceAll('/', '~1');
}

/** An object that is not an array, or null. */
export function asRecord(value: unknown): Readonly<Record<string, unknown>> | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Readonly<Record<string, unknown>>)
    : null;
}

/** Keywords of a schema with data of the author as value; nothing in that data is a keyword. */
const dataKeywords = new Set(['const', 'enum', 'default', 'example', 'examples']);

/** Whether a node of a schema is such data, or a property's name rather than a keyword. */
export function isInsideData(node: JsonNode): boolean {
  for (let at: JsonNode = node; at.parent; at = at.parent) {
    const isName = at.parent.key === 'properties' || at.parent.key === 'patternProperties';
    if (isName ? at === node : dataKeywords.has(at.key)) return true;
  }
  return false;
}

/** Whether a value nests more than so many levels. Looks no deeper than that. */
export function isDeeperThan(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((inner) => isDeeperThan(inner, levels - 1));
}
