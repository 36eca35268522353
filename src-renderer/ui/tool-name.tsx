import { cutText } from './cut-text.ts';
import { HighlightedText } from './highlighted-text.tsx';
import { shiftRanges, type TextRange } from './split-highlights.ts';

/** No real name is nearly as long; one that is would hold up the screen. */
const shownCharacters = 300;

/** A tool's name as everywhere in Pegboard: monospace, left to right, the namespace dim. */
export function ToolName({ name, ranges = [] }: { name: string; ranges?: readonly TextRange[] }) {
  const shown = cutText(name, shownCharacters);
  const dot = Math.max(shown.indexOf('.'), 0);
  return (
    <bdi className="mono" dir="ltr">
      {dot > 0 && (
        <span className="dim">
          <HighlightedText text={shown.slice(0, dot)} ranges={shiftRanges(ranges, 0, dot)} lines={false} />
        </span>
      )}
      <HighlightedText text={shown.slice(dot)} ranges={shiftRanges(ranges, dot, shown.length)} lines={false} />
      {shown.length < name.length && '…'}
    </bdi>
  );
}
