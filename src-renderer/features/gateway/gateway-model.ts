import { queryOptions } from '@tanstack/react-query';
import type { WorkspaceSummary } from '#shared/domain/workspace-summary.ts';
import { toggleGolden } from '../../platform/golden-acts.ts';
import { screenActs } from '../../platform/screen-acts.ts';
import { type OpenRevision, thisWindow } from '../../platform/this-window.ts';
import { useNavigation } from '../../state/navigation-store.ts';
import { emptyPolicy, usePlayground } from '../../state/playground-store.ts';
import { usePreferences } from '../../state/preferences-store.ts';
import { remembered } from '../../state/remembered.ts';
import { rowForKey } from '../../state/selection.ts';
import { askWhyNot } from '../../state/why-not-store.ts';
import { focusGatewayPlace } from './gateway-places.ts';
import { type GatewayView, initialView, useGatewayStore } from './gateway-store.ts';
import { knownTraffic, readOlder } from './live-traffic.ts';
import { goldenOfRow, type LiveTraffic, olderThan, type TrafficRow, trafficRows } from './traffic.ts';

/** Whether the log is kept, and what a host without Pegboard would carry. */
export const statusQuery = ({ path, revision }: OpenRevision) =>
  queryOptions({
    queryKey: ['gateway-status', path, revision],
    queryFn: ({ signal }) => thisWindow().client.gateway.status(undefined, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });

/** One request with all that is kept of it. */
export const requestQuery = (log: string | null, id: number) =>
  queryOptions({
    queryKey: ['gateway-request', log, id],
    queryFn: ({ signal }) => thisWindow().client.gateway.request({ id }, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });

const rowsOf = remembered(
  ({ entries, client, failuresOnly }: Pick<LiveTraffic, 'entries'> & Pick<GatewayView, 'client' | 'failuresOnly'>) =>
    trafficRows(entries, { client, failuresOnly }),
);

/** The requests that the screen lists, and the one in the details. */
export function trafficFacts(
  { entries }: Pick<LiveTraffic, 'entries'>,
  { client, failuresOnly, current }: Pick<GatewayView, 'client' | 'failuresOnly' | 'current'>,
) {
  const rows = rowsOf({ entries, client, failuresOnly });
  const at = rows.findIndex(({ entry }) => entry.id === current);
  return { rows, at, row: rows[at] ?? null };
}

/** The state of the screen for one workspace. */
export const viewOf = (path: string): GatewayView => useGatewayStore.getState().views[path] ?? initialView;

const change = (path: string, view: Partial<GatewayView>) => useGatewayStore.getState().change(path, view);

const placeActs = screenActs('gateway', ({ path }) => ({ path, view: viewOf(path) }));

const trafficActs = screenActs('gateway', (workspace: WorkspaceSummary) => {
  const { path } = workspace;
  const view = viewOf(path);
  const traffic = knownTraffic(path);
  if (view.shows !== 'traffic' || !traffic) return null;
  return { path, view, workspace, older: olderThan(traffic), ...trafficFacts(traffic, view) };
});

/** Whether the traffic is shown. */
export const isTraffic = () => placeActs.mayBe(({ view }) => view.shows === 'traffic');

/** Moves in the list by a key, from the request that is chosen then. Whether the key is one that moves. */
export function pressInTraffic(key: string, page: number): boolean {
  if (rowForKey(key, 0, 1, 1) === null) return false;
  trafficActs.do(({ path, rows, at }) => {
    const next = rows[rowForKey(key, at, rows.length, page) ?? -1];
    if (next) change(path, { current: next.entry.id });
  });
  return true;
}

/** Shows a request in the details. */
export const chooseRequest = (path: string, id: number) => change(path, { current: id });

/** Moves into the details of the chosen request. */
export function openDetails(): void {
  trafficActs.do(({ row }) => {
    if (row) focusGatewayPlace('details');
  });
}

/** Lists the requests of one client, or of all. */
export const filterByClient = (path: string, client: string | null) => change(path, { client });

/** Lists only what failed, or everything. */
export function toggleFailures(): void {
  placeActs.do(({ path, view }) => change(path, { failuresOnly: !view.failuresOnly }));
}

/** Whether the log has older requests than those that are listed. */
export const canShowOlder = () => trafficActs.mayBe(({ older }) => older !== null);

/** Lists the page of requests before those that are listed. */
export function showOlder(): void {
  trafficActs.do(({ path, older }) => (older === null ? undefined : readOlder(path, older)));
}

export const canOpenSearch = () => trafficActs.mayBe(({ row }) => row?.entry.record.kind === 'search');

/**
 * Opens the chosen search in the playground as it was asked; where the client then called a tool that the search had not found,
 * with the answer to why not.
 */
export function openSearch(): void {
  trafficActs.do(({ path, row }) => {
    if (row) showInPlayground(path, row);
  });
}

function showInPlayground(path: string, { entry: { record, persona }, called }: TrafficRow): void {
  if (record.kind !== 'search') return;
  usePreferences.getState().setPersona(path, persona);
  usePlayground.setState({
    query: record.query,
    searchType: record.search_type,
    limit: record.limit,
    policy: emptyPolicy,
    selected: called?.wasFound ? called.tool : null,
  });
  if (called && !called.wasFound) askWhyNot(called.tool);
  else useNavigation.getState().goTo('playground');
}

export const canKeepGolden = () => trafficActs.mayBe(({ row }) => 'query' in goldenOfRow(row));

/** Makes the tool that was called after the chosen search its right answer, or takes that back. */
export function keepGolden(): void {
  trafficActs.do(({ row }) => {
    const golden = goldenOfRow(row);
    if ('query' in golden) toggleGolden(golden.query, golden.tool);
  });
}

/** Shows the clients that can be connected. */
export function showConnect(): void {
  placeActs.do(({ path }) => change(path, { shows: 'connect', error: null, done: null }));
}

/** Shows who is connected, and the traffic. */
export function showTraffic(): void {
  placeActs.do(({ path }) => change(path, { shows: 'traffic' }));
}

/** Whether the clients that can be connected are shown. */
export const isConnecting = () => placeActs.mayBe(({ view }) => view.shows === 'connect');
