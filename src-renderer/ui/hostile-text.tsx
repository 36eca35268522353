import { createElement } from 'react';
import styles from './hostile-text.module.css';
import { LongText } from './long-text.tsx';
import { type TextFrame, VisibleText } from './visible-text.tsx';

/** Text of a tool's of any length: hidden characters shown, line ends kept, the rest after `limit` characters on demand. */
export function HostileText({ text, limit, as, ...frame }: { text: string; limit?: number } & TextFrame) {
  const shown = (
    <span className={styles.text}>
      <LongText text={text} limit={limit}>
        {(some) => <VisibleText text={some} />}
      </LongText>
    </span>
  );
  return as ? createElement(as, frame, shown) : shown;
}
