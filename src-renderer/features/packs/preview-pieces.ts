/** A part of the block that a model gets; `at` is its offset. */
export interface PreviewPiece {
  readonly at: number;
  readonly text: string;
  readonly kind: 'plain' | 'redacted' | 'gated';
}

/** The placeholders of the core for private text, and for tools that a reader may not know. */
const replaced = /\[REDACTED_[A-Z]+\]|a suitable tool(?: \(use \S+ for the needed capability\))?/g;

/** The block cut where something was replaced. */
export function previewPieces(text: string): PreviewPiece[] {
  const pieces: PreviewPiece[] = [];
  let from = 0;
  for (const match of text.matchAll(replaced)) {
    if (match.index > from) pieces.push({ at: from, text: text.slice(from, match.index), kind: 'plain' });
    pieces.push({ at: match.index, text: match[0], kind: match[0].startsWith('[') ? 'redacted' : 'gated' });
    from = match.index + match[0].length;
  }
  if (from < text.length) pieces.push({ at: from, text: text.slice(from), kind: 'plain' });
  return pieces;
}
