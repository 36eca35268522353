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

/** Lines that are laid out together. */
const linesOfPart = 8;

/** JSON text by lines, some of them to a part; joined again they are the text. No string of JSON goes over the end of a line. */
export function jsonParts(text: string): string[][] {
  const lines = text.split(/(?<=\n)/);
  return Array.from({ length: Math.ceil(lines.length / linesOfPart) }, (_, at) =>
    lines.slice(at * linesOfPart, (at + 1) * linesOfPart),
  );
}
