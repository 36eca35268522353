import type { Command } from '../../state/command.ts';
import { strings } from '../../strings/gateway.ts';
import { applyConnection, canApply, canUndo, undoConnection } from './connect-model.ts';
import {
  canKeepGolden,
  canOpenSearch,
  canShowOlder,
  isConnecting,
  isTraffic,
  keepGolden,
  openSearch,
  showConnect,
  showOlder,
  showTraffic,
  toggleFailures,
} from './gateway-model.ts';
import { focusGatewayPlace, type gatewayPlaces } from './gateway-places.ts';

const act = (id: string, command: Omit<Command, 'id' | 'group'>): Command => ({
  id: `gateway.${id}`,
  group: strings.gatewayCommands.gateway,
  ...command,
});

const place = (where: keyof typeof gatewayPlaces, title: string, shortcut: string): Command =>
  act(`to-${where}`, { title, shortcut, when: isTraffic, run: () => focusGatewayPlace(where) });

/** The actions of the Gateway screen. */
export const gatewayCommands: readonly Command[] = [
  act('connect', { title: strings.gatewayCommands.connectClient, shortcut: 'c', when: isTraffic, run: showConnect }),
  act('traffic', { title: strings.gatewayCommands.backTraffic, shortcut: 'b', when: isConnecting, run: showTraffic }),
  place('table', strings.gatewayCommands.goTraffic, 't'),
  place('details', strings.gatewayCommands.goDetails, 'd'),
  place('clients', strings.gatewayCommands.goClients, 'l'),
  place('filter', strings.gatewayCommands.filterClient, '/'),
  act('failures', {
    title: strings.gatewayCommands.showOnlyFailures,
    shortcut: 'f',
    when: isTraffic,
    run: toggleFailures,
  }),
  act('older', { title: strings.gatewayCommands.showOlderRequests, shortcut: 'm', when: canShowOlder, run: showOlder }),
  act('open', {
    title: strings.gatewayCommands.openSearchPlayground,
    shortcut: 'o',
    when: canOpenSearch,
    run: openSearch,
  }),
  act('golden', {
    title: strings.gatewayCommands.saveSearchAsGolden,
    shortcut: 'k',
    when: canKeepGolden,
    run: keepGolden,
  }),
  act('apply', {
    title: strings.gatewayCommands.writeConnection,
    shortcut: 'mod+enter',
    when: canApply,
    run: applyConnection,
  }),
  act('undo', { title: strings.gatewayCommands.undoConnection, shortcut: 'u', when: canUndo, run: undoConnection }),
];
