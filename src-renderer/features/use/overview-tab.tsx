import { Button } from '@mantine/core';
import type { UseReport } from '#shared/domain/use-report.ts';
import { useNavigation } from '../../state/navigation-store.ts';
import { formatCount } from '../../strings/count.ts';
import { strings } from '../../strings/use.ts';
import { fill } from '../../ui/fill.tsx';
import { numeric, TableHead } from '../../ui/table-head.tsx';
import { VisibleText } from '../../ui/visible-text.tsx';
import { DayChart } from './day-chart.tsx';
import { FigureButton } from './figure-button.tsx';
import styles from './use.module.css';
import { useCounted } from './use-counted.ts';
import { showTab } from './use-model.ts';

/** What was used, what is carried in prompts, and when calls were made. */
export function OverviewTab({ path, report }: { path: string; report: UseReport }) {
  const { carried } = report;
  const counted = useCounted();
  const waste = carried.never.filter(({ always }) => always);
  const wasted = waste.reduce((sum, { tokens }) => sum + counted(tokens), 0);
  return (
    <>
      <p className={styles.headline} data-testid="use-headline">
        {fill(strings.overview.headline, {
          used: <strong>{formatCount(carried.used)}</strong>,
          tools: formatCount(carried.tools),
          days: strings.overview.days(carried.days),
          calls: (
            <FigureButton
              path={path}
              what={strings.overview.callsColumn}
              filter={{ kind: 'call' }}
              value={report.calls}
              text={strings.overview.calls(report.calls)}
            />
          ),
          sessions: (
            <FigureButton
              path={path}
              what={strings.overview.sessionsColumn}
              filter={{}}
              value={report.sessions}
              text={strings.overview.sessions(report.sessions)}
            />
          ),
        })}
      </p>
      <p>
        {fill(strings.overview.carried, {
          tokens: <strong>{strings.overview.tokens(counted(carried.tokens))}</strong>,
          sources: strings.overview.sources(carried.sources),
          always: strings.overview.tools(carried.always.tools),
          alwaysTokens: <strong>{strings.overview.tokens(counted(carried.always.tokens))}</strong>,
        })}
      </p>
      {waste.length > 0 && (
        <p className="button-row">
          <span data-testid="use-waste">
            {strings.overview.neverCalledAlways}: <strong>{strings.overview.neverAlways(waste.length, wasted)}</strong>
          </span>
          <Button size="compact-sm" onClick={() => useNavigation.getState().goTo('tuner')}>
            {strings.overview.chooseAlwaysLoaded}
          </Button>
        </p>
      )}
      <DayChart path={path} days={report.days} />
      <Summary path={path} report={report} />
      <Clients path={path} report={report} />
    </>
  );
}

function Summary({ path, report }: { path: string; report: UseReport }) {
  const { failed, p50_ms: p50, p95_ms: p95 } = report;
  const never = report.carried.never.length;
  return (
    <section className={styles.part} aria-label={strings.overview.summary}>
      <h2 className="heading">{strings.overview.summary}</h2>
      <dl className={styles.summary}>
        <dt>{strings.overview.failedCalls}</dt>
        <dd>
          <FigureButton
            path={path}
            what={strings.overview.failedCalls}
            filter={{ kind: 'call', ok: false }}
            value={failed}
          />
        </dd>
        <dt>{strings.overview.emptySearches}</dt>
        <dd>
          <FigureButton
            path={path}
            what={strings.overview.emptySearches}
            filter={{ search: 'empty' }}
            value={report.searches.outcomes.empty}
          />
        </dd>
        <dt>{strings.overview.neverCalled}</dt>
        <dd>
          <Button size="compact-xs" onClick={() => showTab('tools')}>
            {formatCount(never)}
          </Button>
        </dd>
        {p50 !== null && p95 !== null && (
          <>
            <dt>{strings.overview.duration}</dt>
            <dd>
              <FigureButton
                path={path}
                what={strings.overview.duration}
                filter={{ kind: 'call' }}
                value={report.calls}
                text={strings.overview.durations(formatCount(Math.round(p50)), formatCount(Math.round(p95)))}
              />
            </dd>
          </>
        )}
      </dl>
    </section>
  );
}

function Clients({ path, report }: { path: string; report: UseReport }) {
  return (
    <section className={styles.part} aria-label={strings.overview.clients}>
      <h2 className="heading">{strings.overview.clients}</h2>
      <table className={`${styles.table} numbers`} data-testid="use-clients">
        <TableHead
          columns={[
            strings.overview.client,
            numeric(strings.overview.sessionsColumn),
            numeric(strings.overview.searches),
            numeric(strings.overview.callsColumn),
            numeric(strings.overview.failed),
          ]}
        />
        <tbody>
          {report.clients.map(({ client, sessions, searches, calls, failed }) => {
            const name = client === null || client === '' ? strings.toolbar.unnamedClient : client;
            const filter = { client };
            return (
              <tr key={name}>
                <th scope="row">
                  <VisibleText text={name} lines={false} />
                </th>
                <td data-numeric>
                  <FigureButton
                    path={path}
                    what={`${name}, ${strings.overview.sessionsColumn}`}
                    filter={filter}
                    value={sessions}
                  />
                </td>
                <td data-numeric>
                  <FigureButton
                    path={path}
                    what={`${name}, ${strings.overview.searches}`}
                    filter={{ ...filter, kind: 'search' }}
                    value={searches}
                  />
                </td>
                <td data-numeric>
                  <FigureButton
                    path={path}
                    what={`${name}, ${strings.overview.callsColumn}`}
                    filter={{ ...filter, kind: 'call' }}
                    value={calls}
                  />
                </td>
                <td data-numeric>
                  <FigureButton
                    path={path}
                    what={`${name}, ${strings.overview.failed}`}
                    filter={{ ...filter, kind: 'call', ok: false }}
                    value={failed}
                  />
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </section>
  );
}
