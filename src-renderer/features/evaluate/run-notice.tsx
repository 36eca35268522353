import type { PegboardError } from '#shared/errors.ts';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import styles from './evaluate.module.css';

/** Why there is no result, or why the one below is not of now. */
export function RunNotice({
  error,
  isPersonaGone,
  isStale,
}: {
  error: PegboardError | null;
  isPersonaGone: boolean;
  isStale: boolean;
}) {
  if (error) {
    return (
      <div className={styles.notice}>
        <ErrorNotice error={error} />
      </div>
    );
  }
  if (isPersonaGone) {
    return <p className={styles.notice}>The chosen persona is gone. Choose one, or none, at the top right.</p>;
  }
  if (!isStale) return null;
  return (
    <p className={styles.notice} role="status" data-testid="evaluate-stale">
      The catalog or the persona changed after this run. Run again to see what that did.
    </p>
  );
}
