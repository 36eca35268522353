import { type ComponentProps, memo, useMemo } from 'react';
import { strings } from '../../strings/ui.ts';
import { LongText } from '../long-text.tsx';
import { VisiblePieces } from '../visible-text.tsx';
import type { DiffSide } from './diff-rows.ts';
import { changedWords, type LinePiece, matchesIn, piecesOf } from './line-ranges.ts';
import styles from './text-diff.module.css';

/** Characters of a line that are laid out unasked. */
const shownOfLine = 20_000;

/** A grid, a row or a cell of the difference. The elements of a table cannot stand at heights of their own. */
export function GridPart(props: ComponentProps<'div'> & { readonly role: 'grid' | 'row' | 'gridcell' }) {
  return <div {...props} />;
}

interface DiffLineProps {
  readonly id: string;
  readonly side: DiffSide;
  /** Index of the line. */
  readonly line: number;
  readonly text: string;
  /** Whether the other text has another line here. */
  readonly isChanged: boolean;
  /** The line that it is shown beside; null where there is none. */
  readonly other: string | null;
  readonly sought: string;
  /** What holds from this line on, as a title; null for other lines. */
  readonly note: string | null;
}

/** A line of one text: its number, whether it was removed or added, and its words with those that changed. */
export const DiffLine = memo(function DiffLine(props: DiffLineProps) {
  const { id, side, line, text, isChanged, note } = props;
  return (
    <GridPart
      role="gridcell"
      id={id}
      className={styles.line}
      data-side={side}
      data-line={line + 1}
      data-change={isChanged ? side : undefined}
      data-note={note === null ? undefined : true}
      title={note ?? undefined}
    >
      {isChanged && (
        <span className="visually-hidden">
          {side === 'before' ? strings.textDiff.removed : strings.textDiff.added}{' '}
        </span>
      )}
      <bdi className={styles.text} data-text>
        <LongText text={text} limit={shownOfLine}>
          {(shown) => <LineText {...props} text={shown} />}
        </LongText>
      </bdi>
    </GridPart>
  );
});

function LineText({ side, text, other, sought }: DiffLineProps) {
  const changed = useMemo(() => {
    if (other === null) return [];
    return side === 'before' ? changedWords(text, other).before : changedWords(other, text).after;
  }, [side, text, other]);
  const found = useMemo(() => matchesIn(text, sought), [text, sought]);
  if (changed.length + found.length === 0) return <VisiblePieces text={text} />;
  return piecesOf(text.length, changed, found).map((piece) => (
    <Piece key={piece.start} side={side} piece={piece} text={text.slice(piece.start, piece.end)} />
  ));
}

function Piece({ side, piece, text }: { side: DiffSide; piece: LinePiece; text: string }) {
  const shown = <VisiblePieces text={text} />;
  const marked = piece.isFound ? <mark>{shown}</mark> : shown;
  if (!piece.isChanged) return marked;
  return side === 'before' ? <del>{marked}</del> : <ins>{marked}</ins>;
}
