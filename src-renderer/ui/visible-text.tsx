import { type AllHTMLAttributes, createElement } from 'react';
import { textPieces } from './hidden-characters.ts';
import styles from './visible-text.module.css';

/** The element that holds a text and nothing else, with its attributes; without `as` there is none. */
export interface TextFrame extends Omit<AllHTMLAttributes<HTMLElement>, 'as' | 'children'> {
  readonly as?: keyof HTMLElementTagNameMap;
}

/**
 * Text that came from outside, isolated from the text around it: control, bidi, zero-width and tag characters are shown as
 * small boxes with their code. Every name, description and message of a tool goes through here.
 */
export function VisibleText({ text, lines = true, as, ...frame }: { text: string; lines?: boolean } & TextFrame) {
  const shown = (
    <bdi className={styles.text}>
      <VisiblePieces text={text} lines={lines} />
    </bdi>
  );
  return as ? createElement(as, frame, shown) : shown;
}

/** The same without the isolation, for a part of a text that is isolated as a whole. */
export function VisiblePieces({ text, lines = true }: { text: string; lines?: boolean }) {
  let offset = 0;
  return textPieces(text, { lines }).map((piece) => {
    const key = offset;
    offset += piece.text.length;
    return piece.kind === 'text' ? (
      piece.text
    ) : (
      <span key={key} className={styles.mark} title={piece.meaning} data-hidden-character={piece.code}>
        {piece.code}
      </span>
    );
  });
}
