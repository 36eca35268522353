import { Loader } from '@mantine/core';
import { electronBridge } from '../platform/host.ts';
import styles from './shell.module.css';

/** After so many failed attempts it is likely that the backend was restarted under another token. */
const failuresUntilAdvice = 3;

/** A quiet line while the connection is away; what was typed and shown stays. */
export function ConnectionBanner({ failures }: { failures: number }) {
  return (
    <div className={styles.bannerBody} data-testid="connection-banner">
      <Loader size={12} aria-hidden />
      Connection lost, reconnecting…
      {failures >= failuresUntilAdvice && (
        <span className="dim">
          {electronBridge()
            ? 'If this stays, quit Pegboard and start it again.'
            : 'If you started Pegboard anew, open the link that it printed.'}
        </span>
      )}
    </div>
  );
}
