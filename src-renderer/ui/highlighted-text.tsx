import { strings } from '../strings/ui.ts';
import { cutText } from './cut-text.ts';
import { visibleString } from './hidden-characters.ts';
import { splitHighlights, type TextRange } from './split-highlights.ts';
import styles from './visible-text.module.css';
import { VisiblePieces } from './visible-text.tsx';

/**
 * Text with its matches in `<mark>`. Descriptions are hostile text: they become text nodes, never HTML, and what hides in
 * them is shown (see `VisibleText`).
 */
export function HighlightedText({
  text,
  ranges,
  lines = true,
}: {
  text: string;
  ranges: readonly TextRange[];
  lines?: boolean;
}) {
  return (
    <bdi className={styles.text}>
      {splitHighlights(text, ranges).map((segment, at) =>
        // With its place as its key a part of another text takes over the element: only the text is written.
        segment.matched ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: see above
          <mark key={at} title={matchTitle(segment.term)}>
            <VisiblePieces text={segment.text} lines={lines} />
          </mark>
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: see above
          <span key={at}>
            <VisiblePieces text={segment.text} lines={lines} />
          </span>
        ),
      )}
    </bdi>
  );
}

function matchTitle(term: string | null): string {
  return term === null
    ? strings.highlightedText.matchedPattern
    : strings.highlightedText.matched(visibleString(cutText(term, 200)));
}
