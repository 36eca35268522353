import { strings } from '../strings/state.ts';

/** A command line cut into words, or why it cannot be. */
export type CommandWords =
  | { readonly kind: 'words'; readonly env: Readonly<Record<string, string>>; readonly words: readonly string[] }
  | { readonly kind: 'problem'; readonly message: string };

const operators = /[|&;<>]/;
/** The characters that a backslash escapes; before any other one it is literal, as in `C:\tools\server.exe`. */
const escapable = /[\s"'\\$`|&;<>]/;

/**
 * Cuts a command line as a POSIX shell does: quotes, backslashes, lines that go on. Assignments in front (`TOKEN=x npx …`) and
 * a prompt (`$ npx …`) are distinguished. Nothing is expanded, since no shell will run it; operators of a shell are refused.
 */
export function commandWords(line: string): CommandWords {
  const words: string[] = [];
  let word: string | null = null;
  let quote: string | null = null;
  const text = line.trim().replace(/^\$\s+/, '');
  for (let at = 0; at < text.length; at++) {
    const character = text.charAt(at);
    const next = text.charAt(at + 1);
    if (quote === "'") {
      if (character === "'") quote = null;
      else word += character;
    } else if (quote === '"') {
      if (character === '"') quote = null;
      else if (character === '\\' && /["\\$`]/.test(next)) word += text.charAt(++at);
      else word += character;
    } else if (character === '\\' && /[\r\n]/.test(next)) {
      at += next === '\r' && text.charAt(at + 2) === '\n' ? 2 : 1;
    } else if (character === '\\' && escapable.test(next)) {
      word = (word ?? '') + text.charAt(++at);
    } else if (character === '"' || character === "'") {
      quote = character;
      word ??= '';
    } else if (/\s/.test(character)) {
      if (word !== null) words.push(word);
      word = null;
    } else if (operators.test(character)) {
      return problem(strings.commandWords.isShellCharacter(character));
    } else {
      word = (word ?? '') + character;
    }
  }
  if (quote !== null) return problem(strings.commandWords.closingIsMissing(quote));
  if (word !== null) words.push(word);
  return withoutAssignments(words);
}

function withoutAssignments(words: readonly string[]): CommandWords {
  const env: Record<string, string> = {};
  let first = 0;
  for (; first < words.length; first++) {
    const [, name, value] = /^([A-Za-z_]\w*)=([\s\S]*)$/.exec(words[first] ?? '') ?? [];
    if (name === undefined || value === undefined) break;
    env[name] = value;
  }
  return { kind: 'words', env, words: words.slice(first) };
}

function problem(message: string): CommandWords {
  return { kind: 'problem', message };
}
