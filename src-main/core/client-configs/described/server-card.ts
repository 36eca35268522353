import { isRecord } from '../read-server-map.ts';
import type { DescribedServer, DescribedWay } from './described-server.ts';
import { recordsIn, textOf } from './inputs.ts';
import { withNames } from './registry-entry.ts';

type Json = Readonly<Record<string, unknown>>;

/** Whether a file is a server card from before cards had `remotes`: it says who the server is and where it listens. */
export function isEarlyCard(value: Json): boolean {
  const isNamed = isRecord(value.serverInfo) || /server-card/i.test(textOf(value.$schema) ?? '');
  // One with definitions of tools is a captured list.
  const isList = recordsIn(value.tools).some((tool) => isRecord(tool.inputSchema));
  return isNamed && !isList && addressesOf(value).length > 0;
}

/** The addresses of such a card. How one signs in is never copied. */
export function readEarlyCard(card: Json): DescribedServer {
  const info = isRecord(card.serverInfo) ? card.serverInfo : card;
  const name = typeof info.name === 'string' && info.name.trim() !== '' ? info.name.trim().slice(0, 100) : 'server';
  const found = addressesOf(card);
  const isWhole = ({ url }: { url: string }) => /^https?:\/\//i.test(url) && URL.canParse(url);
  const ways = found
    .filter(isWhole)
    .map(({ url, type, path }): DescribedWay => ({ name: '', path, entry: { url, type, headers: {} } }));
  const relative = ways.length > 0 ? [] : found;
  const asksForSignIn = isRecord(card.authentication) && card.authentication.required === true;
  return {
    ways: withNames(ways, name.split('/').pop() || name),
    losses: [
      ...relative.map(({ url, path }) => ({
        path,
        severity: 'warning' as const,
        message: `The address ${JSON.stringify(url.slice(0, 100))} is incomplete. Put the address of the site before it: pegboard import --url https://…`,
      })),
      ...(asksForSignIn
        ? [
            {
              path: ['authentication'],
              severity: 'info' as const,
              message: `${name} asks you to sign in. Pegboard does not copy the sign-in from the card.`,
            },
          ]
        : []),
    ],
    notes: new Map(),
  };
}

interface Address {
  readonly url: string;
  readonly type: string | undefined;
  readonly path: (string | number)[];
}

function addressesOf(card: Json): Address[] {
  const transport = isRecord(card.transport) ? [{ value: card.transport, path: ['transport'] }] : [];
  const transports = recordsIn(card.transports).map((value, i) => ({ value, path: ['transports', i] }));
  const all: readonly { readonly value: Json; readonly path: (string | number)[] }[] = [
    ...transport,
    ...transports,
    { value: card, path: [] },
  ];
  const seen = new Set<string>();
  return all.flatMap(({ value, path }): Address[] => {
    const key = ['url', 'endpoint', 'mcp_endpoint'].find((one) => typeof value[one] === 'string' && value[one] !== '');
    const url = key === undefined ? '' : (textOf(value[key])?.trim() ?? '');
    if (url === '' || seen.has(url)) return [];
    seen.add(url);
    const type =
      typeof value.type === 'string' ? value.type : typeof value.transport === 'string' ? value.transport : undefined;
    return [{ url, type, path: [...path, key ?? ''] }];
  });
}
