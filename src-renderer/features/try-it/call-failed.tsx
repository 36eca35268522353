import { UnstyledButton } from '@mantine/core';
import type { PegboardError } from '#shared/errors.ts';
import { useWorkspace } from '../../platform/workspace-query.ts';
import { showSource, sourceKey } from '../../state/sources-view.ts';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { HostileText } from '../../ui/hostile-text.tsx';
import styles from './try-it.module.css';

/** Why there is no answer, with the end of what the server wrote about it, and the way to its source. */
export function CallFailed({ error, source }: { error: PegboardError; source: string }) {
  const path = useWorkspace()?.path;
  const stderr = error.data?.stderr;
  return (
    <ErrorNotice error={error}>
      {typeof stderr === 'string' && (
        <div className={`${styles.stderr} mono`} data-testid="call-stderr">
          <HostileText text={stderr} limit={2000} />
        </div>
      )}
      {path !== undefined && (
        <UnstyledButton className={styles.offer} onClick={() => showSource(path, sourceKey(source))}>
          {error.code === 'authentication_required' ? 'Sign in at its source' : 'Show its source'}
        </UnstyledButton>
      )}
    </ErrorNotice>
  );
}
