import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { SourceSummary } from '#shared/domain/live-source.ts';
import { useClient } from '../../platform/client.ts';
import { toPegboardError } from '../../platform/pegboard-error.ts';
import { CopyTextButton } from '../../ui/copy-text-button.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { HostileText } from '../../ui/hostile-text.tsx';
import { ScrollRegion } from '../../ui/scroll-region.tsx';
import styles from './sources.module.css';

/** While it is looked at and the server runs, the log is read this often. */
const everyMs = 2000;

/** What the server of a source wrote to stderr in this session; read when it is opened. */
export function SourceLog({ source: { name, state, mcp_problem: problem } }: { source: SourceSummary }) {
  const client = useClient();
  const [opened, setOpened] = useState(false);
  const log = useQuery({
    queryKey: ['source-log', name, state, problem?.message],
    queryFn: ({ signal }) => client.sources.log({ name }, { signal }),
    enabled: opened,
    refetchInterval: state === 'stopped' ? false : everyMs,
    gcTime: 0,
    placeholderData: (before) => before,
  });
  return (
    <details
      className="section"
      open={opened}
      onToggle={(event) => setOpened(event.currentTarget.open)}
      data-testid="source-log"
    >
      <summary className="heading">Log: what it wrote to stderr</summary>
      {log.error && <ErrorNotice error={toPegboardError(log.error)} />}
      {log.data && log.data.text.trim() === '' && <p className="dim flush">Nothing since Pegboard was started.</p>}
      {log.data && log.data.text.trim() !== '' && (
        <>
          {log.data.truncated && <p className="dim flush">Only the end is kept.</p>}
          <ScrollRegion as="div" className={`${styles.output} mono`} role="log" aria-label={`Log of ${name}`}>
            <HostileText text={log.data.text.slice(-20_000)} limit={20_000} />
          </ScrollRegion>
          <div className={`button-line ${styles.actions}`}>
            <CopyTextButton text={log.data.text} label="Copy the log" />
          </div>
        </>
      )}
    </details>
  );
}
