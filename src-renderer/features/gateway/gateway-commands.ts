import type { Command } from '../../state/command.ts';
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
  group: 'Gateway',
  ...command,
});

const place = (where: keyof typeof gatewayPlaces, title: string, shortcut: string): Command =>
  act(`to-${where}`, { title, shortcut, when: isTraffic, run: () => focusGatewayPlace(where) });

/** What can be done on the Gateway screen. */
export const gatewayCommands: readonly Command[] = [
  act('connect', { title: 'Connect a client', shortcut: 'c', when: isTraffic, run: showConnect }),
  act('traffic', { title: 'Back to the traffic', shortcut: 'b', when: isConnecting, run: showTraffic }),
  place('table', 'Go to the traffic', 't'),
  place('details', 'Go to the details', 'd'),
  place('clients', 'Go to the clients', 'l'),
  place('filter', 'Filter by client', '/'),
  act('failures', { title: 'Only what failed, or everything', shortcut: 'f', when: isTraffic, run: toggleFailures }),
  act('older', { title: 'Show older requests', shortcut: 'm', when: canShowOlder, run: showOlder }),
  act('open', {
    title: 'Open the search in the playground',
    shortcut: 'o',
    when: canOpenSearch,
    run: openSearch,
  }),
  act('golden', {
    title: 'Keep the search as a golden query, or take it out again',
    shortcut: 'k',
    when: canKeepGolden,
    run: keepGolden,
  }),
  act('apply', { title: 'Write the connection', shortcut: 'mod+enter', when: canApply, run: applyConnection }),
  act('undo', { title: 'Take the connection back', shortcut: 'u', when: canUndo, run: undoConnection }),
];
