import { referenceTo, variableName } from '../secrets/variable-references.ts';

/** A text whose references are in our form. */
export interface ClientText {
  readonly text: string;
  /** Variables for which the configuration gives a default, which is not carried over: it may be a secret. */
  readonly defaulted: readonly string[];
  /** What only that program can fill in, such as `${workspaceFolder}`; it stays as it is. */
  readonly unfilled: readonly string[];
}

/** `${VAR}`, `${VAR:-default}`, `${env:VAR}` and `${input:id}`: how clients refer to values that are not in the file. */
const reference = /\$\{(?:(env|input):)?([A-Za-z_][\w.-]*)(:-[^}]*)?\}/g;
/** What an editor fills in with a path or a setting of its own; no environment variable is called so. */
const editorReference =
  /\$\{(?:\/|(?:config|command):[\w.-]{1,100}|workspaceFolder|workspaceFolderBasename|workspaceRoot|userHome|pathSeparator|cwd|file|fileDirname|execPath)\}/g;

/** What stands in a text that only an editor can fill in, each once. */
export function editorPlaceholders(text: string): string[] {
  return [...new Set(text.match(editorReference) ?? [])];
}

/** The references of a text as `${env:NAME}`. */
export function clientText(given: string): ClientText {
  const defaulted = new Set<string>();
  const text = given.replace(reference, (whole, kind: string | undefined, name: string, fallback?: string) => {
    if (whole.match(editorReference)) return whole;
    const variable = kind !== 'input' && /^\w+$/.test(name) ? name : variableName(name);
    if (fallback !== undefined) defaulted.add(variable);
    return referenceTo(variable);
  });
  return { text, defaulted: [...defaulted], unfilled: editorPlaceholders(text) };
}
