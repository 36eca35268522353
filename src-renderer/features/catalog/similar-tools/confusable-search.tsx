import { Progress, UnstyledButton } from '@mantine/core';
import { strings } from '../../../strings/catalog.ts';
import { formatCount } from '../../../strings/count.ts';
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
          {progress
            ? strings.confusableSearch.queries(formatCount(progress.done), formatCount(progress.total))
            : strings.confusableSearch.indexingTools}
        </span>
        <Progress
          value={progress ? (100 * progress.done) / progress.total : 0}
          aria-label={strings.confusableSearch.queriesThatRan}
        />
        <UnstyledButton className={styles.act} onClick={cancel}>
          {strings.confusableSearch.cancel}
        </UnstyledButton>
      </div>
    );
  }
  return (
    <div className={styles.search}>
      {hasDuplicates === false && <span className="dim">{strings.confusableSearch.noDuplicates}</span>}
      {error && <VisibleText as="span" role="alert" className="is-error" text={error.message} />}
      {report && (
        <span className="dim" data-testid="confusable-found">
          {isOld ? strings.confusableSearch.checkedBeforeLastChange(foundText(report)) : foundText(report)}
        </span>
      )}
      {(report === null || isOld) && (
        <UnstyledButton className={styles.act} onClick={run} title={strings.confusableSearch.runsTwoQueries}>
          {report === null ? strings.confusableSearch.findConfusableTools : strings.confusableSearch.checkAgain}
        </UnstyledButton>
      )}
    </div>
  );
}

function foundText({ pair_count, pairs }: NonNullable<AlikeSearch['report']>): string {
  if (pair_count === 0) return strings.confusableSearch.noTwoToolsConfusable;
  return pair_count > pairs.length
    ? strings.confusableSearch.worstPairsListed(pair_count, formatCount(pairs.length))
    : strings.confusableSearch.confusablePairs(pair_count);
}
