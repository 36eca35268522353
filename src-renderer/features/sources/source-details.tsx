import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { SourceSummary } from '#shared/domain/live-source.ts';
import { describeConnection } from '#shared/domain/mcp-connection.ts';
import { fromErrorValue } from '#shared/errors.ts';
import { useClient } from '../../platform/client.ts';
import { sourceKey } from '../../state/sources-view.ts';
import { CopyTextButton } from '../../ui/copy-text-button.tsx';
import { errorFacts, forScreen } from '../../ui/error-facts.ts';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { FindingList } from '../../ui/finding-list.tsx';
import { formatCount } from '../../ui/format-number.ts';
import { HostileText } from '../../ui/hostile-text.tsx';
import { exactTime, relativeTime } from '../../ui/relative-time.ts';
import { ScrollRegion } from '../../ui/scroll-region.tsx';
import { useNow } from '../../ui/use-now.ts';
import { VisibleText } from '../../ui/visible-text.tsx';
import { openImport } from '../import/import-store.ts';
import { ExportHint, JobPanel } from './job-panel.tsx';
import { jobLabel } from './source-jobs.ts';
import { rowStates, type SourceRow } from './source-rows.ts';
import { SourceStateMark } from './source-state-mark.tsx';
import { useSourceTokens } from './source-tokens.ts';
import styles from './sources.module.css';
import { sourceActs as acts } from './sources-model.ts';
import { focusSourcesPlace, sourcesPlaces } from './sources-places.ts';

/** The right: everything about one source, and what can be done with it. */
export function SourceDetails({ row }: { row: SourceRow | null }) {
  return (
    <ScrollRegion
      id={sourcesPlaces.details}
      className="tall pad-12 scrolls"
      aria-label="Details of the source"
      data-testid="source-details"
      onKeyDown={(event) => {
        if (event.key === 'Escape') focusSourcesPlace('table');
      }}
    >
      {row === null ? (
        <p className="dim flush">
          Select a source to see what it runs, how its last import went, and what you can do with it.
        </p>
      ) : (
        <Details key={row.key} row={row} />
      )}
    </ScrollRegion>
  );
}

function Details({ row }: { row: SourceRow }) {
  const { source, job } = row;
  return (
    <>
      <h2 className="panel-title mono">
        <VisibleText text={source?.name ?? (job ? jobLabel(job) : '')} lines={false} />
      </h2>
      <div className={styles.titleStates}>
        {rowStates(row).map((state) => (
          <SourceStateMark key={state.word} state={state} />
        ))}
      </div>
      {job && <JobPanel job={job} />}
      {source && <SourceActions source={source} isBusy={job !== null} />}
      {source && job === null && <LastProblem source={source} />}
      {source && source.findings.length > 0 && (
        <Section title="Problems">
          <FindingList findings={source.findings} label="Problems of the source" />
        </Section>
      )}
      {source && (
        <Section title="Facts">
          <Facts source={source} />
        </Section>
      )}
      {!source && job?.connection && (
        <Section title={job.connection.url === undefined ? 'It would run' : 'It would reach'}>
          <div className="mono" style={{ overflowWrap: 'anywhere' }}>
            <HostileText text={describeConnection(job.connection)} limit={2000} />
          </div>
        </Section>
      )}
      {source && source.kind === 'stdio' && <SourceLog source={source} />}
    </>
  );
}

/** How its server failed last: the next act is the first button above. */
function LastProblem({ source: { mcp_problem: problem } }: { source: SourceSummary }) {
  if (problem === null) return null;
  const error = forScreen(fromErrorValue(problem));
  return (
    <Section title="Last attempt to start it">
      <ErrorNotice error={error}>
        {errorFacts(error).variables.map((name) => (
          <ExportHint key={name} name={name} />
        ))}
      </ErrorNotice>
    </Section>
  );
}

const sessionWords = { stopped: 'not running', starting: 'starting', running: 'running, kept open' } as const;

