import type { Client } from '@modelcontextprotocol/client';

/** How long to wait before a lost subscription is asked for again, milliseconds; after the last one it is given up. */
const pauses = [1_000, 5_000, 30_000];

/**
 * Calls back whenever a connected server says that its list of tools changed. Servers from 2026-07-28 on say so to
 * subscribers only; the subscription runs beside the session and its failure harms nothing else.
 */
export function followToolList(client: Client, onChange: () => void): void {
  client.setNotificationHandler('notifications/tools/list_changed', onChange);
  if (client.getProtocolEra() === 'modern' && advertisesChanges(client)) void subscribe(client);
}

function advertisesChanges(client: Client): boolean {
  return client.getServerCapabilities()?.tools?.listChanged === true;
}

async function subscribe(client: Client): Promise<void> {
  for (const pause of pauses) {
    try {
      const { closed } = await client.listen({ toolsListChanged: true });
      if ((await closed) !== 'remote') return;
    } catch {
      // The server refuses, or the session is over: without a subscription nothing is ever stale, and that is all.
    }
    await new Promise((proceed) => setTimeout(proceed, pause).unref());
    if (!client.transport) return;
  }
}
