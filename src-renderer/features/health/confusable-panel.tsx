import { Button, Progress, TextInput } from '@mantine/core';
import { IconArrowsSplit2 } from '@tabler/icons-react';
import { useDeferredValue, useState } from 'react';
import type { ConfusableReport } from '#shared/domain/confusable.ts';
import type { ConfusableSearch } from '../../platform/use-confusable.ts';
import { EmptyPage } from '../../ui/empty-page.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { formatCount, formatPlural } from '../../ui/format-number.ts';
import { ToolName } from '../../ui/tool-name.tsx';
import { ConfusionPicture } from './confusion-picture.tsx';
import styles from './health.module.css';
import { PairList } from './pair-list.tsx';

/** Pairs and groups of tools that queries cannot tell apart. */
export function ConfusablePanel({ search }: { search: ConfusableSearch }) {
  const { report, isRunning, progress, error, run, cancel } = search;
  return (
    <section aria-label="Confusable tools">
      {isRunning ? (
        <div className={styles.running} role="status">
          <span>
            {progress
              ? `Asked ${formatCount(progress.done)} of ${formatCount(progress.total)} queries`
              : 'Indexing the tools…'}
          </span>
          <Progress
            className={styles.progress}
            value={progress ? (100 * progress.done) / progress.total : 0}
            aria-label="Queries asked"
          />
          <Button onClick={cancel}>Cancel</Button>
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
          title="Confusable tools"
          actions={
            <Button variant="filled" onClick={run}>
              Find confusable tools
            </Button>
          }
        >
          Which tools does a search mix up? The check asks two queries for each tool and changes nothing.
        </EmptyPage>
      )}
    </section>
  );
}

function Report({ report, onAgain }: { report: ConfusableReport; onAgain(): void }) {
  const [filter, setFilter] = useState('');
  const wanted = useDeferredValue(filter.trim().toLowerCase());
  const asked = `${formatCount(report.queries)} queries (${formatCount(report.golden_queries)} golden) about ${formatPlural(report.tools, 'tool')}`;
  if (report.pair_count === 0) {
    return (
      <EmptyPage icon={<IconArrowsSplit2 size={28} />} title="No two tools are confusable">
        {asked}: none put a wrong tool beside the right one, or within 5 % of its score.
      </EmptyPage>
    );
  }
  const pairs = report.pairs.filter(({ tools }) => tools.some((name) => name.toLowerCase().includes(wanted)));
  return (
    <>
      <div className="wrapping keeps pad-8-12 gap-4-12">
        <span data-testid="confusable-summary">
          <b>{formatPlural(report.pair_count, 'confusable pair')}</b>
          <span className="dim">
            {report.pair_count > report.pairs.length && `, the worst ${report.pairs.length} shown`} · {asked}
          </span>
        </span>
        <Button style={{ marginLeft: 'auto' }} onClick={onAgain}>
          Look again
        </Button>
      </div>
      <ConfusionPicture report={report} />
      <Clusters report={report} />
      <TextInput
        className={styles.filter}
        aria-label="Filter the pairs by name"
        placeholder="Filter the pairs by name"
        value={filter}
        onChange={(event) => setFilter(event.currentTarget.value)}
      />
      {pairs.length > 0 ? <PairList pairs={pairs} /> : <p className="pad-12 dim">No pair has a tool of such a name.</p>}
    </>
  );
}

/** Groups of three and more: one list of names each. */
function Clusters({ report: { clusters, cluster_count } }: { report: ConfusableReport }) {
  if (clusters.length === 0) return null;
  return (
    <details className="pad-8-12">
      <summary className="more-summary">
        {formatPlural(cluster_count, 'group')} of three or more tools that searches confuse
        {cluster_count > clusters.length && `, the largest ${clusters.length} shown`}
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
            {shared.length > 0 && <span className="dim"> share {shared.join(', ')}</span>}
          </li>
        ))}
      </ul>
    </details>
  );
}
