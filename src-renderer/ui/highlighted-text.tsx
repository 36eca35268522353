import { splitHighlights, type TextRange } from './split-highlights.ts';

/** Text with its matches in `<mark>`. Descriptions are hostile text: they become text nodes, never HTML. */
export function HighlightedText({ text, ranges }: { text: string; ranges: readonly TextRange[] }) {
  let offset = 0;
  return splitHighlights(text, ranges).map((segment) => {
    const key = offset;
    offset += segment.text.length;
    return segment.matched ? (
      <mark key={key} title={segment.term === null ? 'matched by the pattern' : `matched by “${segment.term}”`}>
        {segment.text}
      </mark>
    ) : (
      <span key={key}>{segment.text}</span>
    );
  });
}
