import { Lexer } from 'yaml';

/** Whether a YAML text has comments, which no other format can keep. */
export function hasYamlComments(text: string): boolean {
  let previous = '';
  for (const token of new Lexer().lex(text)) {
    // The text of a scalar follows a token of its own and may start with anything.
    if (token.startsWith('#') && previous !== '\u001f') return true;
    previous = token;
  }
  return false;
}
