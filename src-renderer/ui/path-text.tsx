import styles from './path-text.module.css';
import { VisibleText } from './visible-text.tsx';

/** A path in one line. Where there is no room its beginning is left out; its slashes stay where they are. */
export function PathText({ path }: { path: string }) {
  return (
    <span className={`${styles.path} cut mono dim`}>
      <VisibleText as="bdi" dir="ltr" text={path} lines={false} />
    </span>
  );
}
