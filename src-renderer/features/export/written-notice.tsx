import { Alert, Button } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { strings } from '../../strings/export.ts';
import { CopyTextButton } from '../../ui/copy-text-button.tsx';
import { fill } from '../../ui/fill.tsx';
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
      title={
        done.written
          ? strings.writtenNotice.filesWritten(touched + plan.records.length)
          : strings.writtenNotice.nothingWrite
      }
      styles={{ title: { color: 'var(--pb-text)' } }}
      role="status"
      data-testid="export-written"
    >
      <p>
        {byHand > 0 && strings.writtenNotice.filesChangedByHand(byHand)}{' '}
        {done.commit && (
          <>
            {fill(strings.writtenNotice.commitBranch, {
              id: <span className="mono">{done.commit.id.slice(0, 10)}</span>,
              branch: <VisibleText as="span" className="mono" text={done.commit.branch} lines={false} />,
            })}
            {done.commit.left !== null && (
              <>
                {' '}
                {fill(strings.writtenNotice.repositoryIsNow, {
                  left: <code>{`git switch ${done.commit.left}`}</code>,
                })}
              </>
            )}
          </>
        )}
      </p>
      {done.recovered.length > 0 && <p>{strings.writtenNotice.pegboardFirstCompletedEarlier}</p>}
      <div className="flex gap-8">
        <CopyTextButton text={exportSummary(plan, done)} label={strings.writtenNotice.copySummary} />
        <Button onClick={onClose}>{strings.writtenNotice.close}</Button>
      </div>
    </Alert>
  );
}
