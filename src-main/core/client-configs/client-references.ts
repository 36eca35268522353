import { isPlainDefault, referenceTo, variableName } from '../secrets/variable-references.ts';

/** A text whose references are in our form. */
export interface ClientText {
  readonly text: string;
  /** Defaults by variable that cannot be in a connection, as they look like secrets or have odd signs. */
  readonly taken: ReadonlyMap<string, string>;
  /** Variables whose default stays in the text. */
  readonly defaulted: readonly string[];
  /** What only that program can fill in, such as `${workspaceFolder}`; it stays as it is. */
  readonly unfilled: readonly string[];
}

/**
 * `${VAR}`, `${VAR:-default}`, `${env:VAR}` and `${input:id}`: how clients refer to values that are not in the file. A default
 * may hold one more reference.
 */
const reference = /\$\{(?:(env|input):)?([A-Za-z_][\w.-]*)(:-(?:\$\{[^{}]*\}|[^}])*)?\}/g;
/** What an editor fills in with a path or a setting of its own; no environment variable is called so. */
const editorReference =
  /\$\{(?:\/|(?:config|command):[\w.-]{1,100}|workspaceFolder|workspaceFolderBasename|workspaceRoot|userHome|pathSeparator|cwd|file|fileDirname|execPath)\}/g;

/** The placeholders in a text that only an editor can fill in, each once. */
export function editorPlaceholders(text: string): string[] {
  return [...new Set(text.match(editorReference) ?? [])];
}

/** The references of a text as `${env:NAME}`, with their defaults where those may be seen. */
export function clientText(given: string): ClientText {
  const taken = new Map<string, string>();
  const defaulted = new Set<string>();
  const text = given.replace(reference, (whole, kind: string | undefined, name: string, rest?: string) => {
    if (whole.match(editorReference)) return whole;
    const variable = kind !== 'input' && /^\w+$/.test(name) ? name : variableName(name);
    const fallback = rest?.slice(2);
    if (fallback === undefined) return referenceTo(variable);
    if (isPlainDefault(variable, fallback)) {
      defaulted.add(variable);
      return referenceTo(variable, fallback);
    }
    taken.set(variable, clientText(fallback).text);
    return referenceTo(variable);
  });
  return { text, taken, defaulted: [...defaulted], unfilled: editorPlaceholders(text) };
}
