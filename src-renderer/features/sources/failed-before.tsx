import { Alert, Button } from '@mantine/core';
import { useAddSource } from '../../state/add-source-store.ts';
import { formatPlural } from '../../ui/format-number.ts';
import { HostileText } from '../../ui/hostile-text.tsx';
import { VisibleText } from '../../ui/visible-text.tsx';
import { dismissFailedBefore, type FailedImport, useFailedImports } from './failed-imports.ts';
import styles from './sources.module.css';

const none: readonly FailedImport[] = [];

/** Servers that were not added before the page was loaded again, with the reasons. */
export function FailedBefore({ workspace }: { workspace: string }) {
  const failed = useFailedImports(({ before }) => before[workspace] ?? none);
  const openAdd = useAddSource((state) => state.open);
  if (failed.length === 0) return null;
  return (
    <Alert
      variant="outline"
      color="yellow"
      className={styles.failedBefore}
      title={`${formatPlural(failed.length, 'server')} failed before the page was loaded again`}
      data-testid="failed-before"
    >
      <ul>
        {failed.map(({ name, reason }) => (
          <li key={`${name} ${reason}`}>
            <strong className="mono">
              <VisibleText text={name} lines={false} />
            </strong>{' '}
            <HostileText text={reason} limit={300} />
          </li>
        ))}
      </ul>
      <Button size="compact-sm" onClick={() => openAdd()}>
        Add a source…
      </Button>{' '}
      <Button size="compact-sm" variant="subtle" onClick={() => dismissFailedBefore(workspace)}>
        Dismiss
      </Button>
    </Alert>
  );
}
