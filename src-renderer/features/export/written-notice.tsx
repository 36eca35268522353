import { Alert, Button } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { CopyTextButton } from '../../ui/copy-text-button.tsx';
import { formatPlural } from '../../ui/format-number.ts';
import { VisibleText } from '../../ui/visible-text.tsx';
import styles from './export.module.css';
import type { WrittenExport } from './export-store.ts';
import { exportSummary } from './export-summary.ts';

/** What was written, with a summary to copy. */
export function WrittenNotice({ written: { plan, done }, onClose }: { written: WrittenExport; onClose(): void }) {
  const touched = done.files.filter(({ change, decision }) => change !== 'kept' && decision !== 'keep').length;
  const byHand = done.files.filter(({ decision }) => decision === 'keep').length;
  return (
    <Alert
      className={styles.written}
      variant="outline"
      color="green"
      icon={<IconCheck size={18} />}
      title={done.written ? `${formatPlural(touched + plan.records.length, 'file')} written` : 'Nothing to write'}
      styles={{ title: { color: 'var(--pb-text)' } }}
      role="status"
      data-testid="export-written"
    >
      <p>
        {byHand > 0 &&
          `${formatPlural(byHand, 'file')} changed by hand stayed as ${byHand === 1 ? 'it is' : 'they are'}. `}
        {done.commit && (
          <>
            Commit <span className="mono">{done.commit.id.slice(0, 10)}</span> on the branch{' '}
            <VisibleText as="span" className="mono" text={done.commit.branch} lines={false} />.
            {done.commit.left !== null && (
              <>
                {' '}
                The repository is on this branch now; <code>git switch {done.commit.left}</code> goes back.
              </>
            )}
          </>
        )}
      </p>
      {done.recovered.length > 0 && <p>An export that was interrupted before was put right first.</p>}
      <div className="flex gap-8">
        <CopyTextButton text={exportSummary(plan, done)} label="Copy summary" />
        <Button onClick={onClose}>Close</Button>
      </div>
    </Alert>
  );
}
