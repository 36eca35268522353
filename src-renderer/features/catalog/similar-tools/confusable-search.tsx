import { Progress, UnstyledButton } from '@mantine/core';
import { formatCount, formatPlural } from '../../../ui/format-number.ts';
import { VisibleText } from '../../../ui/visible-text.tsx';
import styles from './alike.module.css';
import type { AlikeSearch } from './use-alike.ts';

/** Under the facet: looks for confusable tools when asked, says how far it is, and what it looked at. */
export function ConfusableSearchPart({ alike: { hasDuplicates, confusable, report, isOld } }: { alike: AlikeSearch }) {
  const { isRunning, progress, error, run, cancel } = confusable;
  if (isRunning) {
    return (
      <div className={styles.search} role="status" data-testid="confusable-running">
        <span>
          {progress ? `${formatCount(progress.done)} of ${formatCount(progress.total)} queries` : 'Indexing the tools…'}
        </span>
        <Progress value={progress ? (100 * progress.done) / progress.total : 0} aria-label="Queries asked" />
        <UnstyledButton className={styles.act} onClick={cancel}>
          Cancel
        </UnstyledButton>
      </div>
    );
  }
  return (
    <div className={styles.search}>
      {hasDuplicates === false && <span className="dim">No duplicates.</span>}
      {error && <VisibleText as="span" role="alert" className="is-error" text={error.message} />}
      {report && (
        <span className="dim" data-testid="confusable-found">
          {report.pair_count === 0
            ? 'No two tools are confusable.'
            : formatPlural(report.pair_count, 'confusable pair')}
          {report.pair_count > report.pairs.length && `, the worst ${formatCount(report.pairs.length)} here`}
          {isOld && ', before the last change'}
        </span>
      )}
      {(report === null || isOld) && (
        <UnstyledButton className={styles.act} onClick={run} title="Asks two queries for each tool">
          {report === null ? 'Find confusable tools' : 'Look again'}
        </UnstyledButton>
      )}
    </div>
  );
}
