import { HighlightedText } from './highlighted-text.tsx';
import { shiftRanges, type TextRange } from './split-highlights.ts';

/** A tool's name as everywhere in Pegboard: monospace, the namespace dim. */
export function ToolName({ name, ranges = [] }: { name: string; ranges?: readonly TextRange[] }) {
  const dot = Math.max(name.indexOf('.'), 0);
  return (
    <span className="mono">
      {dot > 0 && (
        <span className="dim">
          <HighlightedText text={name.slice(0, dot)} ranges={shiftRanges(ranges, 0, dot)} />
        </span>
      )}
      <HighlightedText text={name.slice(dot)} ranges={shiftRanges(ranges, dot, name.length)} />
    </span>
  );
}
