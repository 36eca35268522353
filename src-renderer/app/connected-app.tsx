import { notifications, notificationsStore } from '@mantine/notifications';
import { notifyManager, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { ClientProvider, createClient } from '../platform/client.ts';
import { Connection } from '../platform/connection.ts';
import { followOpenWorkspace } from '../platform/follow-open-workspace.ts';
import { watchGolden } from '../platform/golden-watch.ts';
import { followPastedLink } from '../platform/session-token.ts';
import { watchSources } from '../platform/source-watch.ts';
import { setThisWindow } from '../platform/this-window.ts';
import type { OpenTransport } from '../platform/transport.ts';
import { watchWorkspace } from '../platform/workspace-query.ts';
import { toPegboardError } from '../ui/pegboard-error.ts';
import { followAddress } from './follow-address.ts';
import { CannotConnectPage } from './pages/cannot-connect-page.tsx';
import { Shell } from './shell.tsx';

/** Failures in a row, without ever having been connected, after which a page says so instead of an empty window. */
const patience = 2;

/** Owns the connection, the client and the cache of answers, for as long as the window lives. */
export function ConnectedApp({ openTransport }: { openTransport: OpenTransport }) {
  const [{ connection, client, queryClient }] = useState(() => {
    const connection = new Connection(openTransport);
    const made = { connection, client: createClient(connection), queryClient: createQueryClient() };
    setThisWindow({ client: made.client, queries: made.queryClient });
    return made;
  });
  const { status, failures } = useSyncExternalStore(connection.subscribe, connection.state);

  useEffect(() => {
    const watching = new AbortController();
    const stops = [followOpenWorkspace(queryClient), followAddress(), followPastedLink(), limitNotices()];
    void connection.start();
    void watchWorkspace({ client, queryClient, signal: watching.signal });
    void watchGolden({ client, queryClient, signal: watching.signal });
    void watchSources({ client, queryClient, signal: watching.signal });
    return () => {
      watching.abort();
      for (const stop of stops) stop();
      connection.stop();
    };
  }, [connection, client, queryClient]);

  const wasLost = useRef(false);
  useEffect(() => {
    // Whatever changed while nobody listened: ask again for all that is on screen.
    if (status === 'open' && wasLost.current) void queryClient.invalidateQueries();
    wasLost.current = status === 'reconnecting';
  }, [status, queryClient]);

  if (status === 'connecting' && failures >= patience) return <CannotConnectPage />;
  return (
    <ClientProvider value={client}>
      <QueryClientProvider client={queryClient}>
        <Shell connectionStatus={status} failures={failures} />
      </QueryClientProvider>
    </ClientProvider>
  );
}

function createQueryClient(): QueryClient {
  // An answer is drawn in the task that brings it: a timer would wait behind the next frame.
  notifyManager.setScheduler(queueMicrotask);
  return new QueryClient({
    defaultOptions: {
      queries: {
        // The backend is on this machine; what is repeated is only what may succeed the second time.
        networkMode: 'always',
        refetchOnWindowFocus: false,
        retry: (count, error) => toPegboardError(error).code === 'disconnected' && count < 5,
        retryDelay: 250,
      },
      mutations: { networkMode: 'always' },
    },
  });
}

/** Most notices that go by themselves and are on the screen at a time; errors and questions are not counted. */
const mostPassing = 3;

/** Closes the oldest notices when there are too many, so that no number of them covers a screen. Returns how to stop. */
function limitNotices(): () => void {
  return notificationsStore.subscribe(({ notifications: shown }) => {
    const passing = shown.filter(({ autoClose }) => autoClose !== false);
    for (const { id } of passing.slice(0, -mostPassing)) {
      // Not within this news of the store, which others hear after us.
      if (id !== undefined) queueMicrotask(() => notifications.hide(id));
    }
  });
}
