import { IconAlertTriangle } from '@tabler/icons-react';
import { strings } from '../strings/ui.ts';
import styles from './marks.module.css';

const text = strings.destructiveMark.destructiveCallMayPermanently;

/** A tool whose calls may destroy something, as its server or the workspace says. */
export function DestructiveMark() {
  return (
    <span role="img" className={`${styles.mark} ${styles.destructive}`} aria-label={text} title={text}>
      <IconAlertTriangle aria-hidden size={12} />
    </span>
  );
}
