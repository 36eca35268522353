import { Alert, Button, Loader, Select, Switch } from '@mantine/core';
import { IconPlugConnected } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { GatewayStatus } from '#shared/domain/usage-view.ts';
import { openRevision } from '../../platform/this-window.ts';
import { useWorkspace } from '../../platform/workspace-query.ts';
import { strings } from '../../strings/gateway.ts';
import { EmptyPage } from '../../ui/empty-page.tsx';
import { visibleString } from '../../ui/hidden-characters.ts';
import { SplitPanels } from '../../ui/split-panels.tsx';
import { VisibleText } from '../../ui/visible-text.tsx';
import { ClientList } from './client-list.tsx';
import { ConnectView } from './connect-view.tsx';
import styles from './gateway.module.css';
import { filterByClient, showConnect, statusQuery, toggleFailures, trafficFacts } from './gateway-model.ts';
import { gatewayPlaces } from './gateway-places.ts';
import { type GatewayView, initialView, useGatewayStore } from './gateway-store.ts';
import { useLiveTraffic } from './live-traffic.ts';
import { RequestDetails } from './request-details.tsx';
import { clientNames, type LiveTraffic, olderThan } from './traffic.ts';
import { TrafficTable } from './traffic-table.tsx';

/** What MCP hosts do with the workspace as they do it, what each of them carries, and how one is connected. */
export function GatewayPage() {
  const workspace = useWorkspace();
  const path = workspace?.path ?? '';
  const view = useGatewayStore((state) => state.views[path]) ?? initialView;
  const traffic = useLiveTraffic(path);
  const { data: status } = useQuery({ ...statusQuery(openRevision(workspace)), enabled: workspace !== null });
  return (
    <>
      <h1 className="visually-hidden">{strings.gatewayPage.gateway}</h1>
      {view.shows === 'connect' ? (
        <ConnectView view={view} />
      ) : traffic === null ? (
        <div className="loading">
          <Loader size="sm" aria-hidden />
          {strings.gatewayPage.loadingGatewayLog}
        </div>
      ) : (
        <div className="column">
          <StaleNotice reason={workspace?.stale ?? null} />
          <LogNotice problem={traffic.problem} isOff={status?.enabled === false} />
          {traffic.sessions.length + traffic.entries.length === 0 ? (
            <Nobody />
          ) : (
            <Traffic path={path} view={view} traffic={traffic} without={status?.without ?? null} />
          )}
        </div>
      )}
    </>
  );
}

/** Before anything is connected. */
function Nobody() {
  return (
    <EmptyPage
      icon={<IconPlugConnected size={28} />}
      title={strings.gatewayPage.noClientConnected}
      actions={
        <Button variant="filled" onClick={showConnect}>
          {strings.gatewayPage.connectClient}
        </Button>
      }
    >
      {strings.gatewayPage.gatewayServesThisWorkspace}
    </EmptyPage>
  );
}

/** That clients get an older state of the files, and why. */
function StaleNotice({ reason }: { reason: string | null }) {
  if (reason === null) return null;
  return (
    <Alert color="red" variant="outline" className={styles.notice} data-testid="stale-notice">
      <VisibleText text={strings.gatewayPage.servesOlderState(reason)} />
    </Alert>
  );
}

/** Why there is nothing new to see. */
function LogNotice({ problem, isOff }: { problem: string | null; isOff: boolean }) {
  if (problem === null && !isOff) return null;
  return (
    <Alert
      color={problem === null ? 'yellow' : 'red'}
      variant="outline"
      className={styles.notice}
      data-testid="log-notice"
    >
      {problem === null ? strings.gatewayPage.logIsOff : <VisibleText text={problem} />}
    </Alert>
  );
}

function Traffic({
  path,
  view,
  traffic,
  without,
}: {
  path: string;
  view: GatewayView;
  traffic: LiveTraffic;
  without: GatewayStatus['without'] | null;
}) {
  const { rows, at, row } = trafficFacts(traffic, view);
  return (
    <SplitPanels
      name="gateway"
      label={strings.gatewayPage.resizePanels}
      orientation="horizontal"
      panels={[
        {
          defaultSize: 66,
          min: '420px',
          content: (
            <section className="column" aria-label={strings.gatewayPage.traffic}>
              <TrafficToolbar path={path} view={view} traffic={traffic} />
              <TrafficTable
                path={path}
                rows={rows}
                at={at}
                isFiltered={view.client !== null || view.failuresOnly}
                hasOlder={olderThan(traffic) !== null}
              />
            </section>
          ),
        },
        {
          defaultSize: 34,
          min: '320px',
          content: (
            <SplitPanels
              name="gateway-side"
              label={strings.gatewayPage.resizeClientsDetails}
              orientation="vertical"
              panels={[
                {
                  defaultSize: 42,
                  min: '90px',
                  content: <ClientList sessions={traffic.sessions} without={without} />,
                },
                { defaultSize: 58, min: '120px', content: <RequestDetails log={traffic.log} row={row} /> },
              ]}
            />
          ),
        },
      ]}
    />
  );
}

function TrafficToolbar({ path, view, traffic }: { path: string; view: GatewayView; traffic: LiveTraffic }) {
  const connected = traffic.sessions.filter((session) => session.connected).length;
  const names = clientNames(traffic);
  return (
    <div className="toolbar">
      <span data-testid="gateway-connected" aria-live="polite">
        {connected === 0 ? strings.gatewayPage.noClientConnected : strings.gatewayPage.clientsConnected(connected)}
      </span>
      <Select
        id={gatewayPlaces.filter}
        aria-label={strings.gatewayPage.client}
        title="/"
        w={190}
        placeholder={strings.gatewayPage.allClients}
        clearable
        data={names.map((name) => ({ value: name, label: visibleString(name) }))}
        value={view.client}
        onChange={(client) => filterByClient(path, client)}
      />
      <Switch
        label={strings.gatewayPage.onlyFailures}
        title="F"
        checked={view.failuresOnly}
        onChange={toggleFailures}
      />
      <span className="bar-end">
        <Button title="C" onClick={showConnect}>
          {strings.gatewayPage.connectClient}
        </Button>
      </span>
    </div>
  );
}
