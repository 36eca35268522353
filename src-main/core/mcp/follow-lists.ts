import type { Client } from '@modelcontextprotocol/client';
import { SkillsClient } from '@modelcontextprotocol/client/ext/skills';

/** How long to wait before a lost subscription is asked for again, milliseconds; after the last one it is given up. */
const pauses = [1_000, 5_000, 30_000];

/** The lists of a server that an import reads, by how a subscription names their changes. */
type Followed = { toolsListChanged?: true; resourcesListChanged?: true };

/**
 * Calls back whenever a connected server says that its list of tools changed, or that of its skills: these are resources, so a server with the
 * skills extension says it of those. Servers from 2026-07-28 on say so to subscribers only; the subscription runs beside the session and its
 * failure harms nothing else.
 */
export function followLists(client: Client, onChange: () => void): void {
  client.setNotificationHandler('notifications/tools/list_changed', onChange);
  const hasSkills = new SkillsClient(client).supported;
  if (hasSkills) client.setNotificationHandler('notifications/resources/list_changed', onChange);
  if (client.getProtocolEra() !== 'modern') return;
  const { tools, resources } = client.getServerCapabilities() ?? {};
  const followed: Followed = {
    ...(tools?.listChanged === true && { toolsListChanged: true }),
    ...(hasSkills && resources?.listChanged === true && { resourcesListChanged: true }),
  };
  if (Object.keys(followed).length > 0) void subscribe(client, followed);
}

async function subscribe(client: Client, followed: Followed): Promise<void> {
  for (const pause of pauses) {
    try {
      const { closed } = await client.listen(followed);
      if ((await closed) !== 'remote') return;
    } catch {
      // The server refuses, or the session is over: without a subscription nothing is ever stale, and that is all.
    }
    await new Promise((proceed) => setTimeout(proceed, pause).unref());
    if (!client.transport) return;
  }
}
