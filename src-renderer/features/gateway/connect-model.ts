import { queryOptions } from '@tanstack/react-query';
import type { ConnectableClient, GivenConnectRequest } from '#shared/domain/connect.ts';
import { connectRequestSchema } from '#shared/domain/connect.ts';
import type { SourceSummary } from '#shared/domain/live-source.ts';
import type { ServerReview } from '#shared/domain/server-review.ts';
import type { WorkspaceSummary } from '#shared/domain/workspace-summary.ts';
import { screenActs } from '../../platform/screen-acts.ts';
import { sourcesKey } from '../../platform/source-watch.ts';
import { known, type OpenRevision, thisWindow } from '../../platform/this-window.ts';
import { strings } from '../../strings/gateway.ts';
import { toPegboardError } from '../../ui/pegboard-error.ts';
import { openReview } from '../server-review/review-acts.ts';
import { connectRequest, connectRows, movingServers, undoneWords } from './connect-facts.ts';
import { viewOf } from './gateway-model.ts';
import { type GatewayView, useGatewayStore } from './gateway-store.ts';

/** The places where clients of this computer keep their servers. */
export const clientsQuery = (path: string) =>
  queryOptions({
    queryKey: ['connect-clients', path],
    queryFn: ({ signal }) => thisWindow().client.connect.clients({}, { signal }),
    staleTime: 0,
    refetchOnWindowFocus: 'always',
    retry: false,
  });

/** The servers of all configurations, with the sources that have them already. */
export const serversQuery = (path: string, sources: readonly Pick<SourceSummary, 'name'>[]) =>
  queryOptions({
    queryKey: ['connect-servers', path, sources.map(({ name }) => name)],
    queryFn: ({ signal }) => thisWindow().client.discovery.review({ origin: { kind: 'discovered' } }, { signal }),
    staleTime: 0,
    retry: false,
  });

/** The exact change of a file; null where nothing is asked yet. */
export const planQuery = ({ path, revision }: OpenRevision, request: GivenConnectRequest | null) =>
  queryOptions({
    queryKey: ['connect-plan', path, revision, request],
    queryFn: ({ signal }) => (request ? thisWindow().client.connect.plan(request, { signal }) : null),
    staleTime: 0,
    refetchOnWindowFocus: 'always',
    retry: false,
  });

/** What taking a connection back would change; null where there is none. */
export const wayBackQuery = ({ path, revision }: OpenRevision, place: ConnectableClient | null, name: string | null) =>
  queryOptions({
    queryKey: ['connect-plan', path, revision, 'back', place?.client, place?.scope, name],
    queryFn: ({ signal }) =>
      place && name !== null
        ? thisWindow().client.connect.undo({ client: place.client, scope: place.scope, name, apply: false }, { signal })
        : null,
    staleTime: 0,
    refetchOnWindowFocus: 'always',
    retry: false,
  });

/** What is known about the client that is being connected. */
export function connectFacts(
  { path }: Pick<WorkspaceSummary, 'path'>,
  view: Pick<GatewayView, 'place' | 'persona' | 'mode' | 'takeOver'>,
  {
    places,
    review,
    sources,
  }: {
    places: readonly ConnectableClient[];
    review: ServerReview | null;
    sources: readonly Pick<SourceSummary, 'name' | 'enabled'>[];
  },
) {
  const rows = connectRows(places, path);
  const row = rows.find(({ key }) => key === view.place) ?? rows[0] ?? null;
  const moving = row && review ? movingServers(row.place, review, sources) : [];
  // The servers that move are part of the change, so they must be known before the question.
  const isKnown = row !== null && (!view.takeOver || review !== null || row.place.servers.length === 0);
  const request = isKnown && row.state !== 'unreadable' ? connectRequest(row.place, view, moving) : null;
  return { rows, row, moving, request };
}

const change = (path: string, view: Partial<GatewayView>) => useGatewayStore.getState().change(path, view);

const connectActs = screenActs('gateway', (workspace) => {
  const view = viewOf(workspace.path);
  if (view.shows !== 'connect') return null;
  const places = known(clientsQuery(workspace.path));
  if (!places) return null;
  const sources = thisWindow().queries.getQueryData<readonly SourceSummary[]>(sourcesKey) ?? [];
  const review = view.takeOver ? known(serversQuery(workspace.path, sources)) : null;
  const facts = connectFacts(workspace, view, { places, review, sources });
  const plan = facts.request && known(planQuery(workspace, facts.request));
  return { workspace, view, plan, ...facts };
});

/** Chooses the client to connect by its place in the list. */
export function choosePlace(to: (at: number, count: number) => number): void {
  connectActs.do(({ workspace, rows, row }) => {
    const next = rows[to(row ? rows.indexOf(row) : -1, rows.length)];
    if (next) change(workspace.path, { place: next.key, takeOver: false, error: null, done: null });
  });
}

/** Chooses how the client is connected. */
export function chooseHow(path: string, how: Partial<Pick<GatewayView, 'persona' | 'mode' | 'takeOver'>>): void {
  change(path, { ...how, error: null, done: null });
}

export const canApply = () => connectActs.mayBe(({ view, plan }) => plan?.changes === true && !view.isWriting);

/** Writes the change that is shown. */
export function applyConnection(): void {
  connectActs.do(({ workspace, view, plan, row, request }) => {
    if (!plan?.changes || !request || !row || view.isWriting) return undefined;
    return writing(workspace.path, row.key, async (context) => {
      const { before, after } = plan;
      const given = connectRequestSchema.parse(request);
      const { path, backup } = await thisWindow().client.connect.apply({ request: given, before, after }, { context });
      const copy =
        backup === null ? strings.connectModel.pegboardCreatedFile : strings.connectFacts.copyOfPreviousFile(backup);
      return strings.connectModel.wroteRestart(path, copy, row.title);
    });
  });
}

export const canUndo = () => connectActs.mayBe(({ view, row }) => row?.state === 'connected' && !view.isWriting);

/** Takes the connection of the chosen client back. */
export function undoConnection(): void {
  connectActs.do(({ workspace, view, row }) => {
    const name = row?.place.connections.find((one) => one.workspace === workspace.path)?.name;
    if (!row || name === undefined || view.isWriting) return undefined;
    const { client, scope } = row.place;
    return writing(workspace.path, row.key, async (context) =>
      undoneWords(await thisWindow().client.connect.undo({ client, scope, name }, { context })),
    );
  });
}

async function writing(
  path: string,
  place: string,
  write: (context: { workspace: string }) => Promise<string>,
): Promise<void> {
  const { queries } = thisWindow();
  change(path, { isWriting: true, error: null, done: null });
  try {
    const text = await write({ workspace: path });
    change(path, { isWriting: false, takeOver: false, done: { place, text } });
  } catch (error) {
    change(path, { isWriting: false, error: toPegboardError(error) });
  } finally {
    for (const key of ['connect-clients', 'connect-plan', 'connect-servers'])
      void queries.invalidateQueries({ queryKey: [key, path] });
  }
}

/** Opens the sheet with the servers of the chosen client's file, so that they become sources and can move. */
export function addItsServers(): void {
  connectActs.do(({ workspace, row }) => {
    if (!row) return;
    const subject = { title: row.title, origin: { kind: 'discovered' }, onlyConfig: row.place.path } as const;
    void openReview(thisWindow().client, { workspace: workspace.path, subjects: [subject] });
  });
}
