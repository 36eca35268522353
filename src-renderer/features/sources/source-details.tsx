import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { SourceSummary } from '#shared/domain/live-source.ts';
import { describeConnection } from '#shared/domain/mcp-connection.ts';
import { fromErrorValue } from '#shared/errors.ts';
import { useClient } from '../../platform/client.ts';
import { sourceKey } from '../../state/sources-view.ts';
import { formatCount } from '../../strings/count.ts';
import { strings } from '../../strings/sources.ts';
import { CopyTextButton } from '../../ui/copy-text-button.tsx';
import { errorFacts, forScreen } from '../../ui/error-facts.ts';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { FindingList } from '../../ui/finding-list.tsx';
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
      aria-label={strings.sourceDetails.detailsSource}
      data-testid="source-details"
      onKeyDown={(event) => {
        if (event.key === 'Escape') focusSourcesPlace('table');
      }}
    >
      {row === null ? (
        <p className="dim flush">{strings.sourceDetails.selectSourceToSee}</p>
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
        <Section title={strings.sourceDetails.problems}>
          <FindingList findings={source.findings} label={strings.sourceDetails.problemsSource} />
        </Section>
      )}
      {source && (
        <Section title={strings.sourceDetails.properties}>
          <Facts source={source} />
        </Section>
      )}
      {!source && job?.connection && (
        <Section
          title={job.connection.url === undefined ? strings.sourceDetails.command : strings.sourceDetails.address}
        >
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
    <Section title={strings.sourceDetails.lastAttemptToStart}>
      <ErrorNotice error={error}>
        {errorFacts(error).variables.map((name) => (
          <ExportHint key={name} name={name} />
        ))}
      </ErrorNotice>
    </Section>
  );
}

const sessionWords = strings.sourceDetails.sessionWords;

function Facts({ source }: { source: SourceSummary }) {
  const now = useNow();
  const { of, estimator } = useSourceTokens();
  const tokens = of(source.name);
  const { last_import: last, state, sign_in: signIn } = source;
  const facts: readonly (readonly [string, ReactNode])[] = [
    [strings.sourceDetails.kind, kindWords[source.kind]],
    ...(source.runs === null
      ? []
      : ([
          [
            source.kind === 'http' ? strings.sourceDetails.address : strings.sourceDetails.command,
            <span key="runs" className="mono">
              <HostileText text={source.runs} limit={2000} />
            </span>,
          ],
          [
            strings.sourceDetails.consent,
            source.consented ? strings.sourceDetails.givenForExactly : strings.sourceDetails.notGivenYetPegboard,
          ],
        ] as const)),
    ...(state === null ? [] : ([[strings.sourceDetails.server, sessionWords[state]]] as const)),
    ...(signIn === null ? [] : ([['Sign-in', signIn === 'needed' ? 'needed' : strings.sourceDetails.signed]] as const)),
    [
      strings.sourceDetails.capturedList,
      <VisibleText key="path" text={`${source.path} (${source.format})`} lines={false} />,
    ],
    [strings.sourceDetails.tools, formatCount(source.tools)],
    [
      strings.sourceDetails.tokens,
      strings.sourceDetails.inPromptThatLists(tokens === null ? '…' : formatCount(tokens), estimator),
    ],
    ...(source.pack === null
      ? []
      : ([
          [
            strings.sourceDetails.skills,
            <VisibleText key="pack" text={strings.sourceDetails.inPack(source.pack)} lines={false} />,
          ],
        ] as const)),
    ...(last === null
      ? []
      : ([
          [
            strings.sourceDetails.lastImport,
            <span key="at" title={exactTime(last.at)}>
              {relativeTime(last.at, now)}, {exactTime(last.at)}
            </span>,
          ],
          [
            strings.sourceDetails.protocol,
            <VisibleText key="protocol" text={strings.sourceDetails.mcp(last.protocol_version)} lines={false} />,
          ],
          ...(last.server === null
            ? []
            : ([
                [
                  strings.sourceDetails.serverName,
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

const kindWords = strings.sourceDetails.kindWords;

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="section">
      <h3 className="heading">{title}</h3>
      {children}
    </section>
  );
}

/** The actions for a source; each of these is a command too. */
function SourceActions({ source, isBusy }: { source: SourceSummary; isBusy: boolean }) {
  const key = sourceKey(source.name);
  const isLive = source.kind !== 'file';
  return (
    <div className={`button-line ${styles.actions}`}>
      {source.sign_in === 'needed' && (
        <Button variant="filled" disabled={isBusy} onClick={() => acts.signIn.run(key)}>
          {strings.sourceDetails.sign}
        </Button>
      )}
      {isLive && (
        <Button
          {...(source.sign_in === 'needed' ? {} : { variant: 'filled' })}
          disabled={isBusy}
          onClick={() => acts.importAgain.run(key)}
        >
          {source.state === 'running'
            ? strings.sourceDetails.importAgain
            : source.last_import
              ? strings.sourceDetails.startImportAgain
              : strings.sourceDetails.startImport}
        </Button>
      )}
      {!isLive && <Button onClick={() => openImport(source.name)}>{strings.sourceDetails.importNewList}</Button>}
      {source.state === 'running' && <Button onClick={() => acts.stop.run(key)}>{strings.sourceDetails.stop}</Button>}
      <Button disabled={source.tools === 0 || !source.enabled} onClick={() => acts.showTools.run(key)}>
        {strings.sourceDetails.showToolsCatalog}
      </Button>
      {isLive && <Button onClick={() => acts.editConnection.run(key)}>{strings.sourceDetails.editConnection}</Button>}
      <Button onClick={() => acts.rename.run(key)}>{strings.sourceDetails.rename}</Button>
      <Button onClick={() => acts.toggle.run(key)}>
        {source.enabled ? strings.sourceDetails.disable : strings.sourceDetails.enable}
      </Button>
      <Button onClick={() => acts.remove.run(key)}>{strings.sourceDetails.remove}</Button>
      {source.sign_in === 'signed_in' && (
        <Button onClick={() => acts.signOut.run(key)}>{strings.sourceDetails.signOut}</Button>
      )}
      {source.runs !== null && (
        <CopyTextButton
          text={source.runs}
          label={source.kind === 'http' ? strings.sourceDetails.copyAddress : strings.sourceDetails.copyCommandLine}
        />
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
      <summary className="heading">{strings.sourceDetails.logStderr}</summary>
      {log.error && <ErrorNotice error={log.error} />}
      {log.data && log.data.text.trim() === '' && (
        <p className="dim flush">{strings.sourceDetails.noOutputSincePegboard}</p>
      )}
      {log.data && log.data.text.trim() !== '' && (
        <>
          {log.data.truncated && <p className="dim flush">{strings.sourceDetails.pegboardKeepsOnlyEnd}</p>}
          <ScrollRegion
            as="div"
            className={`${styles.output} mono`}
            role="log"
            aria-label={strings.sourceDetails.log(name)}
          >
            <HostileText text={log.data.text.slice(-20_000)} limit={20_000} />
          </ScrollRegion>
          <div className={`button-line ${styles.actions}`}>
            <CopyTextButton text={log.data.text} label={strings.sourceDetails.copyLog} />
          </div>
        </>
      )}
    </details>
  );
}
