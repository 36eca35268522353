import { getDefaultZIndex, MantineProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { electronBridge } from '../platform/host.ts';
import { takeSessionToken } from '../platform/session-token.ts';
import type { OpenTransport } from '../platform/transport.ts';
import { electronTransport } from '../platform/transport-electron.ts';
import { websocketTransport } from '../platform/transport-websocket.ts';
import { ConnectedApp } from './connected-app.tsx';
import { NoTokenPage } from './pages/no-token-page.tsx';
import { colorSchemeManager, cssVariables, theme } from './theme/theme.ts';

/** Notices stay where they are while a dialog is open, behind it and its shade. */
const underDialogs = getDefaultZIndex('modal') - 1;

const openTransport = chooseTransport();

/** The whole app: the theme, and either the connected app or the page that says how to get in. */
export function App() {
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      colorSchemeManager={colorSchemeManager}
      defaultColorScheme="auto"
    >
      <Notifications position="bottom-left" limit={20} zIndex={underDialogs} />
      {openTransport ? <ConnectedApp openTransport={openTransport} /> : <NoTokenPage />}
    </MantineProvider>
  );
}

/** Null in a browser that was not opened by the printed link. */
function chooseTransport(): OpenTransport | null {
  const bridge = electronBridge();
  if (bridge) return electronTransport(bridge);
  const token = takeSessionToken();
  return token === null ? null : websocketTransport({ host: window.location.host, token });
}
