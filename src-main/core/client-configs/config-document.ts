import { getNodeValue, type JSONPath, type Node, type ParseError, parseTree, printParseErrorCode } from 'jsonc-parser';
import { parse as parseToml, TomlError } from 'smol-toml';
import { type Finding, finding } from '#shared/domain/finding.ts';
import { positionAt, positionsIn } from '#shared/text/parse-json.ts';
import { locateField, parseYaml, yamlValues } from '#shared/text/parse-yaml.ts';

interface Place {
  readonly line: number;
  readonly column: number;
}

/** A configuration file as values, and where each of them stands. */
export interface ConfigDocument {
  readonly value: unknown;
  /** 1-based line and column of a value; undefined where the format does not tell. */
  placeOf(path: JSONPath): Place | undefined;
  /** The keys of an object that a later one of the same name replaces, each with its place. */
  replacedKeys(path: readonly string[]): readonly ReplacedKey[];
}

export interface ReplacedKey {
  readonly key: string;
  readonly start: Place;
}

/** The document, or the error that keeps it from being read. */
export type ParsedDocument =
  | { readonly document: ConfigDocument; readonly mistake?: undefined }
  | { readonly document?: undefined; readonly mistake: Finding };

/**
 * JSON with the comments and trailing commas that some clients allow; the others are read as leniently, since nothing is
 * written back. An empty text is an empty document: clients make such files.
 */
export function parseJsonDocument(text: string, file: string): ParsedDocument {
  if (text.trim() === '') return { document: { value: {}, ...placeless } };
  try {
    const mistakes: ParseError[] = [];
    const root = parseTree(text, mistakes, { allowTrailingComma: true });
    const first = mistakes[0];
    if (!root || first) {
      const reason = first ? printParseErrorCode(first.error).replace(/(?<=[a-z])(?=[A-Z])/g, ' ') : 'value expected';
      return { mistake: brokenFile(file, 'JSON', reason.toLowerCase(), positionAt(text, first?.offset ?? 0)) };
    }
    return {
      document: {
        // Objects without a prototype: a key such as __proto__ is a key like any other.
        value: getNodeValue(root),
        ...placesIn(root, text),
      },
    };
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return { mistake: brokenFile(file, 'JSON', 'nested too deep', { line: 1, column: 1 }) };
  }
}

const placeless = { placeOf: () => undefined, replacedKeys: () => [] };

/** TOML; values have no place in it, and a key twice is a mistake. */
export function parseTomlDocument(text: string, file: string): ParsedDocument {
  try {
    return { document: { value: parseToml(text, { integersAsBigInt: 'asNeeded' }), ...placeless } };
  } catch (error) {
    if (!(error instanceof TomlError)) throw error;
    const place = { line: error.line, column: error.column };
    const open = openQuote(text, place);
    if (open) return { mistake: brokenFile(file, 'TOML', 'the text that begins here has no closing quote', open) };
    const reason = error.message.split('\n', 1)[0]?.replace(/^Invalid TOML document: /, '') ?? '';
    return { mistake: brokenFile(file, 'TOML', reason, place) };
  }
}

/** The quote that a line leaves open, for a mistake at its end: the parser names the end of the line and calls it a control character. */
function openQuote(text: string, { line, column }: Place): Place | null {
  const content = (text.split('\n', line)[line - 1] ?? '').replace(/\r$/, '');
  if (column <= content.length || content.length > 10_000) return null;
  const closed = /^(?:[^"'#]|"(?:[^"\\]|\\.)*"|'[^']*')*/.exec(content)?.[0].length ?? 0;
  return content[closed] === '"' || content[closed] === "'" ? { line, column: closed + 1 } : null;
}

/** YAML; a key twice is a mistake. */
export function parseYamlDocument(text: string, file: string): ParsedDocument {
  const parsed = parseYaml(text);
  const values = parsed.ok ? yamlValues(parsed) : null;
  if (parsed.ok && values?.ok) {
    const placeOf = (path: Readonly<JSONPath>) => locateField(parsed, path);
    return { document: { value: values.value, placeOf, replacedKeys: () => [] } };
  }
  const [problem] = parsed.ok ? [] : parsed.problems;
  const reason = (problem?.kind ?? 'too_complex').replaceAll('_', ' ');
  return { mistake: brokenFile(file, 'YAML', reason, problem?.place ?? { line: 1, column: 1 }) };
}

/** Finds places without going over the text or the members of an object again for each: a file may have thousands. */
function placesIn(root: Node, text: string): Pick<ConfigDocument, 'placeOf' | 'replacedKeys'> {
  const positions = positionsIn(text);
  const members = new WeakMap<Node, ReadonlyMap<unknown, Node>>();
  const membersOf = (node: Node) => {
    const known = members.get(node) ?? new Map((node.children ?? []).flatMap((child) => keyAndValue(child)));
    members.set(node, known);
    return known;
  };
  const nodeAt = (path: Readonly<JSONPath>) => {
    let node: Node | undefined = root;
    for (const key of path) node = node && (typeof key === 'number' ? node.children?.[key] : membersOf(node).get(key));
    return node;
  };
  return {
    placeOf: (path) => {
      const node = nodeAt(path);
      return node && positions(node.parent?.type === 'property' ? node.parent.offset : node.offset);
    },
    replacedKeys: (path) => {
      const node = nodeAt(path);
      if (node?.type !== 'object') return [];
      const last = membersOf(node);
      return (node.children ?? []).flatMap((child) =>
        keyAndValue(child).flatMap(([key, value]) =>
          last.get(key) === value ? [] : [{ key: String(key), start: positions(child.offset) }],
        ),
      );
    },
  };
}

function keyAndValue({ type, children }: Node): [unknown, Node][] {
  const [key, value] = children ?? [];
  return type === 'property' && key && value ? [[key.value, value]] : [];
}

/** Names the place only: the text around it may hold a secret. */
function brokenFile(file: string, format: string, reason: string, start: Place): Finding {
  return finding('config_syntax', {
    message: `not valid ${format}: ${reason}`,
    path: file,
    range: { start },
    hint: 'Correct it in that program. Until then Pegboard neither lists its servers nor changes it.',
  });
}
