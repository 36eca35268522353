import { findNodeAtLocation, type Node, parseTree } from 'jsonc-parser';

/** A place in a text: line and column from 1, in UTF-16 units. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

/** Keys under which a captured file has a field of a tool. */
const fieldKeys: Readonly<Record<string, readonly string[]>> = {
  input_schema: ['inputSchema', 'input_schema', 'parameters', 'schema'],
  output_schema: ['outputSchema', 'output_schema'],
};

/**
 * Where a finding stands in a captured file of JSON, or of a JSON value on each line: the words of its excerpt, else the nearest part
 * of the tool that is there. A text without a name of its own, such as instructions or a skill, is found by the words. Null where the
 * file has neither.
 */
export class Locator {
  readonly #text: string;
  /** Each tree with the offset of its text. */
  #trees: readonly { readonly root: Node; readonly from: number }[] | undefined;

  constructor(text: string) {
    this.#text = text;
  }

  find(name: string, place: string, excerpt: string): Position | null {
    this.#trees ??= treesOf(this.#text);
    for (const { root, from } of this.#trees) {
      const tool = toolNamed(root, name);
      if (!tool) continue;
      const node = nodeAt(tool, place.split('/'));
      const start = from + node.offset;
      const at = wordsIn(this.#text.slice(start, start + node.length), excerpt);
      return this.#position(start + Math.max(at, 0));
    }
    const at = wordsIn(this.#text, excerpt);
    return at < 0 ? null : this.#position(at);
  }

  #position(offset: number): Position {
    const before = this.#text.slice(0, offset);
    const start = before.lastIndexOf('\n') + 1;
    return { line: before.split('\n').length, column: offset - start + 1 };
  }
}

/** Where the first words of an excerpt begin in a text; -1 where they do not occur, or are too few. */
function wordsIn(text: string, excerpt: string): number {
  const words =
    excerpt
      .replace(/^…/, '')
      .split(/[⟨…\n"\\]/)[0]
      ?.slice(0, 24) ?? '';
  return words.length < 4 ? -1 : text.indexOf(words);
}

function treesOf(text: string): { root: Node; from: number }[] {
  const whole = isOneValue(text) ? parseTree(text) : undefined;
  if (whole) return [{ root: whole, from: 0 }];
  let from = 0;
  return text.split('\n').flatMap((line) => {
    const root = parseTree(line);
    const tree = root ? [{ root, from }] : [];
    from += line.length + 1;
    return tree;
  });
}

function isOneValue(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** The object with that name that is nearest to the root: an example in a schema may have a name too. */
function toolNamed(root: Node, name: string): Node | null {
  let level: Node[] = [root];
  while (level.length > 0) {
    const next: Node[] = [];
    for (const node of level) {
      const named = node.type === 'object' ? findNodeAtLocation(node, ['name']) : undefined;
      if (typeof named?.value === 'string' && named.value.trim() === name.trim()) return node;
      next.push(...(node.children ?? []));
    }
    level = next;
  }
  return null;
}

/** The node at a place, or the deepest one on the way. */
function nodeAt(tool: Node, segments: readonly string[]): Node {
  let node = tool;
  for (const [index, segment] of segments.entries()) {
    const own = segment.replaceAll('~1', '/').replaceAll('~0', '~');
    const keys = index === 0 ? (fieldKeys[own] ?? [own]) : [own];
    const step = node.type === 'array' ? [Number(own)] : undefined;
    const next = step
      ? findNodeAtLocation(node, step)
      : keys.map((key) => findNodeAtLocation(node, [key])).find(Boolean);
    if (!next) return node;
    node = next;
  }
  return node;
}
