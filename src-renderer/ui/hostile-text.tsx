import styles from './hostile-text.module.css';
import { LongText } from './long-text.tsx';
import { VisibleText } from './visible-text.tsx';

/** Text of a tool's of any length: hidden characters shown, line ends kept, the rest after `limit` characters on demand. */
export function HostileText({ text, limit }: { text: string; limit?: number }) {
  return (
    <span className={styles.text}>
      <LongText key={text} text={text} {...(limit === undefined ? {} : { limit })}>
        {(shown) => <VisibleText text={shown} />}
      </LongText>
    </span>
  );
}
