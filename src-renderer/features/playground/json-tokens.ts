/** A piece of JSON text and what it is. */
export interface JsonToken {
  readonly text: string;
  readonly kind: 'key' | 'string' | 'number' | 'other';
}

const piece = /("[^"\\]*(?:\\.[^"\\]*)*(?:"|\\?$))(\s*:)?|(-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)/g;

/** JSON text, or its beginning, cut into pieces for colouring; joined again they are the text. */
export function jsonTokens(text: string): JsonToken[] {
  const tokens: JsonToken[] = [];
  let position = 0;
  const push = (until: number, kind: JsonToken['kind']) => {
    if (until > position) tokens.push({ text: text.slice(position, until), kind });
    position = until;
  };
  for (const match of text.matchAll(piece)) {
    push(match.index, 'other');
    const [, quoted, colon] = match;
    if (quoted === undefined) push(match.index + match[0].length, 'number');
    else push(match.index + quoted.length, colon === undefined ? 'string' : 'key');
  }
  push(text.length, 'other');
  return tokens;
}
