import { commandWords } from '../../state/command-words.ts';

/** What somebody pasted, as far as its form says: of a `document` (JSON, JSONL, TOML) the content decides. */
export type Pasted =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'url'; readonly url: string }
  | { readonly kind: 'command'; readonly line: string }
  | { readonly kind: 'document'; readonly text: string }
  | { readonly kind: 'unknown'; readonly reason: string };

/** Longest command line; what is longer was pasted by mistake. */
const longestCommand = 8000;

/** JSON begins with a bracket, as TOML does with a table; comments come first in either; `key = value` is TOML. */
const documentStart = /^([[{]|\/\/|\/\*|#|"?[\w.-]+"?\s+=\s)/;

/** Tells an address, a command line and a document apart. Never fails: what it cannot tell, it says. */
export function recognisePasted(given: string): Pasted {
  const text = given.trim();
  if (text === '') return { kind: 'nothing' };
  if (/^https?:\/\/\S+$/i.test(text)) {
    return URL.canParse(text)
      ? { kind: 'url', url: text }
      : { kind: 'unknown', reason: 'This is not a valid address.' };
  }
  if (documentStart.test(text)) return { kind: 'document', text };
  if (text.length > longestCommand) {
    return { kind: 'unknown', reason: 'This is too long for a command, and no JSON, JSONL or TOML.' };
  }
  const cut = commandWords(text);
  if (cut.kind === 'problem') return { kind: 'unknown', reason: cut.message };
  if (cut.words.length === 0) return { kind: 'unknown', reason: 'There are variables, and no command after them.' };
  return { kind: 'command', line: text };
}