function Facts({ source }: { source: SourceSummary }) {
  const now = useNow();
  const { of, estimator } = useSourceTokens();
  const tokens = of(source.name);
  const { last_import: last, state, sign_in: signIn } = source;
  const facts: readonly (readonly [string, ReactNode])[] = [
    ['Kind', kindWords[source.kind]],
    ...(source.runs === null
      ? []
      : ([
          [
            source.kind === 'http' ? 'Reaches' : 'Runs',
            <span key="runs" className="mono">
              <HostileText text={source.runs} limit={2000} />
            </span>,
          ],
          ['Consent', source.consented ? 'given, for exactly this' : 'not given yet: you are asked before it starts'],
        ] as const)),
    ...(state === null ? [] : ([['Server', sessionWords[state]]] as const)),
    ...(signIn === null ? [] : ([['Sign-in', signIn === 'needed' ? 'needed' : 'signed in']] as const)),
    ['Captured in', <VisibleText key="path" text={`${source.path} (${source.format})`} lines={false} />],
    ['Tools', formatCount(source.tools)],
    ['Tokens', `${tokens === null ? '…' : formatCount(tokens)} (${estimator}), in a prompt that lists all its tools`],
    ...(last === null
      ? []
      : ([
          [
            'Last import',
            <span key="at" title={exactTime(last.at)}>
              {relativeTime(last.at, now)}, {exactTime(last.at)}
            </span>,
          ],
          ['Protocol', <VisibleText key="protocol" text={`MCP ${last.protocol_version}`} lines={false} />],
          ...(last.server === null
            ? []
            : ([
                [
                  'Its server',
                  <HostileText key="server" text={`${last.server.name} ${last.server.version}`} limit={200} />,
                ],
              ] as const)),
        ] as const)),
  ];
  return (
    <dl className="facts">
      {facts.map(([name, value]) => (
        <div key={name} style={{ display: 'contents' }}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

const kindWords = {
  file: 'file: a captured list of tools',
  stdio: 'stdio: a program on this computer, and its captured list',
  http: 'http: a server at an address, and its captured list',
} as const;

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="section">
      <h3 className="heading">{title}</h3>
      {children}
    </section>
  );
}

/** What can be done with a source; each of these is a command too. */
function SourceActions({ source, isBusy }: { source: SourceSummary; isBusy: boolean }) {
  const key = sourceKey(source.name);
  const isLive = source.kind !== 'file';
  return (
    <div className={`button-line ${styles.actions}`}>
      {source.sign_in === 'needed' && (
        <Button variant="filled" disabled={isBusy} onClick={() => acts.signIn.run(key)}>
          Sign in…
        </Button>
      )}
      {isLive && (
        <Button
          {...(source.sign_in === 'needed' ? {} : { variant: 'filled' })}
          disabled={isBusy}
          onClick={() => acts.importAgain.run(key)}
        >
          {source.state === 'running'
            ? 'Import again'
            : source.last_import
              ? 'Start and import again'
              : 'Start and import'}
        </Button>
      )}
      {!isLive && <Button onClick={() => openImport(source.name)}>Import a new list…</Button>}
      {source.state === 'running' && <Button onClick={() => acts.stop.run(key)}>Stop</Button>}
      <Button disabled={source.tools === 0 || !source.enabled} onClick={() => acts.showTools.run(key)}>
        Show tools in catalog
      </Button>
      {isLive && <Button onClick={() => acts.editConnection.run(key)}>Edit connection…</Button>}
      <Button onClick={() => acts.rename.run(key)}>Rename…</Button>
      <Button onClick={() => acts.toggle.run(key)}>{source.enabled ? 'Disable' : 'Enable'}</Button>
      <Button onClick={() => acts.remove.run(key)}>Remove</Button>
      {source.sign_in === 'signed_in' && <Button onClick={() => acts.signOut.run(key)}>Sign out</Button>}
      {source.runs !== null && (
        <CopyTextButton text={source.runs} label={source.kind === 'http' ? 'Copy the address' : 'Copy command line'} />
      )}
    </div>
  );
}

/** While it is looked at and the server runs, the log is read this often. */
const everyMs = 2000;

/** What the server of a source wrote to stderr in this session; read when it is opened. */
function SourceLog({ source: { name, state, mcp_problem: problem } }: { source: SourceSummary }) {
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
      {log.error && <ErrorNotice error={log.error} />}
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
