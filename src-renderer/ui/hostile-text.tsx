import { UnstyledButton } from '@mantine/core';
import { useState } from 'react';
import { formatCount } from './format-number.ts';
import styles from './hostile-text.module.css';
import { cutText, visiblePieces } from './visible-text.ts';

/** Text of a tool's: text nodes only, hidden characters shown by name, so that nothing is read that is not seen. */
export function VisibleText({ text }: { text: string }) {
  return visiblePieces(text).map((piece) =>
    piece.isHidden ? (
      <span key={piece.start} className={styles.hidden} title="A hidden character, shown by its code point">
        {piece.text}
      </span>
    ) : (
      <span key={piece.start}>{piece.text}</span>
    ),
  );
}

/** The same for text of any length: the first `limit` characters, and the rest when it is asked for. */
export function HostileText({ text, limit = 4000 }: { text: string; limit?: number }) {
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? text : cutText(text, limit);
  return (
    <span className={styles.text}>
      <VisibleText text={shown} />
      {shown.length < text.length && <ShowAllButton length={text.length} onClick={() => setWhole(true)} />}
    </span>
  );
}

/** What stands at the end of a text that was cut. */
export function ShowAllButton({ length, onClick }: { length: number; onClick: () => void }) {
  return (
    <UnstyledButton className={styles.more} onClick={onClick}>
      … show all {formatCount(length)} characters
    </UnstyledButton>
  );
}
