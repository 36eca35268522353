import type { ConnectableClient, DisconnectResult, GivenConnectRequest } from '#shared/domain/connect.ts';
import { clientTitles } from '#shared/domain/discovered-config.ts';
import type { SourceSummary } from '#shared/domain/live-source.ts';
import type { ServerReview } from '#shared/domain/server-review.ts';
import { strings } from '../../strings/gateway.ts';
import type { ConnectChoices } from './gateway-store.ts';

/** A place of a client, as the list shows it. */
export interface ConnectRow {
  readonly key: string;
  readonly place: ConnectableClient;
  readonly title: string;
  /** `connected`: to this workspace. */
  readonly state: 'connected' | 'elsewhere' | 'unreadable' | 'found' | 'missing';
}

/** The places where the entry can be written, one for each client and scope; those that are there come first. */
export function connectRows(places: readonly ConnectableClient[], workspace: string): ConnectRow[] {
  const rows = [...Map.groupBy(places, ({ client, scope }) => `${client} ${scope}`)].flatMap(([key, [place]]) => {
    if (!place) return [];
    const client = clientTitles[place.client];
    const title = place.scope === 'project' ? strings.connectFacts.clientInFolder(client) : client;
    return [{ key, place, title, state: stateOf(place, workspace) }];
  });
  return rows.toSorted((a, b) => Number(b.place.found) - Number(a.place.found));
}

function stateOf(place: ConnectableClient, workspace: string): ConnectRow['state'] {
  if (place.findings.length > 0) return 'unreadable';
  if (place.connections.some((one) => one.workspace === workspace)) return 'connected';
  if (place.connections.length > 0) return 'elsewhere';
  return place.found ? 'found' : 'missing';
}

/** The state of a place in words. */
export function stateWords({ state, place }: ConnectRow): string {
  switch (state) {
    case 'connected':
      return 'connected';
    case 'elsewhere':
      return strings.connectFacts.servesAnotherWorkspace;
    case 'unreadable':
      return strings.connectFacts.cannotUseItsFile;
    case 'found':
      return place.servers.length === 0
        ? strings.connectFacts.noServers
        : strings.connectFacts.servers(place.servers.length);
    case 'missing':
      return strings.connectFacts.noConfigurationFileYet;
  }
}

/** A server of a client's file, and whether the gateway can take its place. */
export interface MovingServer {
  readonly name: string;
  /** The source that serves it from then on; null where it stays. */
  readonly source: string | null;
  /** Why it stays; null where it moves. */
  readonly reason: string | null;
  /** It can become a source. */
  readonly canBeAdded: boolean;
}

/** What taking over the servers of a file would move: those that are sources of the workspace already. */
export function movingServers(
  place: ConnectableClient,
  { servers }: ServerReview,
  sources: readonly Pick<SourceSummary, 'name' | 'enabled'>[],
): MovingServer[] {
  return place.servers.map((name) => {
    const stays = (reason: string, canBeAdded: boolean) => ({ name, source: null, reason, canBeAdded });
    const found = servers.find(
      (one) => one.name === name && one.config_path === place.path && one.scope === place.scope,
    );
    if (!found) return stays(strings.connectFacts.itsEntry, false);
    if (found.disabled) return stays(strings.connectFacts.itIsTurnedOff, false);
    const source = sources.find((one) => one.name === found.same_as);
    if (!source) return stays(strings.connectFacts.itIsNotSource, true);
    if (!source.enabled) return stays(strings.connectFacts.itsSourceIsDisabled(source.name), false);
    return { name, source: source.name, reason: null, canBeAdded: false };
  });
}

/** The request to the core for a place and its choices. */
export function connectRequest(
  { client, scope }: Pick<ConnectableClient, 'client' | 'scope'>,
  { persona, mode, takeOver }: ConnectChoices,
  moving: readonly MovingServer[],
): GivenConnectRequest {
  return {
    client,
    scope,
    ...(persona === null ? {} : { persona }),
    ...(mode === null ? {} : { mode }),
    take_over: takeOver ? moving.flatMap(({ name, source }) => (source === null ? [] : [name])) : [],
  };
}

/** Both texts of a unified difference: what stands around its changes, and the changes. */
export function sidesOf(diff: string): { readonly before: string; readonly after: string } {
  const lines = diff.split('\n');
  const [before, after]: [string[], string[]] = [[], []];
  const first = lines.findIndex((line) => line.startsWith('@@'));
  for (const line of first < 0 ? [] : lines.slice(first + 1)) {
    const text = line.slice(1);
    if (line.startsWith('@@')) for (const side of [before, after]) side.push('…');
    else if (line.startsWith('-')) before.push(text);
    else if (line.startsWith('+')) after.push(text);
    else if (line.startsWith(' ')) for (const side of [before, after]) side.push(text);
  }
  return { before: before.join('\n'), after: after.join('\n') };
}

/** What taking a connection back did, in words. */
export function undoneWords({ how, path, put_back, backup }: DisconnectResult): string {
  const restored = put_back.length === 0 ? [] : [strings.connectFacts.serversRestored(put_back.join(', '))];
  switch (how) {
    case 'restored':
      return [strings.connectFacts.restoredByteForByte(path), ...restored].join(' ');
    case 'removed':
      return strings.connectFacts.removedWhichPegboardHad(path);
    case 'edited':
      return [
        strings.connectFacts.changedAfterPegboardWrote(path),
        ...restored,
        ...(backup === null ? [] : [strings.connectFacts.copyOfPreviousFile(backup)]),
      ].join(' ');
    case 'nothing':
      return strings.connectFacts.doesNot(path);
  }
}
