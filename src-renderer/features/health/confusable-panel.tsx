import { Button, Progress, TextInput } from '@mantine/core';
import { IconArrowsSplit2 } from '@tabler/icons-react';
import { useDeferredValue, useState } from 'react';
import type { ConfusableReport } from '#shared/domain/confusable.ts';
import type { ConfusableSearch } from '../../platform/use-confusable.ts';
import { formatCount } from '../../strings/count.ts';
import { strings } from '../../strings/health.ts';
import { EmptyPage } from '../../ui/empty-page.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { ToolName } from '../../ui/tool-name.tsx';
import { ConfusionPicture } from './confusion-picture.tsx';
import styles from './health.module.css';
import { PairList } from './pair-list.tsx';

/** Pairs and groups of tools that queries cannot tell apart. */
export function ConfusablePanel({ search }: { search: ConfusableSearch }) {
  const { report, isRunning, progress, error, run, cancel } = search;
  return (
    <section aria-label={strings.confusablePanel.confusableTools}>
      {isRunning ? (
        <div className={styles.running} role="status">
          <span>
            {progress
              ? strings.confusablePanel.ranOfQueries(formatCount(progress.done), formatCount(progress.total))
              : strings.confusablePanel.indexingTools}
          </span>
          <Progress
            className={styles.progress}
            value={progress ? (100 * progress.done) / progress.total : 0}
            aria-label={strings.confusablePanel.queriesThatRan}
          />
          <Button onClick={cancel}>{strings.confusablePanel.cancel}</Button>
        </div>
      ) : error ? (
        <div className="pad-12">
          <ErrorNotice error={error} />
        </div>
      ) : report ? (
        <Report report={report} onAgain={run} />
      ) : (
        <EmptyPage
          icon={<IconArrowsSplit2 size={28} />}
          title={strings.confusablePanel.confusableTools}
          actions={
            <Button variant="filled" onClick={run}>
              {strings.confusablePanel.findConfusableTools}
            </Button>
          }
        >
          {strings.confusablePanel.whichToolsDoesSearch}
        </EmptyPage>
      )}
    </section>
  );
}

function Report({ report, onAgain }: { report: ConfusableReport; onAgain(): void }) {
  const [filter, setFilter] = useState('');
  const wanted = useDeferredValue(filter.trim().toLowerCase());
  const asked = strings.confusablePanel.queriesGoldenForTools(
    formatCount(report.queries),
    formatCount(report.golden_queries),
    report.tools,
  );
  if (report.pair_count === 0) {
    return (
      <EmptyPage icon={<IconArrowsSplit2 size={28} />} title={strings.confusablePanel.noTwoToolsConfusable}>
        {strings.confusablePanel.noWrongToolRanked(asked)}
      </EmptyPage>
    );
  }
  const pairs = report.pairs.filter(({ tools }) => tools.some((name) => name.toLowerCase().includes(wanted)));
  return (
    <>
      <div className="wrapping keeps pad-8-12 gap-4-12">
        <span data-testid="confusable-summary">
          <b>
            {report.pair_count > report.pairs.length
              ? strings.confusablePanel.worstPairsListed(report.pair_count, report.pairs.length)
              : strings.confusablePanel.confusablePairs(report.pair_count)}
          </b>
          <span className="dim"> · {asked}</span>
        </span>
        <Button style={{ marginLeft: 'auto' }} onClick={onAgain}>
          {strings.confusablePanel.checkAgain}
        </Button>
      </div>
      <ConfusionPicture report={report} />
      <Clusters report={report} />
      <TextInput
        className={styles.filter}
        aria-label={strings.confusablePanel.filterPairsByName}
        placeholder={strings.confusablePanel.filterPairsByName}
        value={filter}
        onChange={(event) => setFilter(event.currentTarget.value)}
      />
      {pairs.length > 0 ? (
        <PairList pairs={pairs} />
      ) : (
        <p className="pad-12 dim">{strings.confusablePanel.noPairHasTool}</p>
      )}
    </>
  );
}

/** Groups of three and more: one list of names each. */
function Clusters({ report: { clusters, cluster_count } }: { report: ConfusableReport }) {
  if (clusters.length === 0) return null;
  return (
    <details className="pad-8-12">
      <summary className="more-summary">
        {cluster_count > clusters.length
          ? strings.confusablePanel.largestGroupsListed(cluster_count, clusters.length)
          : strings.confusablePanel.groupsOfThree(cluster_count)}
      </summary>
      <ul className={styles.clusters}>
        {clusters.map(({ tools, size, shared }) => (
          <li key={tools[0]}>
            <b>{formatCount(size)}</b>{' '}
            {tools.map((name, i) => (
              <span key={name}>
                {i > 0 && ', '}
                <ToolName name={name} />
              </span>
            ))}
            {size > tools.length && ', …'}
            {shared.length > 0 && (
              <span className="dim"> · {strings.confusablePanel.sharedWords(shared.join(', '))}</span>
            )}
          </li>
        ))}
      </ul>
    </details>
  );
}
